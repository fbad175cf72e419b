import { sql } from 'kysely';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { LeadFilter } from '#lib/contract/staff/lead-schemas.ts';
import { leadsQuery } from '#lib/contract/staff/leads.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../audit.ts';
import { parsePageQuery } from '../list-page.ts';

/** Lists of leads that a staff member has saved by their filters. Nobody else sees them. [C-39] */

const maxFilters = 30;

export const listLeadFilters = (db: Db, staffId: string): Promise<LeadFilter[]> =>
  db
    .selectFrom('leadFilter')
    .select(['id', 'name', 'search'])
    .where('staffId', '=', staffId)
    .orderBy('createdAt')
    .limit(maxFilters)
    .execute();

/** Returns the filters of a list's address in a fixed order, without its page: `status=NEW&late=true`. */
export function formatLeadFilter(search: URLSearchParams): string {
  const { limit: _, after: __, ...filters } = parsePageQuery(leadsQuery, search);
  return String(new URLSearchParams(filters as Record<string, string>));
}

/**
 * Saves a list under a name, and replaces the one that has it. Only filters of the list are kept. Throws `INVALID_STATE` for a
 * new one when the person has the maximum number. [C-42]
 */
export function saveLeadFilter(
  db: Db,
  staffId: string,
  { name, search }: { name: string; search: string },
): Promise<LeadFilter> {
  const kept = formatLeadFilter(new URLSearchParams(search));
  return db.transaction().execute(async (trx) => {
    // The person is locked, so that parallel requests cannot pass the maximum together.
    await trx.selectFrom('appUser').select('id').where('id', '=', staffId).forNoKeyUpdate().execute();
    const { others } = await trx
      .selectFrom('leadFilter')
      .select(sql<number>`count(*)::int`.as('others'))
      .where('staffId', '=', staffId)
      .where(sql<boolean>`lower(name) <> lower(${name}::text)`)
      .executeTakeFirstOrThrow();
    if (others >= maxFilters)
      throw new HttpError('INVALID_STATE', {
        message: `You have ${maxFilters} saved lists, which is the maximum. Delete one first.`,
      });
    const filter = await trx
      .insertInto('leadFilter')
      .values({ id: uuidv7(), staffId, name, search: kept })
      .onConflict((conflict) =>
        conflict.expression(sql`staff_id, lower(name)`).doUpdateSet({ name, search: kept }),
      )
      .returning(['id', 'name', 'search'])
      .executeTakeFirstOrThrow();
    await recordStaffAudit(trx, staffId, 'leadFilter.SAVE', filter.id, { name });
    return filter;
  });
}

/** Deletes a saved list of the caller. Throws `NOT_FOUND`. */
export function deleteLeadFilter(db: Db, staffId: string, id: string): Promise<void> {
  if (!isUuid(id)) throw new HttpError('NOT_FOUND');
  return db.transaction().execute(async (trx) => {
    const filter = await trx
      .deleteFrom('leadFilter')
      .where('id', '=', id)
      .where('staffId', '=', staffId)
      .returning('name')
      .executeTakeFirst();
    if (!filter) throw new HttpError('NOT_FOUND');
    await recordStaffAudit(trx, staffId, 'leadFilter.DELETE', id, { name: filter.name });
  });
}
