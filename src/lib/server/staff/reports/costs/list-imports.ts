import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { SpendImport } from '#lib/contract/staff/reports/costs.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';
import { loadPersonNames } from '../../person-names.ts';

interface ImportRow extends Pick<SpendImport, 'id' | 'mode' | 'rows' | 'amount' | 'from' | 'to'> {
  at: Date;
  recordedById: string;
  deletedAt: Date | null;
  deletedById: string | null;
}

const maxImports = 100;

/** Lists the last imports, the newest first, with those that were deleted. */
export async function listSpendImports(db: Db): Promise<SpendImport[]> {
  const { rows } = await sql<ImportRow>`
    select import.id, import.mode, import.at, import.recorded_by_id, import.deleted_at, import.deleted_by_id,
      count(*)::int as rows, sum(entry.amount)::float8 as amount, min(entry.day) as "from", max(entry.day) as "to"
    from (select * from spend_import order by number desc limit ${maxImports}) import
    join spend_entry entry on entry.import_id = import.id
    group by import.id, import.number, import.mode, import.at, import.recorded_by_id, import.deleted_at, import.deleted_by_id
    order by import.number desc`.execute(db);
  const names = await loadPersonNames(
    db,
    rows.flatMap(({ recordedById, deletedById }) => [recordedById, ...(deletedById ? [deletedById] : [])]),
  );
  return rows.map(({ recordedById, deletedById, ...row }) => ({
    ...row,
    at: row.at.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
    recordedBy: names.get(recordedById) ?? 'Deleted account',
    deletedBy: deletedById && (names.get(deletedById) ?? 'Deleted account'),
  }));
}

/** Deletes an import or restores it. One that is deleted or restored already stays as it is. Throws `NOT_FOUND`. */
export async function setSpendDeleted(
  db: Db,
  staffId: string,
  id: string,
  isDeleted: boolean,
): Promise<{ id: string }> {
  if (!isUuid(id)) throw new HttpError('NOT_FOUND');
  await db.transaction().execute(async (trx) => {
    await sql`lock table spend_import in share row exclusive mode`.execute(trx);
    const existing = await trx
      .selectFrom('spendImport')
      .select('deletedAt')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!existing) throw new HttpError('NOT_FOUND');
    if ((existing.deletedAt !== null) === isDeleted) return;
    await sql`
      update spend_import set deleted_at = ${isDeleted ? sql`now()` : null}, deleted_by_id = ${isDeleted ? staffId : null},
        version = nextval('spend_version')
      where id = ${id}`.execute(trx);
    await recordStaffAudit(trx, staffId, isDeleted ? 'spend.DELETE' : 'spend.RESTORE', id);
  });
  return { id };
}
