import type { MessagePreview } from '#lib/contract/staff/message-preview.ts';
import type { EventNotice } from '#lib/domain/events/event-notifications.ts';
import type { RegistrationStatus } from '#lib/domain/events/registration-flow.ts';
import { undoSeconds } from '#lib/domain/staff/undo.ts';
import type { Db } from '#lib/server/db/index.ts';
import { findReplacement, insertAnnouncement } from '#lib/server/events/announcements.ts';
import {
  type EventRegistrationRow,
  type LiveEventRow,
  selectRegistrations,
  withoutPlace,
} from '#lib/server/events/event-rows.ts';
import { notifyRegistrant } from '#lib/server/events/notify-registrant.ts';
import { observeMessages } from '#lib/server/messages/cancel-queued.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { previewChange } from '../previews/collect-messages.ts';
import { presentMessagePreview } from '../previews/present-preview.ts';
import { requireConfirmed } from '../previews/run-confirmed.ts';
import { runStaffAction, type StaffActionDeps } from '../undo/run-staff-action.ts';

interface ChangeOptions {
  staffId: string;
  /** The name of the audit event. */
  name: string;
  isPreview: boolean;
  /** The preview that was confirmed. */
  fingerprint: string | undefined;
}

/**
 * Makes a change of an event and returns whom it informs, or with `isPreview` whom it would inform. Throws `STALE_WRITE` where
 * it would inform others than the preview has shown.
 */
export async function makeAnnouncedChange(
  deps: StaffActionDeps,
  { staffId, name, isPreview, fingerprint }: ChangeOptions,
  change: (work: UnitOfWork) => Promise<void>,
): Promise<MessagePreview> {
  if (isPreview) {
    const { messages, ...others } = await previewChange(deps, change);
    return presentMessagePreview(deps.db, messages, others);
  }
  const queued = await runStaffAction(deps, staffId, name, async (work) => {
    const messages: QueuedMessage[] = [];
    await change({ ...work, messages: observeMessages(work.messages, (message) => messages.push(message)) });
    requireConfirmed(messages, fingerprint);
    return messages;
  });
  return presentMessagePreview(deps.db, queued);
}

interface Announcement {
  /** The notice of a person, or null for nobody’s news. */
  noticeOf: (registration: EventRegistrationRow) => EventNotice | null;
  previousTitle?: string | null;
  /** Who is informed. */
  statuses: readonly RegistrationStatus[];
  publicNote?: string | null;
  /** Identifies the change, so that each person hears of it once. */
  key: string;
}

/** People who are informed within the change; the others hear of it from a task, so that the change is short. */
const informedAtOnce = 50;

/**
 * Informs everybody whose registration has one of the statuses, in the order in which budgets are counted. What the others will
 * get is planned, so that the preview, its confirmation and the undo know everybody.
 */
export async function informRegistrants(
  work: UnitOfWork,
  event: LiveEventRow,
  { noticeOf, statuses, previousTitle = null, publicNote = null, key }: Announcement,
): Promise<void> {
  const replacedBy = await findReplacement(work.trx, event);
  const informed = (await listWithPeople(work.trx, event.id, statuses)).flatMap((one) => {
    const notice = noticeOf(one.registration);
    return notice ? [{ ...one, notice }] : [];
  });
  const notify = (through: UnitOfWork['messages'], one: (typeof informed)[number]) =>
    notifyRegistrant(
      { ...work, messages: through },
      { ...{ event, publicNote, replacedBy, previousTitle }, ...one, key: `${key}:${one.registration.id}` },
    );
  for (const one of informed.slice(0, informedAtOnce)) await notify(work.messages, one);
  const later = informed.slice(informedAtOnce);
  if (!later.length) return;
  const queue: UnitOfWork['messages']['queue'] = async (_, ...planned) => work.messages.plan?.(planned);
  for (const one of later) await notify({ queue }, one);
  await insertAnnouncement(work.trx, event, {
    recipients: later.map(({ registration, notice }) => ({ registrationId: registration.id, notice })),
    ...{ publicNote, previousTitle, key, seconds: undoSeconds },
  });
}

/** Lists registrations with their people, in the order in which budgets are counted. */
async function listWithPeople(trx: Db, eventId: string, statuses: readonly RegistrationStatus[]) {
  const registrations = await selectRegistrations(trx, withoutPlace)
    .where('eventId', '=', eventId)
    .where('status', 'in', statuses)
    .orderBy('userId')
    .execute();
  const people = await trx
    .selectFrom('appUser')
    .selectAll()
    .where('id', 'in', (from) =>
      from.selectFrom('eventRegistration').select('userId').where('eventId', '=', eventId),
    )
    .execute();
  const personOf = new Map(people.map((person) => [person.id, person]));
  return registrations.map((registration) => ({
    registration,
    person: personOf.get(registration.userId),
  }));
}
