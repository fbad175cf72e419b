import type { BodyOf, ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { staffBatchRoutes } from '#lib/contract/staff/hiring/batches.ts';
import { openStatuses } from '#lib/domain/hiring/applications/application-status.ts';
import { fillFields } from '#lib/domain/hiring/applications/message-fields.ts';
import type { Db } from '#lib/server/db/index.ts';
import { queueNotification } from '#lib/server/hiring/queue-notification.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { observeMessages } from '#lib/server/messages/cancel-queued.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../../audit.ts';
import { loadPersonNames } from '../../person-names.ts';
import { previewChange } from '../../previews/collect-messages.ts';
import { presentMessagePreview } from '../../previews/present-preview.ts';
import { requireConfirmed } from '../../previews/run-confirmed.ts';
import { runStaffAction, type StaffActionDeps } from '../../undo/run-staff-action.ts';
import { loadMessageRecipients, type MessageRecipient } from '../applications/messages/message-values.ts';

type Endpoint = (typeof staffBatchRoutes)['POST /api/v1/staff/batches/{batchId}/messages/create/'];
type Message = BodyOf<Endpoint>;

/**
 * Writes to everybody in a batch, or returns who would get the message. Everybody is notified by one transaction, or nobody.
 * Sending the same id again changes nothing. Throws INVALID_STATE where the message reaches nobody, and STALE_WRITE where it
 * reaches others than the preview has shown. [API-42] [C-41]
 */
export async function writeToBatch(
  deps: StaffActionDeps,
  staffId: string,
  batchId: string,
  message: Message,
): Promise<ResponseOf<Endpoint>> {
  const { id, isPreview } = message;
  if (isPreview) {
    const { result, messages, ...others } = await previewChange(deps, (work) =>
      queueBatchMessage(work, staffId, batchId, message),
    );
    return {
      ...{ id, isPreview, isExisting: result.isExisting, seats: result.seats },
      messages: await presentMessagePreview(deps.db, messages, others),
    };
  }
  const { messages, ...sent } = await runStaffAction(deps, staffId, 'batch.MESSAGE', async (work) => {
    const result = await queueBatchMessage(work, staffId, batchId, message);
    if (!result.isExisting) requireReachesSomebody(result.messages);
    if (!result.isExisting) requireConfirmed(result.messages, message.fingerprint);
    return result;
  });
  return { id, isPreview, ...sent, messages: await presentMessagePreview(deps.db, messages) };
}

interface QueuedBatchMessage {
  isExisting: boolean;
  seats: number;
  messages: QueuedMessage[];
}

async function queueBatchMessage(
  work: UnitOfWork,
  staffId: string,
  batchId: string,
  message: Message,
): Promise<QueuedBatchMessage> {
  const { id, subject, text } = message;
  const recipients = await listRecipients(work.trx, batchId);
  const inserted = await work.trx
    .insertInto('batchMessage')
    .values({ id, batchId, subject, text, people: 0, sentById: staffId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) {
    await requireSameMessage(work.trx, batchId, message);
    return { isExisting: true, seats: recipients.length, messages: [] };
  }
  const messages = await queueToAll(work, recipients, message);
  const people = countPeople(messages);
  await work.trx.updateTable('batchMessage').set({ people }).where('id', '=', id).execute();
  await recordStaffAudit(work.trx, staffId, 'batch.MESSAGE', batchId, { subject, people });
  return { isExisting: false, seats: recipients.length, messages };
}

/** Throws VALIDATION_FAILED for the id of another message, of this batch or of another. */
async function requireSameMessage(trx: Db, batchId: string, { id, subject, text }: Message): Promise<void> {
  const same = await trx
    .selectFrom('batchMessage')
    .select('id')
    .where('id', '=', id)
    .where('batchId', '=', batchId)
    .where('subject', '=', subject)
    .where('text', '=', text)
    .executeTakeFirst();
  if (!same) throw new HttpError('VALIDATION_FAILED', { message: 'Please reload the page', fields: ['id'] });
}

const countPeople = (messages: readonly QueuedMessage[]): number =>
  new Set(messages.map(({ userId }) => userId)).size;

function requireReachesSomebody(messages: readonly QueuedMessage[]): void {
  if (!messages.length) throw new HttpError('INVALID_STATE', { message: 'This message would reach nobody.' });
}

/**
 * Lists the people with a seat whose application is open. Messages count against each person's budget, and all transactions
 * count the same people in one order.
 */
async function listRecipients(trx: Db, batchId: string): Promise<MessageRecipient[]> {
  const rows = await trx
    .selectFrom('training')
    .innerJoin('jobApplication as application', 'application.id', 'training.applicationId')
    .select('application.id')
    .where('training.batchId', '=', batchId)
    .where('training.status', '!=', 'MISSED')
    .where('application.status', 'in', openStatuses)
    .execute();
  return loadMessageRecipients(
    trx,
    rows.map(({ id }) => id),
  );
}

/** Queues the message to each person, as their preferences allow. Returns what was queued. */
async function queueToAll(
  work: UnitOfWork,
  recipients: readonly MessageRecipient[],
  { id, subject, text }: Message,
): Promise<QueuedMessage[]> {
  const queued: QueuedMessage[] = [];
  const messages = observeMessages(work.messages, (message) => queued.push(message));
  for (const { applicationId, person, values } of recipients)
    await queueNotification({ ...work, messages }, person, {
      sender: 'batch-message',
      ...{ subject: fillFields(subject, values), text: fillFields(text, values), note: null },
      link: { label: 'See your application', path: `/moonshot/applications/${applicationId}/` },
      dedupeKey: `batch-message:${id}:${applicationId}`,
    });
  return queued;
}

/** A message that a batch got, as its page lists it. */
export interface SentBatchMessage {
  id: string;
  subject: string;
  text: string;
  people: number;
  sentAt: Date;
  /** Null for a deleted account. */
  sentBy: string | null;
}

/** Lists the latest messages to a batch. */
export async function listBatchMessages(db: Db, batchId: string): Promise<SentBatchMessage[]> {
  const rows = await db
    .selectFrom('batchMessage')
    .select(['id', 'subject', 'text', 'people', 'sentAt', 'sentById'])
    .where('batchId', '=', batchId)
    .orderBy('sentAt', 'desc')
    .limit(50)
    .execute();
  const names = await loadPersonNames(
    db,
    rows.map(({ sentById }) => sentById),
  );
  return rows.map(({ sentById, ...row }) => ({ ...row, sentBy: names.get(sentById) ?? null }));
}
