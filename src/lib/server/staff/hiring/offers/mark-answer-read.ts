import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';

/** Marks the answer to an offer as done, once. Throws NOT_FOUND where no offer with this id has an answer. [API-42] */
export async function markAnswerRead(db: Db, staffId: string, id: string): Promise<void> {
  const answered = (trx: Db) =>
    trx
      .updateTable('jobOffer')
      .set({ answerReadAt: sql<Date>`coalesce(answer_read_at, now())` })
      .where('id', '=', id)
      .where('status', 'in', ['ACCEPTED', 'DECLINED']);
  if (!isUuid(id)) throw new HttpError('NOT_FOUND', { message: 'There is no such answer' });
  await db.transaction().execute(async (trx) => {
    const changed = await answered(trx)
      .where('answerReadAt', 'is', null)
      .returning(['applicationId', 'status'])
      .executeTakeFirst();
    if (changed) {
      const { applicationId, status: answer } = changed;
      return recordStaffAudit(trx, staffId, 'offerAnswer.READ', applicationId, { answer });
    }
    const known = await answered(trx).returning('id').executeTakeFirst();
    if (!known) throw new HttpError('NOT_FOUND', { message: 'There is no such answer' });
  });
}
