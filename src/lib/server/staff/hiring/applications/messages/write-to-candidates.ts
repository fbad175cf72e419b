import type { BodyOf, ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { candidateMessageRoutes } from '#lib/contract/staff/hiring/candidate-messages.ts';
import { fillFields } from '#lib/domain/hiring/applications/message-fields.ts';
import type { Handlers } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import { createApplicationNotFoundError } from '#lib/server/hiring/application-aggregate.ts';
import { queueNotification } from '#lib/server/hiring/queue-notification.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { observeMessages } from '#lib/server/messages/cancel-queued.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '#lib/server/staff/audit.ts';
import { previewChange } from '#lib/server/staff/previews/collect-messages.ts';
import { fingerprintOf, requireConfirmed } from '#lib/server/staff/previews/run-confirmed.ts';
import { runStaffAction, type StaffActionDeps } from '#lib/server/staff/undo/run-staff-action.ts';
import { loadMessageRecipients, type MessageRecipient } from './message-values.ts';

type Endpoint = (typeof candidateMessageRoutes)['POST /api/v1/staff/job-applications/messages/create/'];
type Message = BodyOf<Endpoint>;
type Result = ResponseOf<Endpoint>;
type QueuedCandidateMessage = Omit<Result, 'fingerprint'>;

export const candidateMessageHandlers: Handlers<keyof typeof candidateMessageRoutes> = {
  'POST /api/v1/staff/job-applications/messages/create/': ({ session, body, ...deps }) =>
    writeToCandidates(deps, session.user.id, body),
};

/**
 * Writes to the candidates of chosen applications, or returns who would get which text. Everybody is notified by one
 * transaction, or nobody. Sending the same id again changes nothing. Throws NOT_FOUND, INVALID_STATE where the message reaches
 * nobody, and STALE_WRITE with the names where it reaches others than the preview has shown. [API-42] [C-41]
 */
async function writeToCandidates(deps: StaffActionDeps, staffId: string, message: Message): Promise<Result> {
  if (message.isPreview) {
    const { result, messages } = await previewChange(deps, (work) =>
      queueCandidateMessage(work, staffId, message),
    );
    return { ...result, fingerprint: fingerprintOf(messages) };
  }
  return runStaffAction(deps, staffId, 'candidate.MESSAGE', async (work) => {
    const queued: QueuedMessage[] = [];
    const messages = observeMessages(work.messages, (one) => queued.push(one));
    const result = await queueCandidateMessage({ ...work, messages }, staffId, message);
    if (!result.isExisting) {
      await requirePreviewed(work.trx, result, message.previewedIds);
      requireConfirmed(queued, message.fingerprint);
    }
    return { ...result, fingerprint: fingerprintOf(queued) };
  });
}

async function queueCandidateMessage(
  work: UnitOfWork,
  staffId: string,
  message: Message,
): Promise<QueuedCandidateMessage> {
  const { id, subject, text, isPreview } = message;
  const ids = [...new Set(message.applicationIds)];
  const recipients = await loadMessageRecipients(work.trx, ids);
  if (recipients.length < ids.length) throw createApplicationNotFoundError();
  const inserted = await work.trx
    .insertInto('candidateMessage')
    .values({ id, subject, text, applicationIds: JSON.stringify(ids), people: 0, sentById: staffId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return { ...(await requireSameMessage(work.trx, message)), isPreview };
  const reached: Result['recipients'] = [];
  for (const recipient of recipients) {
    const filled = {
      subject: fillFields(subject, recipient.values),
      text: fillFields(text, recipient.values),
    };
    if (await queueOne(work, id, recipient, filled))
      reached.push({
        ...{ applicationId: recipient.applicationId, name: recipient.values.fullName },
        ...filled,
      });
  }
  const reachedIds = new Set(reached.map(({ applicationId }) => applicationId));
  const people = new Set(
    recipients.filter((one) => reachedIds.has(one.applicationId)).map(({ person }) => person.id),
  ).size;
  await work.trx.updateTable('candidateMessage').set({ people }).where('id', '=', id).execute();
  for (const one of reached)
    await recordStaffAudit(work.trx, staffId, 'application.MESSAGE', one.applicationId, {
      subject: one.subject,
      people,
    });
  const skipped = recipients
    .filter((one) => !reachedIds.has(one.applicationId))
    .map(({ values }) => values.fullName);
  return { id, isPreview, isExisting: false, people, recipients: reached, skipped: [...new Set(skipped)] };
}

/** Queues the message to one person, as their preferences allow. Returns whether it was queued. */
async function queueOne(
  work: UnitOfWork,
  id: string,
  { applicationId, person }: MessageRecipient,
  { subject, text }: { subject: string; text: string },
): Promise<boolean> {
  let isQueued = false;
  const messages = observeMessages(work.messages, () => {
    isQueued = true;
  });
  await queueNotification({ ...work, messages }, person, {
    sender: 'candidate-message',
    ...{ subject, text, note: null },
    link: { label: 'See your application', path: `/moonshot/applications/${applicationId}/` },
    dedupeKey: `candidate-message:${id}:${applicationId}`,
  });
  return isQueued;
}

/** Throws VALIDATION_FAILED for the id of another message. */
async function requireSameMessage(
  trx: Db,
  { id, subject, text }: Message,
): Promise<Omit<QueuedCandidateMessage, 'isPreview'>> {
  const same = await trx
    .selectFrom('candidateMessage')
    .select('people')
    .where('id', '=', id)
    .where('subject', '=', subject)
    .where('text', '=', text)
    .executeTakeFirst();
  if (!same) throw new HttpError('VALIDATION_FAILED', { message: 'Please reload the page', fields: ['id'] });
  return { id, isExisting: true, people: same.people, recipients: [], skipped: [] };
}

/** Compares the very people whom the message reaches with those whom the preview has shown, because their number may be the same. */
async function requirePreviewed(
  trx: Db,
  { people, recipients }: QueuedCandidateMessage,
  previewedIds: readonly string[] | undefined,
): Promise<void> {
  if (people === 0) throw new HttpError('INVALID_STATE', { message: 'This message would reach nobody.' });
  if (!previewedIds) return;
  const reached = new Map(recipients.map(({ applicationId, name }) => [applicationId, name]));
  const added = [...reached].filter(([id]) => !previewedIds.includes(id)).map(([, name]) => name);
  const lost = previewedIds.filter((id) => !reached.has(id));
  if (!added.length && !lost.length) return;
  const lostNames = (await loadMessageRecipients(trx, lost)).map(({ values }) => values.fullName);
  throw new HttpError('STALE_WRITE', {
    message: [
      'Nothing was sent, because the recipients have changed.',
      lost.length && `Would not get it any more: ${lostNames.join(', ') || 'a deleted application'}.`,
      added.length && `Would get it now too: ${added.join(', ')}.`,
      'Look at it again.',
    ]
      .filter(Boolean)
      .join(' '),
  });
}
