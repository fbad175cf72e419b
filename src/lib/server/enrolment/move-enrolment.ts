import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import {
  type EnrolmentAction,
  type EnrolmentNeed,
  type EnrolmentStatus,
  enrolmentFlow,
  enrolmentPolicy,
  enrolmentTable,
  hasSeat,
} from '#lib/domain/enrolment/enrolment-flow.ts';
import { releaseBatchSeat, reserveBatchSeat } from '#lib/server/catalog/batch-seats.ts';
import { type Actor, systemActor, type TransitionNotes } from '#lib/server/core/actor.ts';
import { auditTransition } from '#lib/server/core/audit.ts';
import { convertLead } from '#lib/server/core/convert-lead.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import {
  buildEnrolmentContext,
  type EnrolmentAggregate,
  loadEnrolmentForUpdate,
  requireEnrolment,
} from './enrolment-aggregate.ts';
import { notifyLearner } from './notify-learner.ts';
import { releaseAward } from './scholarship/use-award.ts';

/** The transitions of an enrolment that exists. */
export type EnrolmentMoveAction = Exclude<EnrolmentAction, 'REQUEST' | 'RECORD_PAYMENT'>;

/**
 * Makes one transition of an enrolment: a conditional update with its seat, history, audit row and messages, all in the
 * caller's transaction. A move that was made already changes nothing, so that a double click is harmless. Throws
 * `NOT_FOUND`, `PERMISSION_DENIED`, `INVALID_STATE`, `BATCH_CLOSED`, `BATCH_FULL`.
 */
export async function moveEnrolment(
  work: UnitOfWork,
  actor: Actor,
  id: string,
  action: EnrolmentMoveAction,
  notes: TransitionNotes = {},
): Promise<void> {
  const aggregate = await loadEnrolmentForUpdate(work.trx, actor, id);
  if (isDone(aggregate, actor, action)) return;
  await moveLockedEnrolment(work, actor, aggregate, action, notes);
  const { batch, enrolment } = aggregate;
  if (batch && hasSeat(enrolment.status)) await offerFreeSeats(work, batch.id);
}

/** Returns whether the last change of the enrolment was this one, by the same side. */
function isDone({ history }: EnrolmentAggregate, actor: Actor, action: EnrolmentMoveAction): boolean {
  // A payment changes the status only where it gives a released seat back.
  const last = history.findLast(({ fromStatus, toStatus }) => fromStatus !== toStatus);
  return last?.action === action && last.actorType === actor.type;
}

const errorCodes: Partial<Record<EnrolmentNeed, ErrorCode>> = {
  batchIsOpen: 'BATCH_CLOSED',
  seatIsFree: 'BATCH_FULL',
  hasReason: 'VALIDATION_FAILED',
};

/** Makes the transition for an enrolment that the caller has locked. */
export async function moveLockedEnrolment(
  work: UnitOfWork,
  actor: Actor,
  aggregate: EnrolmentAggregate,
  action: EnrolmentMoveAction,
  notes: TransitionNotes = {},
): Promise<void> {
  const { trx } = work;
  const { enrolment, batch } = aggregate;
  const from = enrolment.status;
  const { reasonCode = null } = notes;
  const context = buildEnrolmentContext(aggregate, reasonCode);
  const result = checkTransition(enrolmentFlow, action, actor.type, from, context);
  if (!result.isAllowed)
    throw toHttpError(
      result,
      errorCodes,
      result.because === 'hasReason' ? { reasonCode: result.reason } : {},
    );

  const { to } = result;
  if (hasSeat(to) && !hasSeat(from) && !(batch && (await reserveBatchSeat(trx, batch))))
    throw new HttpError('BATCH_FULL');
  const updated = await trx
    .updateTable('enrolment')
    .set({ status: to, ...buildMoveColumns(action) })
    .where('id', '=', enrolment.id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw new HttpError('INVALID_STATE');
  if (hasSeat(from) && !hasSeat(to)) await releaseBatchSeat(trx, enrolment.batchId);
  if (to === 'RELEASED') await releaseAward(trx, enrolment.id);

  const key = await recordEnrolmentEvent(trx, enrolment.id, actor, { action, from, to }, notes);
  if (action === 'CONFIRM') await convertLead(trx, enrolment.id);
  await notifyLearner(work, await requireEnrolment(trx, enrolment.id), action, { ...notes, from, key });
}

const now = sql<Date>`now()`;
const inHours = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours}::int)`;

/** Returns the columns that a transition sets besides the status; times are the database's. */
function buildMoveColumns(action: EnrolmentMoveAction) {
  if (action === 'HOLD_SEAT' || action === 'ACCEPT_OFFER')
    return { holdExpiresAt: inHours(enrolmentPolicy.holdHours), remindedAt: null };
  if (action === 'OFFER_SEAT') return { holdExpiresAt: inHours(enrolmentPolicy.offerHours) };
  if (action === 'CONFIRM') return { confirmedAt: now, holdExpiresAt: null };
  const isEnd = enrolmentTable.some((one) => one.action === action && endStatuses.includes(one.to));
  return isEnd ? { endedAt: now, holdExpiresAt: null } : {};
}

const endStatuses: readonly EnrolmentStatus[] = ['RELEASED', 'DROPPED', 'COMPLETED'];

interface EnrolmentChange {
  action: EnrolmentAction;
  from: EnrolmentStatus | null;
  to: EnrolmentStatus;
}

/** Inserts the history row and, for staff, the audit row. Returns the id of the history row. */
export async function recordEnrolmentEvent(
  trx: Db,
  enrolmentId: string,
  actor: Actor,
  { action, from, to }: EnrolmentChange,
  notes: TransitionNotes = {},
): Promise<string> {
  const { reasonCode = null, publicNote = null, privateNote = null } = notes;
  const id = uuidv7();
  await trx
    .insertInto('enrolmentEvent')
    .values({
      ...{ id, enrolmentId, action, fromStatus: from, toStatus: to, reasonCode, publicNote, privateNote },
      actorType: actor.type,
      actorId: actor.id,
    })
    .execute();
  const subject = { subjectType: 'enrolment', subjectId: enrolmentId };
  await auditTransition(trx, actor, { ...subject, action, from, to }, notes);
  return id;
}

/**
 * Offers free seats of a batch to the first people on its wait-list, in order. Somebody whom another transaction is
 * changing at this moment is skipped.
 */
export async function offerFreeSeats(work: UnitOfWork, batchId: string): Promise<void> {
  for (;;) {
    const first = await work.trx
      .selectFrom('enrolment')
      .select('id')
      .where('batchId', '=', batchId)
      .where('status', '=', 'WAITLISTED')
      .orderBy('id')
      .limit(1)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!first) return;
    const aggregate = await requireEnrolment(work.trx, first.id);
    const context = buildEnrolmentContext(aggregate, null);
    const { isAllowed } = checkTransition(enrolmentFlow, 'OFFER_SEAT', 'SYSTEM', 'WAITLISTED', context);
    if (!isAllowed) return;
    try {
      await moveLockedEnrolment(work, systemActor, aggregate, 'OFFER_SEAT');
    } catch (error) {
      // Another person took the seat after it was counted; nothing was written yet.
      if (error instanceof HttpError && error.errorCode === 'BATCH_FULL') return;
      throw error;
    }
  }
}
