import { describeReminders } from '#lib/domain/core/reminders/reminder-times.ts';
import { dateTimeText, periodText } from '#lib/domain/core/time-text.ts';
import { findClosedReason } from '#lib/domain/events/event.ts';
import { type EventNotice, formatEventNotification } from '#lib/domain/events/event-notifications.ts';
import { hasSeat, keepsSeat, type RegistrationAction } from '#lib/domain/events/registration-flow.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import type { SenderName } from '#lib/server/account/notifications/senders.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { eventAttachment } from './event-calendar.ts';
import type { EventRegistrationRow, LiveEventRow } from './event-rows.ts';
import { eventCalendarPath, eventPath } from './present-event.ts';

interface NotifyOptions {
  event: LiveEventRow;
  registration: EventRegistrationRow;
  /** The person of the registration, loaded unless given. */
  person?: UserRow | undefined;
  notice: EventNotice | RegistrationAction;
  /** A text that staff wrote for everybody; only the email has it. */
  publicNote?: string | null;
  /** The title before this change. */
  previousTitle?: string | null;
  /** The event that takes the place of a cancelled one. */
  replacedBy?: LiveEventRow | null;
  /** Identifies the change, so that it is sent once. */
  key: string;
}

/** Changes that somebody with a seat would miss the event without. */
const appointmentNotices = [
  ...['POSTPONE_EVENT', 'RESCHEDULE_EVENT', 'CANCEL_EVENT'],
  ...['CHANGE_PLACE', 'CHANGE_LINK'],
];

/** Changes of the event that its calendar entry shows. */
const entryNotices = [...appointmentNotices, 'CHANGE_TITLE', 'CHANGE_ZONE'];

const linkLabels: Partial<Record<string, string>> = {
  OFFER_SEAT: 'Take this seat',
  RECORDING_READY: 'Watch the recording',
};

/** Attendance is no news to the person. */
const silentActions: readonly string[] = ['MARK_ATTENDED', 'MARK_NO_SHOW', 'CLEAR_ATTENDANCE'];

/** Queues the messages about a registration or its event. Each is sent once per key. [C-22, C-41] */
export async function notifyRegistrant(work: UnitOfWork, options: NotifyOptions): Promise<void> {
  const { event, registration, notice, publicNote, key } = options;
  const { replacedBy = null, previousTitle = null } = options;
  if (silentActions.includes(notice)) return;
  const person = options.person ?? (await loadPerson(work.trx, registration.userId));
  const { subject, text } = formatEventNotification(notice as EventNotice, {
    ...factsOf(event, registration, replacedBy, person),
    previousTitle,
  });
  const { siteOrigin } = work.config;
  const href = `${siteOrigin}${eventPath(replacedBy?.slug ?? event.slug)}`;
  const isEntryChanged = changesEntry(notice, event, registration);
  await notify(work, {
    sender: senderOf(notice, registration),
    recipient: { person },
    text,
    ...(publicNote && { emailSummary: `${text} ${publicNote}` }),
    href,
    email: {
      subject,
      body: {
        title: subject,
        paragraphs: [`Hello ${person.firstName},`, text, ...(publicNote ? [publicNote] : [])],
        links: [
          { label: linkLabels[notice] ?? 'See the event', href },
          ...(notice === 'REGISTER' || notice === 'ACCEPT_OFFER' || notice === 'RESCHEDULE_EVENT'
            ? [{ label: 'Add to your calendar', href: `${siteOrigin}${eventCalendarPath(event.slug)}` }]
            : []),
        ],
        footnote: `You get this email because you registered for an event at ${new URL(siteOrigin).host}.`,
      },
      ...(isEntryChanged && { attachments: [eventAttachment(registration.id)] }),
    },
    dedupeKey: `event:${key}`,
  });
}

const loadPerson = (trx: UnitOfWork['trx'], userId: string): Promise<UserRow> =>
  trx.selectFrom('appUser').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();

/** Returns whether the person's calendar gets, moves or loses the entry. */
function changesEntry(
  notice: string,
  event: LiveEventRow,
  { status, sequence }: EventRegistrationRow,
): boolean {
  if (notice === 'REGISTER' || notice === 'ACCEPT_OFFER') return true;
  // Somebody who leaves the wait-list never had an entry; one with a seat has one to remove.
  if (notice === 'CANCEL') return sequence > 0;
  // A postponed event has no entry until the new date brings it back.
  if (notice === 'CHANGE_TITLE' && event.status === 'POSTPONED') return false;
  return keepsSeat(status) && entryNotices.includes(notice);
}

/**
 * What the person just did, and the seat that they wait for, is confirmed. Somebody with a seat has an appointment, and always
 * hears of its changes. The rest is news to them.
 */
function senderOf(notice: string, { status }: EventRegistrationRow): SenderName {
  if (notice === 'REMIND') return 'event-reminder';
  if (hasSeat(status) && appointmentNotices.includes(notice)) return 'event-change';
  return ['REGISTER', 'JOIN_WAITLIST', 'OFFER_SEAT', 'ACCEPT_OFFER', 'CANCEL'].includes(notice)
    ? 'event-confirmation'
    : 'event-update';
}

function factsOf(
  event: LiveEventRow,
  { number, place, offerExpiresAt, status }: EventRegistrationRow,
  replacedBy: LiveEventRow | null,
  person: UserRow,
) {
  const { title, timeZone, mode, venue, startsAt, previousStartsAt, now } = event;
  const viewer = presentUser(person).timeZone;
  const timeOf = (instant: Date | null) => instant && dateTimeText(instant, timeZone, viewer);
  const periodOf = ({ startsAt, endsAt, timeZone }: LiveEventRow) =>
    periodText({ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }, timeZone, viewer);
  return {
    ...{ title, number, mode, venue, place },
    time: dateTimeText(startsAt, timeZone, viewer),
    period: periodOf(event),
    previousTime: timeOf(previousStartsAt),
    offerUntil: timeOf(offerExpiresAt),
    reminders: describeReminders(startsAt, now),
    replacement: replacedBy && `“${replacedBy.title}”, ${periodOf(replacedBy)}`,
    isWaiting: status === 'WAITLISTED' || status === 'OFFERED',
    isPostponed: event.status === 'POSTPONED',
    isOpen: findClosedReason(event, now) === null,
  };
}
