import { validate as isUuid } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { staffMessageRoutes } from '#lib/contract/staff/messages.ts';
import {
  checkRepeat,
  type OutboxRow,
  repeatMessage,
} from '#lib/server/account/notifications/repeat-message.ts';
import type { Handlers } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../audit.ts';
import { presentPage } from '../list-page.ts';
import { runStaffAction, type StaffActionDeps } from '../undo/run-staff-action.ts';
import { dismissMessages, listFailedMessages } from './failed-messages.ts';
import { loadMessageApplications } from './message-applications.ts';
import { loadPeople } from './message-log.ts';

/** Handlers of messages that a person was sent. */
export const staffMessageHandlers: Handlers<keyof typeof staffMessageRoutes> = {
  'GET /api/v1/staff/messages/failed/': async ({ db, query }) =>
    presentPage('/api/v1/staff/messages/failed/', query, await listFailedMessages(db, query)),

  'POST /api/v1/staff/messages/dismiss/': async ({ db, session, body }) => ({
    dismissed: await dismissMessages(db, session.user.id, body.messageIds),
  }),

  'POST /api/v1/staff/messages/{messageId}/resend/': async ({ params, session, body, ...deps }) => {
    const sent = await resendMessage(deps, session.user.id, params.messageId, body);
    return { ...body, ...sent };
  },
};

type ResendInput = BodyOf<(typeof staffMessageRoutes)['POST /api/v1/staff/messages/{messageId}/resend/']>;

/**
 * Sends a message again, once per `id`. Returns whether that was done before, and whether the budget holds it. Throws NOT_FOUND,
 * VALIDATION_FAILED for the `id` of another message, INVALID_STATE where it cannot be sent again, and STALE_WRITE where it would go to another address than staff were shown. [C-41]
 */
function resendMessage(
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
    await repeatMessage(work, row, { id, to, channel, page: await findPage(trx, row) });
    const details = {
      ...{ medium: row.medium, kind: row.kind, sentAt: row.finishedAt },
      ...(channel && { channel }),
    };
    await recordStaffAudit(trx, staffId, 'message.RESEND', row.id, details);
    return { isExisting: false, isHeld: (await findRepeat(trx, row, id))?.isHeld ?? false };
  };
  // Who asked without an account can be informed too.
  return runStaffAction(deps, staffId, 'message.RESEND', resend, { hasVisitors: true });
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
