import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { staffEventRoutes } from '#lib/contract/staff/events/live-events.ts';
import type { MessagePreview } from '#lib/contract/staff/message-preview.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { hasWayIn, offerExpiry } from '#lib/domain/events/event.ts';
import { type EventAction, type EventGuardContext, eventFlow } from '#lib/domain/events/event-flow.ts';
import type { EventNotice } from '#lib/domain/events/event-notifications.ts';
import { informedStatuses, markedStatuses } from '#lib/domain/events/registration-flow.ts';
import type { Db } from '#lib/server/db/index.ts';
import { type LiveEventRow, selectEvents } from '#lib/server/events/event-rows.ts';
import { lockEvent } from '#lib/server/events/lock-event.ts';
import { offerFreeSeats } from '#lib/server/events/move-registration.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../audit.ts';
import type { StaffActionDeps } from '../undo/run-staff-action.ts';
import { informRegistrants, makeAnnouncedChange } from './announced-change.ts';
import { invalid } from './event-values.ts';

export type EventMove = BodyOf<(typeof staffEventRoutes)['POST /api/v1/staff/events/{eventId}/move/']>;

/**
 * Publishes, postpones, moves or cancels an event and informs everybody, or returns whom it would inform. Throws
 * `EVENT_NOT_FOUND`, `INVALID_STATE`, `VALIDATION_FAILED`, and `STALE_WRITE` where it would inform others than the preview has
 * shown. [API-20]
 */
export async function moveEvent(
  deps: StaffActionDeps,
  staffId: string,
  eventId: string,
  move: EventMove,
): Promise<MessagePreview> {
  const { action, isPreview, fingerprint } = move;
  return makeAnnouncedChange(deps, { staffId, name: `event.${action}`, isPreview, fingerprint }, (work) =>
    applyMove(work, staffId, eventId, move),
  );
}

/** Collects the input of the guards, for the times that the move gives or those of the event. */
export function buildEventContext(event: LiveEventRow, move: Partial<EventMove>): EventGuardContext {
  const { now, status, startsAt, endsAt } = event;
  const isPublic = status === 'SCHEDULED';
  return {
    isAhead: new Date(move.startsAt ?? startsAt) > now,
    isNewTime: status === 'POSTPONED' || !isAt(move.startsAt, startsAt) || !isAt(move.endsAt, endsAt),
    hasWayIn: hasWayIn(event),
    hasBegun: isPublic && startsAt <= now,
    hasEnded: isPublic && endsAt <= now,
    publicNote: move.publicNote ?? null,
  };
}

/** Returns whether a move names this time. Forms have minutes, and a stored time may have seconds. */
const isAt = (given: string | undefined, time: Date): boolean =>
  given !== undefined && Math.abs(Date.parse(given) - time.getTime()) < 60_000;

const fieldOf: Partial<Record<string, string>> = {
  ...{ isAhead: 'startsAt', isNewTime: 'startsAt', hasReason: 'publicNote' },
};

async function applyMove(work: UnitOfWork, staffId: string, eventId: string, move: EventMove): Promise<void> {
  const { trx } = work;
  const event = await lockEvent(trx, eventId);
  requireTimes(move);
  const result = checkTransition(
    eventFlow,
    move.action,
    'STAFF',
    event.status,
    buildEventContext(event, move),
  );
  if (!result.isAllowed) {
    const field = fieldOf[result.because];
    throw toHttpError(
      result,
      field ? { [result.because]: 'VALIDATION_FAILED' } : {},
      field ? { [field]: result.reason } : {},
    );
  }
  await requireReplacement(trx, event, move);
  await updateStatus(trx, event, move, result.to);
  const key = await recordMove(trx, staffId, event, move, result.to);
  if (move.action === 'PUBLISH') return;
  const current = await lockEvent(trx, eventId);
  const notice = notices[move.action];
  const isSameBegin = isAt(current.startsAt.toISOString(), event.startsAt);
  await informRegistrants(work, isSameBegin ? { ...current, previousStartsAt: null } : current, {
    ...{ noticeOf: () => notice, statuses: informedStatuses, publicNote: move.publicNote ?? null, key },
  });
  await offerFreeSeats(work, current);
}

/** Rejects anything but another public event that is ahead as the one that takes the place of a cancelled event. */
async function requireReplacement(
  trx: Db,
  { id, now }: LiveEventRow,
  { action, replacedById }: EventMove,
): Promise<void> {
  if (action !== 'CANCEL' || !replacedById) return;
  const other = await selectEvents(trx).where('id', '=', replacedById).executeTakeFirst();
  if (other && other.id !== id && other.status === 'SCHEDULED' && other.endsAt > now) return;
  throw invalid('replacedById', 'Please choose another event that is ahead');
}

function requireTimes({ action, ...move }: EventMove): void {
  if (action !== 'RESCHEDULE') return;
  if (!move.startsAt) throw invalid('startsAt', 'Please enter the new time');
  if (!move.endsAt || move.endsAt <= move.startsAt)
    throw invalid('endsAt', 'The end must be after the beginning');
}

type NewStatus = LiveEventRow['status'];

/**
 * Writes the event, and what of its registrations is no longer true: who came, until when offers are kept, and that the wait-list
 * has ended.
 */
async function updateStatus(trx: Db, event: LiveEventRow, move: EventMove, to: NewStatus): Promise<void> {
  const { action, startsAt, endsAt, publicNote = null, replacedById = null } = move;
  const times =
    action === 'RESCHEDULE' && startsAt && endsAt
      ? newTimes(event, new Date(startsAt), new Date(endsAt))
      : null;
  await trx
    .updateTable('liveEvent')
    .set({
      status: to,
      ...times,
      ...(action === 'CANCEL' && { cancelReason: publicNote, replacedById }),
      sequence: event.sequence + 1,
      version: event.version + 1,
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', event.id)
    .execute();
  if (action === 'PUBLISH') return;
  const ofEvent = trx.updateTable('eventRegistration').where('eventId', '=', event.id);
  await ofEvent.set({ status: 'REGISTERED' }).where('status', 'in', markedStatuses).execute();
  if (!times) return;
  await ofEvent.set({ waitlistEndedAt: null }).where('waitlistEndedAt', 'is not', null).execute();
  const offerExpiresAt = offerExpiry(times.registrationClosesAt, event.now);
  await ofEvent.set({ offerExpiresAt }).where('status', '=', 'OFFERED').execute();
}

/** The end of the registration keeps its distance from the begin, unless it would have passed already. */
function newTimes(event: LiveEventRow, startsAt: Date, endsAt: Date) {
  const closesBefore = event.startsAt.getTime() - event.registrationClosesAt.getTime();
  const closesAt = new Date(Math.min(startsAt.getTime() - closesBefore, endsAt.getTime()));
  return {
    ...{ startsAt, endsAt },
    previousStartsAt: findPreviousStart(event, startsAt),
    registrationClosesAt: closesAt > event.now ? closesAt : startsAt,
  };
}

/** A new end leaves what an earlier move has said. A postponed event that comes back at its old time has not moved. */
function findPreviousStart({ startsAt: before, previousStartsAt, status }: LiveEventRow, startsAt: Date) {
  if (!isAt(startsAt.toISOString(), before)) return before;
  return status === 'POSTPONED' ? null : previousStartsAt;
}

/** Inserts the history row and the audit row, and returns the id of the history row. */
async function recordMove(
  trx: Db,
  staffId: string,
  { id: eventId, status }: LiveEventRow,
  { action, publicNote = null }: EventMove,
  to: NewStatus,
): Promise<string> {
  const id = uuidv7();
  await trx
    .insertInto('liveEventHistory')
    .values({
      ...{ id, eventId, action, fromStatus: status, toStatus: to, publicNote, privateNote: null },
      ...{ actorType: 'STAFF', actorId: staffId },
    })
    .execute();
  await recordStaffAudit(trx, staffId, `event.${action}`, eventId, { from: status, to, publicNote });
  return id;
}

const notices: Record<Exclude<EventAction, 'PUBLISH'>, EventNotice> = {
  POSTPONE: 'POSTPONE_EVENT',
  RESCHEDULE: 'RESCHEDULE_EVENT',
  CANCEL: 'CANCEL_EVENT',
};
