import { sql } from 'kysely';
import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import {
  type MockInterviewAction,
  type MockInterviewContext,
  type MockInterviewNeed,
  type MockInterviewStatus,
  mockInterviewFlow,
} from '#lib/domain/hiring/mock-interviews/mock-interview-flow.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { inviteInterviewers } from '../appointments/interviewer-invites.ts';
import { releaseSeat } from '../seats.ts';
import { reserveExpertSlot } from './book-mock-interview.ts';
import { notifyExpert, notifyStaffOfCancellation } from './expert-alerts.ts';
import {
  loadMockInterviewForUpdate,
  type MockInterviewAggregate,
  requireMockInterview,
} from './mock-interview-aggregate.ts';
import { notifyCandidate } from './notify-candidate.ts';
import { releasePass, requirePassFor } from './passes/consume-pass.ts';
import { recordMockInterviewEvent } from './record-event.ts';

const errorCodes: Partial<Record<MockInterviewNeed, ErrorCode>> = {
  beforeDeadline: 'TOO_LATE_TO_RESCHEDULE',
};

/** Collects the input of the guards. */
const buildMockInterviewContext = ({ slot, person, now }: MockInterviewAggregate): MockInterviewContext => ({
  startsAt: slot.startsAt,
  timeZone: presentUser(person).timeZone,
  now,
});

function requireTransition(
  aggregate: MockInterviewAggregate,
  actor: Actor,
  action: MockInterviewAction,
): MockInterviewStatus {
  const context = buildMockInterviewContext(aggregate);
  const result = checkTransition(mockInterviewFlow, action, actor.type, aggregate.mock.status, context);
  if (!result.isAllowed) throw toHttpError(result, errorCodes);
  return result.to;
}

/**
 * Moves a mock interview to another free time of its expert. The new seat is taken before the old one is released, in one
 * transaction, so that somebody who is too late for the new time keeps the old one. The same time again changes nothing.
 * Throws `NOT_FOUND`, `SLOT_INVALID`, `SLOT_IN_PAST`, `SLOT_TAKEN`, `PAYMENT_REQUIRED`, `TOO_LATE_TO_RESCHEDULE`,
 * `INVALID_STATE`. [C-42]
 */
export async function rescheduleMockInterview(
  work: UnitOfWork,
  actor: Actor,
  id: string,
  slotId: string,
): Promise<void> {
  const { trx } = work;
  const aggregate = await loadMockInterviewForUpdate(trx, actor, id);
  const { mock, slot: previous, expert, now } = aggregate;
  if (mock.status === 'BOOKED' && mock.slotId === slotId) return;
  const to = requireTransition(aggregate, actor, 'MOVE');
  const slot = await reserveExpertSlot(trx, mock.userId, expert.id, slotId, previous.id);
  await requirePassFor(trx, mock.passId, slot.startsAt);
  await trx
    .updateTable('mockInterview')
    .set({ slotId, sequence: mock.sequence + 1 })
    .where('id', '=', id)
    .where('status', '=', mock.status)
    .where('slotId', '=', previous.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  await releaseSeat(trx, 'interviewSlot', previous.id);
  await inviteInterviewers(work, { mockInterviewId: id }, previous, slot, now);
  const change = { action: 'MOVE', from: mock.status, to, startsAt: slot.startsAt } as const;
  const eventId = await recordMockInterviewEvent(trx, id, actor, change);
  const moved = await requireMockInterview(trx, actor, id);
  await notifyCandidate(work, moved, 'MOVE', { actor, eventId });
  await notifyExpert(work, moved, 'MOVE', { actor, eventId });
}

interface MoveInput {
  action: 'CANCEL' | 'COMPLETE' | 'MISS';
  publicNote?: string | null;
}

/**
 * Cancels a mock interview or records its result. A seat that an expert gives up is not offered to others; any other
 * cancelled seat is free again. A repeated change does nothing. Throws `NOT_FOUND`, `TOO_LATE_TO_RESCHEDULE`,
 * `INVALID_STATE`.
 */
export async function moveMockInterview(
  work: UnitOfWork,
  actor: Actor,
  id: string,
  { action, publicNote = null }: MoveInput,
): Promise<void> {
  const { trx } = work;
  const aggregate = await loadMockInterviewForUpdate(trx, actor, id);
  const { mock, slot, now } = aggregate;
  const last = aggregate.history.at(-1);
  if (last?.action === action && last.actorType === actor.type) return;
  const to = requireTransition(aggregate, actor, action);
  const isCancelled = to === 'CANCELLED';
  const updated = await trx
    .updateTable('mockInterview')
    // A calendar with the old time accepts its removal only with a higher sequence.
    .set({ status: to, ...(isCancelled && { sequence: mock.sequence + 1 }) })
    .where('id', '=', id)
    .where('status', '=', mock.status)
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw new HttpError('INVALID_STATE');
  if (isCancelled) {
    await releaseSeat(trx, 'interviewSlot', slot.id);
    await releasePass(trx, mock.passId);
    if (actor.type === 'EXPERT')
      await trx
        .updateTable('interviewSlot')
        .set({ cancelledAt: sql<Date>`now()`, cancelNote: publicNote })
        .where('id', '=', slot.id)
        .execute();
    await inviteInterviewers(work, { mockInterviewId: id }, slot, null, now);
  }
  const change = { action, from: mock.status, to, startsAt: slot.startsAt, publicNote };
  const eventId = await recordMockInterviewEvent(trx, id, actor, change);
  if (action === 'COMPLETE') return;
  const moved = await requireMockInterview(trx, actor, id);
  await notifyCandidate(work, moved, action, { actor, eventId, publicNote });
  if (action !== 'CANCEL') return;
  await notifyExpert(work, moved, 'CANCEL', { actor, eventId });
  if (actor.type === 'EXPERT') await notifyStaffOfCancellation(work, moved, { eventId, publicNote });
}
