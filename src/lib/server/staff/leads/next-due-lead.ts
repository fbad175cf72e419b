import { sql } from 'kysely';
import { dayOf } from '#lib/domain/staff/today.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { isOpen } from './lead-query.ts';

export interface NextDueLead {
  id: string;
  name: string;
}

/**
 * Finds the lead that is due next until the end of the day, of those that a staff member owns and those that nobody owns. `id` is
 * the lead that the page shows. Returns null when nothing more is due. [API-53]
 */
export async function findNextDueLead(
  db: Db,
  staffId: string,
  id: string,
  timeZone: string,
): Promise<NextDueLead | null> {
  const { endsAt } = dayOf(await databaseNow(db), timeZone);
  const due = (owner: ReturnType<typeof sql>) => sql`
    (select id, due_at, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email, reference) as name
      from lead
      where ${owner} and merged_into_id is null and ${isOpen} and due_at < ${endsAt} and id <> ${id}
      order by due_at, id limit 1)`;
  const { rows } = await sql<NextDueLead>`
    select id, name from (${due(sql`owner_id = ${staffId}`)} union all ${due(sql`owner_id is null`)}) due
    order by due_at, id limit 1`.execute(db);
  return rows[0] ?? null;
}
