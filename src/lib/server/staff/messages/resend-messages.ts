import { sortBy } from 'es-toolkit/array';
import { sql } from 'kysely';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { ResentMessages, staffMessageRoutes } from '#lib/contract/staff/messages.ts';
import { formatMessageTitle } from '#lib/domain/staff/message-log.ts';
import {
  checkRepeat,
  type OutboxRow,
  repeatMessage,
} from '#lib/server/account/notifications/repeat-message.ts';
import { formatRecipient } from '#lib/server/account/phone.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../audit.ts';
import { runStaffAction, type StaffActionDeps } from '../undo/run-staff-action.ts';
import { selectFailed } from './failed-messages.ts';
import { loadMessageApplications } from './message-applications.ts';
import { loadPeople } from './message-log.ts';
import { findOutdated } from './outdated-messages.ts';

/** Messages that staff send again: one that they have looked at, or many that failed. */

type ResendInput = BodyOf<(typeof staffMessageRoutes)['POST /api/v1/staff/messages/{messageId}/resend/']>;

/**
 * Sends a message again, once per `id`. Returns whether that was done before, and whether the budget holds it. Throws NOT_FOUND,
 * VALIDATION_FAILED for the `id` of another message, INVALID_STATE where it cannot be sent again, and STALE_WRITE where it would go to another address than staff were shown. [C-41]
 */
export function resendMessage(
  deps: StaffActionDeps,
  staffId: string,
  messageId: string,
  { id, to, channel }: ResendInput,
): Promise<{ isExisting: boolean; isHeld: boolean }> {
  const resend = async (work: UnitOfWork) => {
    const { trx } = work;
    const row = await lockMessage(trx, messageId);
    const repeated = await findRepeat(trx, row, id);
    if (repeated) return { isExisting: true, ...repeated };
    const people = await loadPeople(trx, [row]);
    if (channel === 'whatsapp' && work.config.whatsapp === null)
      throw new HttpError('INVALID_STATE', { message: 'WhatsApp is not set up here.' });
    const check = await checkRepeat(trx, row, people.get(row.userId ?? '') ?? null, channel);
    if (check.to === null) throw new HttpError('INVALID_STATE', { message: check.reason });
    if (check.to !== to)
      throw new HttpError('STALE_WRITE', { message: `The address is now ${check.to}. Look at it again.` });
    return { isExisting: false, ...(await sendAgain(work, staffId, row, { id, to, channel })) };
  };
  // Who asked without an account can be informed too.
  return runStaffAction(deps, staffId, 'message.RESEND', resend, { hasVisitors: true });
}

/** Queues the message again, and records it in the audit. Returns whether the budget holds it. */
async function sendAgain(
  work: UnitOfWork,
  staffId: string,
  row: OutboxRow,
  { id, to, channel }: ResendInput,
): Promise<{ isHeld: boolean }> {
  const { trx } = work;
  await repeatMessage(work, row, { id, to, channel, page: await findPage(trx, row) });
  const details = {
    ...{ medium: row.medium, kind: row.kind, sentAt: row.finishedAt },
    ...(channel && { channel }),
  };
  await recordStaffAudit(trx, staffId, 'message.RESEND', row.id, details);
  return { isHeld: (await findRepeat(trx, row, id))?.isHeld ?? false };
}

/** Finds the candidate's page that a message is about; a repetition is about that of the first message. */
async function findPage(trx: Db, { dedupeKey, repeatOf }: OutboxRow) {
  const first = repeatOf
    ? await trx.selectFrom('outbox').select('dedupeKey').where('id', '=', repeatOf).executeTakeFirst()
    : { dedupeKey };
  if (!first) return undefined;
  const application = (await loadMessageApplications(trx, [first.dedupeKey])).get(first.dedupeKey);
  return application && { label: 'See your application', path: `/moonshot/applications/${application.id}/` };
}

/** Finds the repetition of a message. Throws VALIDATION_FAILED for the id of any other message. */
async function findRepeat(trx: Db, row: OutboxRow, id: string): Promise<{ isHeld: boolean } | null> {
  const repeat = await trx
    .selectFrom('outbox')
    .select(['repeatOf', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!repeat) return null;
  if (repeat.repeatOf !== (row.repeatOf ?? row.id))
    throw new HttpError('VALIDATION_FAILED', { message: 'Please reload the page', fields: ['id'] });
  return { isHeld: repeat.status === 'HELD' };
}

/** Locks the message, so that a request that is sent twice sends it once. */
async function lockMessage(trx: Db, id: string): Promise<OutboxRow> {
  const row = isUuid(id)
    ? await trx.selectFrom('outbox').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    : null;
  if (!row) throw new HttpError('NOT_FOUND', { message: 'There is no such message' });
  return row;
}

/**
 * Sends those of these messages again that are on the list of failed ones and still true, by their own channel. They are undone together. A
 * repeated request finds them off the list. [C-41]
 */
export function resendMessages(
  deps: StaffActionDeps,
  staffId: string,
  ids: readonly string[],
): Promise<ResentMessages> {
  const resend = async (work: UnitOfWork) => {
    const { trx } = work;
    // In the order of their ids, so that two people who send the same ones at once cause no deadlock.
    const rows = await trx
      .selectFrom('outbox')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const listed = await listFailedIds(trx, ids);
    const outdated = await findOutdated(trx, rows);
    const people = await loadPeople(trx, rows);
    const result: ResentMessages = { sent: 0, held: 0, notSent: [] };
    // Messages count against each person's budget, and two transactions must count the same people in one order.
    const inOrder = sortBy(rows, [ownerOf]);
    for (const row of inOrder) {
      const check = listed.has(row.id)
        ? await checkRepeat(trx, row, people.get(row.userId ?? '') ?? null)
        : { to: null, reason: 'It is not on the list any more.' };
      const reason = check.reason ?? outdated.get(row.id) ?? null;
      if (check.to === null || reason !== null) {
        const to = formatRecipient(row.recipient);
        result.notSent.push({ id: row.id, title: formatMessageTitle(row), to, reason: reason ?? '' });
        continue;
      }
      const { isHeld } = await sendAgain(work, staffId, row, { id: uuidv7(), to: check.to });
      result.sent += 1;
      if (isHeld) result.held += 1;
    }
    return result;
  };
  return runStaffAction(deps, staffId, 'message.RESEND', resend, { hasVisitors: true });
}

/** Whose budget a message counts against. */
const ownerOf = ({ userId, recipient }: Pick<OutboxRow, 'userId' | 'recipient'>) => userId ?? recipient;

async function listFailedIds(trx: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from (${selectFailed()}) listed where id in (${sql.join(ids)})`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
