import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import type { Medium } from '#lib/server/db/schema/messages.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../audit.ts';
import type { TodayRow, TodaySource } from './today-source.ts';

/** Messages that failed in the last 14 days and that nobody has dealt with. [C-41] */
export const failedMessages: TodaySource = {
  kind: 'MESSAGE',
  href: null,
  list: async (db, _, limit) => {
    const { rows } = await sql<TodayRow & { medium: Medium; candidateId: string | null }>`
      select id, finished_at as at, recipient as who, coalesce(subject, kind) as about, medium,
        (select user_id from candidate_registration candidate
          where candidate.user_id = outbox.user_id and outbox.is_repeatable) as candidate_id
      from outbox
      where status = 'FAILED' and dismissed_at is null and finished_at > now() - interval '14 days'
      order by finished_at, id limit ${limit}`.execute(db);
    return rows.map(({ id, medium, candidateId, ...row }) => ({
      ...row,
      ...{ id: `MESSAGE:${id}`, kind: 'MESSAGE', subjectId: id, isLate: true },
      ...{ href: findHref(row.who, medium, candidateId), action: 'Mark as done' },
    }));
  },
};

/** Returns the page on which the message can be sent again, or else the address of the person. */
function findHref(address: string, medium: Medium, candidateId: string | null): string {
  if (medium === 'WEBHOOK') return '/staff/leads/';
  if (candidateId) return `/staff/candidates/${candidateId}/#messages`;
  return address.includes('@') ? `mailto:${address}` : `tel:${address}`;
}

/**
 * Takes a message that failed off the list, once. Throws NOT_FOUND where no message with this id has failed.
 */
export async function dismissMessage(db: Db, staffId: string, id: string): Promise<void> {
  const failed = isUuid(id)
    ? await db
        .selectFrom('outbox')
        .select('dismissedAt')
        .where('id', '=', id)
        .where('status', '=', 'FAILED')
        .executeTakeFirst()
    : null;
  if (!failed) throw new HttpError('NOT_FOUND', { message: 'There is no such message' });
  await db.transaction().execute(async (trx) => {
    const dismissed = await trx
      .updateTable('outbox')
      .set({ dismissedAt: sql<Date>`now()` })
      .where('id', '=', id)
      .where('status', '=', 'FAILED')
      .where('dismissedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (dismissed)
      await recordStaffAudit(trx, staffId, 'message.DISMISS', id, { from: 'FAILED', to: 'DISMISSED' });
  });
}
