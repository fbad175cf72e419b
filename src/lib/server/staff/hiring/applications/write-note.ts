import { v7 as uuidv7 } from 'uuid';
import { recordAudit } from '#lib/server/core/audit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { namesOf } from '../../names.ts';
import { requireStanding } from './find-applications.ts';

/** What staff write for one another about an application. @throws HttpError NOT_FOUND */
export async function writeNote(db: Db, authorId: string, applicationId: string, text: string) {
  await requireStanding(db, applicationId);
  return db.transaction().execute(async (trx) => {
    const id = uuidv7();
    const { at } = await trx
      .insertInto('applicationNote')
      .values({ id, applicationId, authorId, text })
      .returning('at')
      .executeTakeFirstOrThrow();
    await recordAudit(trx, {
      actorId: authorId,
      action: 'application.NOTE',
      subjectType: 'application',
      subjectId: applicationId,
    });
    const names = await namesOf(trx, [authorId]);
    return { id, at: at.toISOString(), authorName: names.get(authorId) ?? null, text };
  });
}
