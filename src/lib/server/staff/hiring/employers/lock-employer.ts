import { validate as isUuid } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { createEmployerNotFoundError } from './find-employers.ts';

/**
 * Loads and locks an employer, so that its rules are checked against what is written, and a contact is added by one
 * transaction at a time. Throws NOT_FOUND, or INVALID_STATE for a merged one: nobody would find what is written there. [API-41]
 */
export async function lockEmployer(trx: Db, id: string) {
  const row = isUuid(id)
    ? await trx.selectFrom('employer').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (!row) throw createEmployerNotFoundError();
  if (row.mergedIntoId === null) return row;
  const kept = await trx
    .selectFrom('employer')
    .select('name')
    .where('id', '=', row.mergedIntoId)
    .executeTakeFirstOrThrow();
  throw new HttpError('INVALID_STATE', {
    message: `${row.name} was merged into ${kept.name}, and nothing was saved. Make your change there.`,
  });
}
