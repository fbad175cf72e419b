import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import { recordStaffAudit } from '../../audit.ts';
import { loadPersonNames } from '../../person-names.ts';
import { requireApplication } from './find-applications.ts';

/** Creates a note about an application, which only staff can read, and returns it. Throws NOT_FOUND. [API-42] */
export async function createNote(db: Db, authorId: string, applicationId: string, text: string) {
  await requireApplication(db, applicationId);
  return db.transaction().execute(async (trx) => {
    const id = uuidv7();
    const { at } = await trx
      .insertInto('applicationNote')
      .values({ id, applicationId, authorId, text })
      .returning('at')
      .executeTakeFirstOrThrow();
    await recordStaffAudit(trx, authorId, 'application.NOTE', applicationId);
    const names = await loadPersonNames(trx, [authorId]);
    return { id, at: at.toISOString(), authorName: names.get(authorId) ?? null, text };
  });
}
