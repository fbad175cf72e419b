import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { explainMessageStatus, formatMessageTitle, mediumLabels } from '#lib/domain/staff/message-log.ts';
import { formatRecipient } from '#lib/server/account/phone.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Medium, OutboxStatus } from '#lib/server/db/schema/messages.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../audit.ts';
import { personName, type TodayRow, type TodaySource } from './today-source.ts';

type FailedRow = Pick<TodayRow, 'id' | 'at'> & {
  recipient: string;
  subject: string | null;
  kind: string;
  medium: Medium;
  status: OutboxStatus;
  lastError: string | null;
  delivery: 'FAILED' | null;
  deliveryReason: string | null;
  /** Of a person with an account. */
  name: string | null;
  candidateId: string | null;
};

/**
 * Messages that failed, or that a provider could not deliver, in the last 14 days and that nobody has dealt with. One that was
 * sent again, by its own or another channel, is dealt with; if its repetition fails, that one is listed. [C-41]
 */
export const failedMessages: TodaySource = {
  kind: 'MESSAGE',
  href: null,
  list: async (db, _, limit) => {
    const { rows } = await sql<FailedRow>`
      select id, at, recipient, subject, kind, medium, status, last_error, delivery, delivery_reason,
        (select ${personName('app_user')} from app_user where app_user.id = failed.user_id) as name,
        (select user_id from candidate_registration candidate
          where candidate.user_id = failed.user_id and failed.is_repeatable) as candidate_id
      from (
        select *, finished_at as at from outbox
        -- A webhook has a log of its own.
        where status = 'FAILED' and dismissed_at is null and delivery is null and kind <> 'webhook-event'
          and finished_at > now() - interval '14 days'
        union all
        select *, delivery_at as at from outbox
        where delivery = 'FAILED' and dismissed_at is null and delivery_at > now() - interval '14 days'
      ) failed
      where not exists (select from outbox repeat
        where repeat.repeat_of = coalesce(failed.repeat_of, failed.id) and repeat.created_at > failed.created_at)
        and not exists (select from outbox repeat
          join outbox other on other.id = repeat.repeat_of
          join outbox original on original.id = coalesce(failed.repeat_of, failed.id)
          where repeat.user_id = failed.user_id and repeat.created_at > failed.created_at
            and ${sourceKey('other')} = ${sourceKey('original')})
      order by at, id limit ${limit}`.execute(db);
    return rows.map(({ id, at, name, recipient, subject, kind, medium, candidateId, ...state }) => ({
      at,
      who: name || formatRecipient(recipient),
      about: `${mediumLabels[medium]}: ${formatMessageTitle({ kind, subject, summary: null, isRepeatable: false })}. ${explainMessageStatus({ medium, ...state })}`,
      ...{ id: `MESSAGE:${id}`, kind: 'MESSAGE', subjectId: id, isLate: true },
      ...{ href: findHref(recipient, medium, candidateId), action: 'Mark as done' },
    }));
  },
};

/** The key of a message without its channel: the same message by several channels has the same. */
const sourceKey = (table: 'other' | 'original') =>
  sql`regexp_replace(${sql.ref(`${table}.dedupeKey`)}, ':(email|sms|whatsapp)$', '')`;

const isFailed = sql<boolean>`(status = 'FAILED' or delivery = 'FAILED')`;

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
        .where(isFailed)
        .executeTakeFirst()
    : null;
  if (!failed) throw new HttpError('NOT_FOUND', { message: 'There is no such message' });
  await db.transaction().execute(async (trx) => {
    const dismissed = await trx
      .updateTable('outbox')
      .set({ dismissedAt: sql<Date>`now()` })
      .where('id', '=', id)
      .where(isFailed)
      .where('dismissedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (dismissed)
      await recordStaffAudit(trx, staffId, 'message.DISMISS', id, { from: 'FAILED', to: 'DISMISSED' });
  });
}
