import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { staffEventRoutes } from '#lib/contract/staff/events/live-events.ts';
import type { MessagePreview } from '#lib/contract/staff/message-preview.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { type EventAction, type EventGuardContext, eventFlow } from '#lib/domain/events/event-flow.ts';
import type { EventNotice } from '#lib/domain/events/event-notifications.ts';
import { informedStatuses } from '#lib/domain/events/registration-flow.ts';
import type { Db } from '#lib/server/db/index.ts';
import { type LiveEventRow, selectEvents, selectRegistrations } from '#lib/server/events/event-rows.ts';
import { lockEvent } from '#lib/server/events/lock-event.ts';
import { offerFreeSeats } from '#lib/server/events/move-registration.ts';
import { notifyRegistrant } from '#lib/server/events/notify-registrant.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import { observeMessages } from '#lib/server/messages/cancel-queued.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../audit.ts';
import { previewChange } from '../previews/collect-messages.ts';
import { presentMessagePreview } from '../previews/present-preview.ts';
import { runStaffAction, type StaffActionDeps } from '../undo/run-staff-action.ts';

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
  if (move.isPreview) {
    const { messages } = await previewChange(deps, (work) => applyMove(work, staffId, eventId, move));
    return presentMessagePreview(deps.db, messages);
  }
  const messages = await runStaffAction(deps, staffId, `event.${move.action}`, async (work) => {
    const queued = await applyMove(work, staffId, eventId, move);
    const people = new Set(queued.map(({ userId }) => userId)).size;
    if (move.people !== undefined && move.people !== people)
      throw new HttpError('STALE_WRITE', {
        message: `The people have changed. ${people} would now be informed. Look at it again.`,
      });
    return queued;
  });
  return presentMessagePreview(deps.db, messages);
}

/** Collects the input of the guards, for the times that the move gives or those of the event. */
export function buildEventContext(event: LiveEventRow, move: Partial<EventMove>): EventGuardContext {
  const { now, status, startsAt, endsAt, mode, venue, joinUrl } = event;
  const isPublic = status === 'SCHEDULED';
  return {
    isAhead: new Date(move.startsAt ?? startsAt) > now,
    hasWayIn: (mode === 'IN_PERSON' || joinUrl !== null) && (mode === 'ONLINE' || venue !== null),
    hasBegun: isPublic && startsAt <= now,
    hasEnded: isPublic && endsAt <= now,
    publicNote: move.publicNote ?? null,
  };
}

const fieldOf: Partial<Record<string, string>> = { isAhead: 'startsAt', hasReason: 'publicNote' };

async function applyMove(
  work: UnitOfWork,
  staffId: string,
  eventId: string,
  move: EventMove,
): Promise<QueuedMessage[]> {
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
      field ? { isAhead: 'VALIDATION_FAILED', hasReason: 'VALIDATION_FAILED' } : {},
      field ? { [field]: result.reason } : {},
    );
  }
  await updateStatus(trx, event, move, result.to);
  const key = await recordMove(trx, staffId, event, move, result.to);
  const queued: QueuedMessage[] = [];
  const messages = observeMessages(work.messages, (message) => queued.push(message));
  const current = await lockEvent(trx, eventId);
  await informAll({ ...work, messages }, current, move, key);
  await offerFreeSeats({ ...work, messages }, current);
  return queued;
}

function requireTimes({ action, ...move }: EventMove): void {
  if (action !== 'RESCHEDULE') return;
  const problem = (field: string, message: string) =>
    new HttpError('VALIDATION_FAILED', { message, fields: { [field]: message } });
  if (!move.startsAt) throw problem('startsAt', 'Please enter the new time');
  if (!move.endsAt || move.endsAt <= move.startsAt)
    throw problem('endsAt', 'The end must be after the beginning');
}

type NewStatus = LiveEventRow['status'];

/** The end of the registration keeps its distance from the begin. */
async function updateStatus(trx: Db, event: LiveEventRow, move: EventMove, to: NewStatus): Promise<void> {
  const { action, startsAt, endsAt, publicNote = null, replacedById = null } = move;
  const isMoved = action === 'RESCHEDULE' && startsAt !== undefined && endsAt !== undefined;
  const closesBefore = event.startsAt.getTime() - event.registrationClosesAt.getTime();
  await trx
    .updateTable('liveEvent')
    .set({
      status: to,
      ...(isMoved && {
        ...{ startsAt, endsAt, previousStartsAt: event.startsAt },
        registrationClosesAt: new Date(new Date(startsAt).getTime() - closesBefore),
      }),
      ...(action === 'CANCEL' && { cancelReason: publicNote, replacedById }),
      sequence: event.sequence + 1,
      version: event.version + 1,
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', event.id)
    .execute();
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

/** Informs everybody with a seat, an offer or a place on the wait-list, in the order in which budgets are counted. */
async function informAll(work: UnitOfWork, event: LiveEventRow, move: EventMove, key: string): Promise<void> {
  const { action, publicNote = null } = move;
  if (action === 'PUBLISH') return;
  const replacedBy = event.replacedById
    ? ((await selectEvents(work.trx).where('id', '=', event.replacedById).executeTakeFirst()) ?? null)
    : null;
  const registrations = await selectRegistrations(work.trx)
    .where('eventId', '=', event.id)
    .where('status', 'in', informedStatuses)
    .orderBy('userId')
    .execute();
  for (const registration of registrations)
    await notifyRegistrant(work, {
      ...{ event, registration, notice: notices[action], publicNote, replacedBy },
      key: `${key}:${registration.id}`,
    });
}
