import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { formatNotification } from '#lib/domain/hiring/applications/application-notifications.ts';
import { rewordChange } from '#lib/domain/hiring/applications/heard-state.ts';
import type { AppointmentKind, MeetingSummary } from '#lib/domain/hiring/applications/notification-input.ts';
import type { MeetingChange } from '#lib/domain/hiring/appointments/meeting-place.ts';
import { summarizeOffer } from '#lib/domain/hiring/offers/offer-text.ts';
import type { SenderName } from '#lib/server/account/notifications/senders.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { Actor, TransitionNotes } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import {
  type ApplicationAggregate,
  type BatchRow,
  currentInterview,
  currentTraining,
  type OfferRow,
  type SlotRow,
} from './application-aggregate.ts';
import { calendarPath } from './appointments/calendar-link.ts';
import { loadNotificationText } from './notification-text.ts';
import { queueNotification } from './queue-notification.ts';
import type { TransitionEvent } from './record-transition.ts';
import { notificationKey, type Replacement, replaceNotifications } from './replace-notifications.ts';

/** The message to the candidate about a transition of an application, a training or an interview. */

/** A time in a message, with the time zone of its place. */
export interface AppointmentTime {
  at: Date;
  timeZone: string;
}

/** The effect of a transition on a training or an interview. */
export interface AppointmentChange {
  time?: AppointmentTime | null;
  appointment?: AppointmentKind | null;
  /** The link to a calendar file in the email. */
  calendarLink?: { of: AppointmentKind; label: keyof typeof calendarLinkLabels } | null;
}

interface NotificationOptions extends TransitionNotes, AppointmentChange {
  /** Who made the transition: candidates always get the confirmation of what they did, and choose whether they get news. */
  actor?: Actor;
  /** What the message is about: the application itself unless given. */
  kind?: 'application-update' | 'appointment';
  /** The time in the candidate's last notification, in the same zone. */
  previousTime?: Date | null;
  /** The interview or the training that is booked now. */
  meeting?: SlotRow | BatchRow | null;
  /** What is different in a moved interview besides its time. */
  changes?: readonly MeetingChange[];
  /** What the new status means for the candidate. */
  statusText?: string;
  /** The application does not return to its offer, because the time to answer it has passed. */
  hasOfferRunOut?: boolean;
  /** The offer that the transition is about. */
  offer?: OfferRow | null;
  /** The city that the application is for now, and the one before. */
  city?: string;
  previousCity?: string | null;
  /** The stage that the transition leads to. */
  stageKey?: string;
  /** The candidate need not know of it, unless it makes a message untrue that still waits. */
  isQuietAlone?: boolean;
}

const calendarLinkLabels = {
  ADD: 'Add to your calendar',
  REMOVE: 'Remove from your calendar',
};

/**
 * Queues the email and the SMS about a transition, except for one that the candidate need not know. It takes the place of those about
 * earlier transitions that still wait, with their notes. The history row's id prevents duplicates. [API-42]
 */
export async function notifyCandidate(
  work: UnitOfWork,
  aggregate: ApplicationAggregate,
  eventId: string,
  action: TransitionEvent['action'],
  given: NotificationOptions = {},
): Promise<void> {
  const replacement = await replaceNotifications(work, aggregate, eventId, action, given.isQuietAlone);
  if (given.isQuietAlone && !replacement) return;
  const { action: words, ...options } = reword(aggregate, action, given, replacement);
  const { application, job, person } = aggregate;
  const {
    time = null,
    previousTime = null,
    stageKey = aggregate.application.stageKey,
    calendarLink,
    publicNote = null,
    actor,
  } = options;
  const { timeZone } = presentUser(person);
  const format = (at: Date) => dateTimeText(at, time?.timeZone ?? timeZone, timeZone);
  const stageTitle = job.stages.find(({ key }) => key === stageKey)?.title ?? job.title;
  const input = {
    job: `${job.title} at ${job.employerName}`,
    stageTitle,
    time: time && format(time.at),
    previousTime: previousTime && format(previousTime),
    appointment: options.appointment ?? null,
    meeting: options.meeting ? await summarizeMeeting(work.trx, options.meeting, stageTitle) : null,
    changes: options.changes ?? [],
    statusText: options.statusText ?? null,
    hasOfferRunOut: options.hasOfferRunOut ?? false,
    city: options.city ?? null,
    previousCity: options.previousCity ?? null,
    offer: options.offer ? summarizeOffer(options.offer, timeZone) : null,
    reasonCode: options.reasonCode ?? null,
    isByPhone: isByPhone(action, options),
  };
  // What candidates did themselves is confirmed in the standard words.
  const own =
    actor?.type === 'CANDIDATE' ? null : await loadNotificationText(work.trx, words, aggregate, stageTitle);
  const content = formatNotification(words, input, own);
  if (!content) return;
  const path = `/moonshot/applications/${application.id}/`;
  await queueNotification(work, person, {
    ...content,
    sender: senderOf(action, options, replacement?.isAlwaysSent),
    note: [...(replacement?.notes ?? []), ...(publicNote ? [publicNote] : [])].join('\n\n') || null,
    isNoteForAll: action === 'CHANGE_CITY',
    link: { label: 'See your application', path },
    ...(calendarLink && {
      more: {
        label: calendarLinkLabels[calendarLink.label],
        path: calendarPath(work.config, calendarLink.of, application.id),
      },
    }),
    dedupeKey: notificationKey(eventId),
  });
}

/** Returns the change in whose words the message is, and what it says, from what the candidate has heard. */
function reword(
  aggregate: ApplicationAggregate,
  action: TransitionEvent['action'],
  options: NotificationOptions,
  replacement: Replacement | null,
) {
  if (!replacement) return { ...options, action };
  const { appointment = null, time = null, calendarLink = null, city } = options;
  const words = rewordChange(action, appointment, replacement);
  const { heardCity = options.previousCity ?? null } = replacement;
  const reworded = { ...options, action: words.action, previousCity: heardCity === city ? null : heardCity };
  // What is different from a time that the candidate does not know is not said; the message has all of what is booked now.
  if (words.previousTime !== undefined) return { ...reworded, previousTime: words.previousTime, changes: [] };
  if (words.lostTime === undefined) return reworded;
  const { lostTime } = words;
  const isAhead = lostTime !== null && lostTime > aggregate.now;
  const seat =
    appointment === 'TRAINING' ? currentTraining(aggregate)?.batch : currentInterview(aggregate)?.slot;
  const zone = time?.timeZone ?? seat?.timeZone ?? presentUser(aggregate.person).timeZone;
  return {
    ...reworded,
    time: isAhead ? { at: lostTime, timeZone: zone } : null,
    calendarLink: isAhead ? calendarLink : null,
  };
}

/** Returns what a message says of a booked seat. A training takes days, which its dates say. */
async function summarizeMeeting(
  trx: Db,
  seat: SlotRow | BatchRow,
  stageTitle: string,
): Promise<MeetingSummary> {
  const { mode, address, instructions, startsAt, endsAt } = seat;
  if (!('interviewerId' in seat)) return { mode, address, instructions, title: null, minutes: null };
  const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);
  const interviewer = seat.interviewerId
    ? await trx
        .selectFrom('interviewer')
        .select('name')
        .where('id', '=', seat.interviewerId)
        .executeTakeFirst()
    : undefined;
  return { mode, address, instructions, minutes, title: stageTitle, interviewer: interviewer?.name };
}

/** Staff apply and withdraw only because the candidate asked them to, so these are confirmations as well. */
const isByPhone = (action: TransitionEvent['action'], { actor }: NotificationOptions): boolean =>
  actor?.type === 'STAFF' && (action === 'SUBMIT' || action === 'WITHDRAW');

/** A change by staff that takes the place of a confirmation confirms what is true now of what the candidate did. */
function senderOf(
  action: TransitionEvent['action'],
  options: NotificationOptions,
  replacesConfirmation = false,
): SenderName {
  const { actor, kind } = options;
  const isConfirmation = replacesConfirmation || actor?.type === 'CANDIDATE' || isByPhone(action, options);
  if (kind === 'appointment') return isConfirmation ? 'appointment-confirmation' : 'appointment-update';
  return isConfirmation ? 'application-confirmation' : 'application-update';
}
