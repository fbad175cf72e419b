import { type RawBuilder, sql } from 'kysely';
import type { QueryOf } from '#lib/contract/core/endpoint.ts';
import type { FailedMessage, staffMessageRoutes } from '#lib/contract/staff/messages.ts';
import {
  explainMessageStatus,
  findMessageKindLabel,
  formatMessageTitle,
  mediumLabels,
} from '#lib/domain/staff/message-log.ts';
import { formatRecipient } from '#lib/server/account/phone.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Medium, OutboxStatus } from '#lib/server/db/schema/messages.ts';
import { recordStaffAudit } from '../audit.ts';
import { countUpToMax, instantText, parseCursor, toListPage } from '../keyset.ts';
import type { ListPage } from '../list-page.ts';
import { runStaffAction, type StaffActionDeps } from '../undo/run-staff-action.ts';

/** Messages that failed, or that a provider could not deliver, in the last 14 days and that nobody has dealt with. [C-41] */

type Query = QueryOf<(typeof staffMessageRoutes)['GET /api/v1/staff/messages/failed/']>;

export interface FailedRow {
  id: string;
  at: Date;
  atText: string | null;
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
  /** Of a candidate. */
  candidateId: string | null;
  isRepeatable: boolean;
}

/**
 * Returns the statement without its order. A message that was sent again, by its own or another channel, is dealt with; if its
 * repetition fails, that one is listed.
 */
export const selectFailed = ({ channel, kind }: Pick<Query, 'channel' | 'kind'> = {}) => sql<FailedRow>`
  select id, at, ${instantText('at')} as at_text, recipient, subject, kind, medium, status, last_error, delivery,
    delivery_reason, is_repeatable,
    (select concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) from app_user
      where app_user.id = failed.user_id) as name,
    (select user_id from candidate_registration candidate where candidate.user_id = failed.user_id) as candidate_id
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
    ${channel ? sql`and medium = ${channel}` : sql``} ${kind ? sql`and kind = ${kind}` : sql``}`;

/** The key of a message without its channel: the same message by several channels has the same. */
function sourceKey(table: 'other' | 'original'): RawBuilder<string> {
  return sql<string>`regexp_replace(${sql.ref(`${table}.dedupeKey`)}, ':(email|sms|whatsapp)$', '')`;
}

/** Lists the messages that failed, the newest first. */
export async function listFailedMessages(
  db: Db,
  { limit, after, ...filters }: Query,
): Promise<ListPage<FailedMessage>> {
  const cursor = parseCursor(after, ['instant', 'id']);
  const matching = selectFailed(filters);
  const count = await countUpToMax(db, { limit: (max) => sql`(${matching} limit ${max})` });
  const from = cursor ? sql`and (at, id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)` : sql``;
  const { rows } = await sql<FailedRow>`
    ${matching} ${from} order by at desc, id desc limit ${limit + 1}`.execute(db);
  const page = toListPage(count, rows, limit, ({ atText, id }) => [atText, id]);
  const { readable, unreadable } = separateUnreadable(page.results, ({ id, recipient }) => ({
    ...{ id, reference: formatRecipient(recipient) },
  }));
  const results = readable.map((row) => ({ ...describeFailed(row), at: row.at.toISOString() }));
  return { ...page, results, unreadable };
}

/** Returns the person, the title and the reason of a message that failed. Its time may be one that cannot be shown. */
export function describeFailed(row: FailedRow): Omit<FailedMessage, 'at'> {
  const { id, name, recipient, subject, kind, medium, candidateId, ...state } = row;
  return {
    ...{ id, to: recipient, candidateId },
    who: name || formatRecipient(recipient),
    ...{ channel: medium, channelLabel: mediumLabels[medium], kind, kindLabel: findMessageKindLabel(kind) },
    title: formatMessageTitle({ kind, subject, summary: null, isRepeatable: false }),
    reason: explainMessageStatus({ medium, ...state }),
    href: findHref(row),
  };
}

/** Returns the page on which the message can be sent again, or else the address of the person. */
function findHref({ recipient, medium, candidateId, isRepeatable }: FailedRow): string {
  if (medium === 'WEBHOOK') return '/staff/leads/';
  if (candidateId && isRepeatable) return `/staff/candidates/${candidateId}/#messages`;
  return recipient.includes('@') ? `mailto:${recipient}` : `tel:${recipient}`;
}

/**
 * Takes messages that failed off the list and returns how many were on it. It can be undone. One statement checks and changes them, in the order
 * of their ids, so that two people who mark the same ones at once cause no deadlock. [C-40]
 */
export function dismissMessages(
  deps: StaffActionDeps,
  staffId: string,
  ids: readonly string[],
): Promise<number> {
  return runStaffAction(deps, staffId, 'message.DISMISS', async ({ trx }) => {
    const { rows } = await sql<{ id: string }>`
      with chosen as (
        select id from outbox
        where id in (${sql.join(ids)}) and (status = 'FAILED' or delivery = 'FAILED') and dismissed_at is null
        order by id for no key update
      )
      update outbox set dismissed_at = now() from chosen where outbox.id = chosen.id
      returning outbox.id`.execute(trx);
    for (const { id } of rows)
      await recordStaffAudit(trx, staffId, 'message.DISMISS', id, { from: 'FAILED', to: 'DISMISSED' });
    return rows.length;
  });
}
