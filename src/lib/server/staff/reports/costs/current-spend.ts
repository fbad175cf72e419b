import { sql } from 'kysely';
import { importColumns } from '#lib/domain/staff/reports/cost-file.ts';
import type { CsvCell } from '#lib/server/core/csv-format.ts';
import type { Db } from '#lib/server/db/index.ts';

/**
 * The amounts that count, by day, source and campaign: those of the last import that replaced them and of all later ones that
 * added to them. Deleted imports are left out.
 */
export const currentSpend = sql`(
  select day, source, campaign, sum(amount) as amount
  from (
    select entry.day, entry.source, entry.campaign, entry.amount, import.number,
      max(import.number) filter (where import.mode = 'REPLACE') over (partition by entry.day, entry.source, entry.campaign) as replaced_at
    from spend_entry entry join spend_import import on import.id = entry.import_id
    where import.deleted_at is null) counted
  where number >= coalesce(replaced_at, 0)
  group by day, source, campaign)`;

/** Exports the amounts that count, with the columns that the import reads. [C-40] */
export async function* exportSpend(db: Db): AsyncGenerator<CsvCell[][]> {
  yield [[...importColumns]];
  const { rows } = await sql<{ day: string; source: string; campaign: string; amount: number }>`
    select day, source, campaign, (amount / 100.0)::float8 as amount from ${currentSpend} current order by day desc, source, campaign`.execute(
    db,
  );
  yield rows.map(({ day, source, campaign, amount }) => [day, source, campaign, amount]);
}
