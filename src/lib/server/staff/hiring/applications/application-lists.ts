import { sql } from 'kysely';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { ApplicationList, applicationListRoutes } from '#lib/contract/staff/hiring/application-lists.ts';
import type { Handlers } from '#lib/server/context.ts';
import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';
import { formatFilters } from './queue-filters.ts';

/** Lists of applications that a staff member has saved by their filters. Nobody else sees or changes them. [C-39] */

export const applicationListHandlers: Handlers<keyof typeof applicationListRoutes> = {
  'GET /api/v1/staff/application-filters/': async ({ db, session }) => {
    const results = await listApplicationLists(db, session.user.id);
    return { count: results.length, next: null, results };
  },

  'POST /api/v1/staff/application-filters/save/': ({ db, session, body }) =>
    saveList(db, session.user.id, body),

  'POST /api/v1/staff/application-filters/{filterId}/rename/': ({ db, session, params, body }) =>
    renameList(db, session.user.id, params.filterId, body.name),

  'POST /api/v1/staff/application-filters/{filterId}/delete/': async ({ db, session, params }) => {
    await deleteList(db, session.user.id, params.filterId);
    return {};
  },
};

const maxLists = 30;

/** Lists the saved lists of a staff member, the oldest first. */
export const listApplicationLists = (db: Db, staffId: string): Promise<ApplicationList[]> =>
  db
    .selectFrom('applicationFilter')
    .select(['id', 'name', 'search'])
    .where('staffId', '=', staffId)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(maxLists)
    .execute();

/** Returns the filters of the queue's address in a fixed order, without its page: `status=IN_REVIEW&late=true`. */
export const formatApplicationList = (search: URLSearchParams): string =>
  formatFilters({ searchParams: search }).slice(1);

/** Saves a list under a name, and replaces the one that has it. Only filters of the queue are kept. */
function saveList(
  db: Db,
  staffId: string,
  { name, search }: { name: string; search: string },
): Promise<ApplicationList> {
  const kept = formatApplicationList(new URLSearchParams(search));
  return db.transaction().execute(async (trx) => {
    const list = await trx
      .insertInto('applicationFilter')
      .values({ id: uuidv7(), staffId, name, search: kept })
      .onConflict((conflict) =>
        conflict.expression(sql`staff_id, lower(name)`).doUpdateSet({ name, search: kept }),
      )
      .returning(['id', 'name', 'search'])
      .executeTakeFirstOrThrow();
    await recordStaffAudit(trx, staffId, 'applicationFilter.SAVE', list.id, { name });
    return list;
  });
}

/** Renames a list of the caller. Throws `NOT_FOUND`, and `VALIDATION_FAILED` when another of their lists has the name. */
async function renameList(db: Db, staffId: string, id: string, name: string): Promise<ApplicationList> {
  if (!isUuid(id)) throw new HttpError('NOT_FOUND');
  try {
    return await db.transaction().execute(async (trx) => {
      const list = await trx
        .updateTable('applicationFilter')
        .set({ name })
        .where('id', '=', id)
        .where('staffId', '=', staffId)
        .returning(['id', 'name', 'search'])
        .executeTakeFirst();
      if (!list) throw new HttpError('NOT_FOUND');
      await recordStaffAudit(trx, staffId, 'applicationFilter.RENAME', id, { name });
      return list;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = 'You have a list with this name already. Choose another name.';
    throw new HttpError('VALIDATION_FAILED', { message, fields: { name: message } });
  }
}

/** Deletes a list of the caller. Throws `NOT_FOUND`. */
function deleteList(db: Db, staffId: string, id: string): Promise<void> {
  if (!isUuid(id)) throw new HttpError('NOT_FOUND');
  return db.transaction().execute(async (trx) => {
    const list = await trx
      .deleteFrom('applicationFilter')
      .where('id', '=', id)
      .where('staffId', '=', staffId)
      .returning('name')
      .executeTakeFirst();
    if (!list) throw new HttpError('NOT_FOUND');
    await recordStaffAudit(trx, staffId, 'applicationFilter.DELETE', id, { name: list.name });
  });
}
