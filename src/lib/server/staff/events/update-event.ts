import { sql } from 'kysely';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { staffEventRoutes } from '#lib/contract/staff/events/live-events.ts';
import type { MessagePreview } from '#lib/contract/staff/message-preview.ts';
import { eventStatusAt, hasWayIn } from '#lib/domain/events/event.ts';
import { missingWayIn } from '#lib/domain/events/event-flow.ts';
import { findChangeNotice } from '#lib/domain/events/event-notifications.ts';
import { informedStatuses, keepsSeat, seatedStatuses } from '#lib/domain/events/registration-flow.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { LiveEventRow } from '#lib/server/events/event-rows.ts';
import { lockEvent } from '#lib/server/events/lock-event.ts';
import { offerFreeSeats } from '#lib/server/events/move-registration.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { lockOwner } from '#lib/server/media/media-repository.ts';
import { requireOwnDocument } from '#lib/server/media/own-document.ts';
import { requireOwnPicture } from '#lib/server/media/own-picture.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../audit.ts';
import type { StaffActionDeps } from '../undo/run-staff-action.ts';
import { informRegistrants, makeAnnouncedChange } from './announced-change.ts';
import { type EventValues, invalid, requireOrder, toColumns, toValues } from './event-values.ts';

type EventPatch = BodyOf<(typeof staffEventRoutes)['PATCH /api/v1/staff/events/{eventId}/update/']>;

/**
 * Changes some fields of an event, or returns whom that would inform: registrants of a new title, place, time zone, link or recording, and people
 * on the wait-list who are offered new seats. Throws `EVENT_NOT_FOUND`, `STALE_WRITE`, `INVALID_STATE`, `VALIDATION_FAILED`.
 * [API-20]
 */
export function updateEvent(
  deps: StaffActionDeps,
  staffId: string,
  id: string,
  { isPreview = false, fingerprint, ...patch }: EventPatch,
): Promise<MessagePreview> {
  return makeAnnouncedChange(deps, { staffId, name: 'event.UPDATE', isPreview, fingerprint }, (work) =>
    applyUpdate(work, staffId, id, patch),
  );
}

/** What a calendar entry shows, and the link to join that it leads to. Where it changes, the entry is updated. */
const entryFields: readonly string[] = ['title', 'summary', 'timeZone', 'mode', 'venue', 'joinUrl'];

/** The files as the columns that refer to them. */
const mediaColumns = { cover: 'coverMediaId', slides: 'slidesMediaId' } as const;

async function applyUpdate(
  work: UnitOfWork,
  staffId: string,
  id: string,
  { version, cover, slides, ...given }: Omit<EventPatch, 'isPreview' | 'people'>,
): Promise<void> {
  const { trx } = work;
  // The deletion of a file takes this lock first too, so that neither waits for the other.
  if (cover || slides) await lockOwner(trx, staffId);
  const event = await lockEvent(trx, id);
  const before = { ...toValues(event), cover: event.coverMediaId, slides: event.slidesMediaId };
  const changes = definedOf({
    ...given,
    cover: cover === null ? null : cover?.mediaId,
    slides: slides === null ? null : slides?.mediaId,
  }) as Partial<typeof before>;
  const names = (Object.keys(changes) as (keyof typeof before)[]).filter(
    (name) => JSON.stringify(changes[name]) !== JSON.stringify(before[name]),
  );
  if (!names.length) return;
  if (event.version !== version) throw new HttpError('STALE_WRITE');
  const after = { ...before, ...changes };
  requireEditable(event, names, after);
  await requireFiles(trx, staffId, names, after);
  const { cover: coverMediaId, slides: slidesMediaId, ...values } = changes;
  const registrationClosesAt = after.registrationClosesAt ?? after.startsAt;
  await trx
    .updateTable('liveEvent')
    .set({
      ...toColumns(values),
      ...definedOf({ coverMediaId, slidesMediaId }),
      registrationClosesAt,
      version: version + 1,
      updatedAt: sql<Date>`now()`,
      sequence: event.sequence + Number(names.some((name) => entryFields.includes(name))),
    })
    .where('id', '=', id)
    .execute();
  // Whoever was told that the wait-list has ended may be waiting again. Offers keep the time that was promised.
  if (names.includes('registrationClosesAt'))
    await trx
      .updateTable('eventRegistration')
      .set({ waitlistEndedAt: null })
      .where('eventId', '=', id)
      .where('waitlistEndedAt', 'is not', null)
      .execute();
  const pick = (source: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, auditValue(name, source[name])]));
  await recordStaffAudit(trx, staffId, 'event.UPDATE', id, { from: pick(before), to: pick(after) });
  await informOfUpdate(work, event, names);
  await offerFreeSeats(work, await lockEvent(trx, id));
}

const definedOf = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const auditValue = (name: string, value: unknown): unknown =>
  Object.hasOwn(mediaColumns, name) ? (value ? 'File' : '') : (value ?? null);

function requireEditable(event: LiveEventRow, names: readonly string[], after: EventValues): void {
  if (event.status === 'CANCELLED')
    throw new HttpError('INVALID_STATE', { message: 'This event is cancelled.' });
  const isOver = eventStatusAt(event, event.now) === 'ENDED';
  const movesTime = names.some((name) => name === 'startsAt' || name === 'endsAt');
  if (movesTime && event.status !== 'DRAFT')
    throw invalid('startsAt', 'People know this time. Use “Move to another time”, so that they hear of it.');
  requireOrder(after);
  if (isOver && names.includes('capacity')) throw invalid('capacity', 'The event is over.');
  if (after.capacity !== null && after.capacity < event.taken)
    throw invalid('capacity', `${event.taken} seats are taken, so there must be at least as many.`);
  if (event.status === 'SCHEDULED' && !isOver && !hasWayIn(after))
    throw invalid(after.mode === 'IN_PERSON' || after.joinUrl ? 'venue' : 'joinUrl', missingWayIn);
  if (!isOver && after.recordingUrl && names.includes('recordingUrl'))
    throw invalid('recordingUrl', 'Add the recording when the event is over.');
}

/** Locks new files until the row refers to them. */
async function requireFiles(
  trx: Db,
  staffId: string,
  names: readonly string[],
  { cover, slides }: { cover: string | null; slides: string | null },
): Promise<void> {
  if (cover && names.includes('cover')) await requireOwnPicture(trx, staffId, cover, 'cover');
  if (names.includes('slides')) await requireOwnDocument(trx, staffId, slides, 'slides');
}

/** Informs registrants of what changed in an event that is ahead or postponed, and once of the recording of one that is over. */
async function informOfUpdate(
  work: UnitOfWork,
  before: LiveEventRow,
  names: readonly string[],
): Promise<void> {
  const { trx } = work;
  const event = await lockEvent(trx, before.id);
  const key = `update:${event.id}:${event.version}:${event.sequence}`;
  const status = eventStatusAt(event, event.now);
  if (status === 'ENDED') {
    if (names.includes('recordingUrl') && event.recordingUrl && (await claimRecording(trx, event.id)))
      await informRegistrants(work, event, {
        noticeOf: () => 'RECORDING_READY',
        ...{ statuses: seatedStatuses, key },
      });
    return;
  }
  if (status === 'DRAFT' || status === 'CANCELLED') return;
  await informRegistrants(work, event, {
    noticeOf: (one) => findChangeNotice(before, event, keepsSeat(one.status)),
    previousTitle: names.includes('title') ? before.title : null,
    ...{ statuses: informedStatuses, key },
  });
}

/** Returns whether registrants have yet to hear of the recording, and notes that they do now. */
async function claimRecording(trx: Db, id: string): Promise<boolean> {
  const claimed = await trx
    .updateTable('liveEvent')
    .set({ recordingAnnouncedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('recordingAnnouncedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}
