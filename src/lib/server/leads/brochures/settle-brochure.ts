import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/**
 * What became of the mail is what became of the brochure; a failed one makes room for another. One that is sent does
 * not become current again: after a day without a mail server another may have taken its place.
 */
export async function settleBrochure(trx: Db, messageId: string, status: 'SENT' | 'FAILED'): Promise<void> {
  await trx
    .updateTable('brochureRequest')
    .set({ status, finishedAt: sql<Date>`now()`, ...(status === 'FAILED' && { isCurrent: false }) })
    .where('messageId', '=', messageId)
    .execute();
}
