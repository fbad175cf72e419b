import type { EventMode } from './event.ts';
import { describePlace } from './event-text.ts';

/** What people are told about their registration and their event. */
export type EventNotice =
  | 'REGISTER'
  | 'JOIN_WAITLIST'
  | 'OFFER_SEAT'
  | 'ACCEPT_OFFER'
  | 'EXPIRE_OFFER'
  | 'CANCEL'
  | 'REMIND'
  | 'POSTPONE_EVENT'
  | 'RESCHEDULE_EVENT'
  | 'CANCEL_EVENT'
  | 'CHANGE_PLACE'
  | 'CHANGE_LINK'
  | 'CHANGE_TITLE'
  | 'CHANGE_ZONE'
  | 'END_WAITLIST'
  | 'RECORDING_READY';

export interface EventFacts {
  title: string;
  number: string;
  /** The time in the event's zone and the person's. */
  time: string;
  /** The same with the end. */
  period: string;
  /** The title before this change; null where it stays. */
  previousTitle: string | null;
  /** The time before it moved; null where it begins when it did. */
  previousTime: string | null;
  mode: EventMode;
  venue: string | null;
  place: number | null;
  /** Until when an offered seat is kept. */
  offerUntil: string | null;
  /** `24 hours and 1 hour`; null where no reminder comes. */
  reminders: string | null;
  /** The title and time of the event that takes the place of a cancelled one. */
  replacement: string | null;
  isWaiting: boolean;
  /** Whether the event waits for a new date. */
  isPostponed: boolean;
  /** Whether people can register or join the wait-list now. */
  isOpen: boolean;
}

export interface EventNotification {
  subject: string;
  text: string;
}

/** Formats the message of a notice: one or two sentences that an SMS has room for. */
export function formatEventNotification(notice: EventNotice, facts: EventFacts): EventNotification {
  const { title, number, time } = facts;
  switch (notice) {
    case 'REGISTER':
    case 'ACCEPT_OFFER':
      return {
        subject: `You are registered: ${title}`,
        text: `${number}: you are registered for “${title}” on ${time}. ${describePlace(facts)}${facts.reminders ? ` We remind you ${facts.reminders} before.` : ''}`,
      };
    case 'JOIN_WAITLIST':
      return {
        subject: `You are on the wait-list: ${title}`,
        text: `${number}: “${title}” on ${time} is full. You are number ${facts.place ?? 1} on the wait-list. We write to you when a seat is free.`,
      };
    case 'OFFER_SEAT':
      return {
        subject: `A seat is free for you until ${facts.offerUntil}`,
        text: `${number}: a seat in “${title}” on ${time} is free for you. Take it by ${facts.offerUntil}. After that it goes to the next person.`,
      };
    case 'EXPIRE_OFFER':
      return {
        subject: `Your offered seat has gone: ${title}`,
        text: `${number}: the time to take your seat in “${title}” has ended. ${facts.isOpen ? 'We offer it to the next person. You can join the wait-list again.' : 'Registration is closed now.'}`,
      };
    case 'CANCEL':
      return {
        subject: `You cancelled: ${title}`,
        text: `${number}: you cancelled your registration for “${title}” on ${time}. Nothing is left to do.`,
      };
    case 'REMIND':
      return {
        subject: `Reminder: ${title}, ${time}`,
        text: `“${title}” begins on ${time}. ${describePlace(facts)} Your number is ${number}.`,
      };
    case 'END_WAITLIST':
      return {
        subject: `No seat became free: ${title}`,
        text: `${number}: registration for “${title}” on ${time} is closed, and no seat became free for you. Nothing is left to do.`,
      };
    case 'RECORDING_READY':
      return {
        subject: `Watch it again: ${title}`,
        text: `The recording of “${title}” is ready. You find it on the page of the event.`,
      };
    default:
      return formatChange(notice, facts);
  }
}

/** What the page, the messages and the calendar of a registrant show of an event. */
type ShownEvent = { status: string; startsAt: Date; endsAt: Date } & Record<
  'title' | 'timeZone' | 'mode' | 'venue' | 'joinUrl',
  string | null
>;

/**
 * Returns the notice of an edit of an event that is ahead: the most important one, because one message says all. A person
 * without a seat has no use for the link. Null where nothing changes that people rely on, such as the summary. While an event is
 * postponed, only a new title is news: the message with the new date says all the rest.
 */
export function findChangeNotice(
  before: ShownEvent,
  after: ShownEvent,
  hasSeat: boolean,
): EventNotice | null {
  const titleNotice = after.title === before.title ? null : 'CHANGE_TITLE';
  if (after.status === 'POSTPONED') return titleNotice;
  if (after.mode !== before.mode || (after.venue !== before.venue && after.mode !== 'ONLINE'))
    return 'CHANGE_PLACE';
  if (after.timeZone !== before.timeZone) return 'CHANGE_ZONE';
  if (hasSeat && after.joinUrl !== before.joinUrl && after.mode !== 'IN_PERSON') return 'CHANGE_LINK';
  return titleNotice;
}

/** Returns the notice of all changes between two states of an event, or null where a person has nothing to hear. */
export function findEventNotice(before: ShownEvent, after: ShownEvent, hasSeat: boolean): EventNotice | null {
  if (after.status === 'CANCELLED') return before.status === 'CANCELLED' ? null : 'CANCEL_EVENT';
  if (after.status === 'POSTPONED' && before.status !== 'POSTPONED') return 'POSTPONE_EVENT';
  const isSameTime =
    before.startsAt.getTime() === after.startsAt.getTime() &&
    before.endsAt.getTime() === after.endsAt.getTime();
  const isBack = after.status === 'SCHEDULED' && before.status === 'POSTPONED';
  return isSameTime && !isBack ? findChangeNotice(before, after, hasSeat) : 'RESCHEDULE_EVENT';
}

type ChangeNotice = Exclude<
  EventNotice,
  | 'REGISTER'
  | 'JOIN_WAITLIST'
  | 'OFFER_SEAT'
  | 'ACCEPT_OFFER'
  | 'EXPIRE_OFFER'
  | 'CANCEL'
  | 'REMIND'
  | 'END_WAITLIST'
  | 'RECORDING_READY'
>;

/** Everybody gets the same text, without their number, so that staff can read it before it goes out. */
function formatChange(notice: ChangeNotice, facts: EventFacts): EventNotification {
  const { subject, text } = describeChange(notice, facts);
  const { previousTitle, title } = facts;
  return { subject, text: previousTitle ? `“${previousTitle}” is now called “${title}”. ${text}` : text };
}

function describeChange(notice: ChangeNotice, facts: EventFacts): EventNotification {
  const { title, time, period, previousTime, replacement, isWaiting, offerUntil } = facts;
  const kept = offerUntil
    ? 'We keep the seat that we offered you.'
    : `You keep your ${isWaiting ? 'place on the wait-list' : 'seat'}.`;
  if (notice === 'CHANGE_PLACE')
    return {
      subject: `New place: ${title}`,
      text: `The place of “${title}” on ${time} has changed. ${describePlace(facts)} ${kept} If the place does not suit you, cancel on the page of the event.`,
    };
  if (notice === 'CHANGE_LINK')
    return {
      subject: `New link to join: ${title}`,
      text: `The link to join “${title}” on ${time} has changed. ${describePlace(facts)}`,
    };
  if (notice === 'CHANGE_TITLE')
    return {
      subject: `New title: ${title}`,
      text: facts.isPostponed
        ? `It is still postponed. ${kept} We write to you when the new date is set.`
        : `It is still on ${time}. ${kept}`,
    };
  if (notice === 'CHANGE_ZONE')
    return {
      subject: `New time zone: ${title}`,
      text: `The page of “${title}” shows its time in another time zone now: ${time}. It begins at the same moment as before. ${kept}`,
    };
  if (notice === 'POSTPONE_EVENT')
    return {
      subject: `Postponed: ${title}`,
      text: `“${title}” on ${time} is postponed. ${kept} We write to you when the new date is set.`,
    };
  if (notice === 'RESCHEDULE_EVENT')
    return {
      subject: `New time: ${title}, ${time}`,
      text: `“${title}” is now on ${period}${previousTime ? ` instead of ${previousTime}` : ''}. ${describePlace(facts)} ${offerUntil ? `Take the seat that we offered you by ${offerUntil}.` : kept} If the time does not suit you, cancel on the page of the event.`,
    };
  return {
    subject: `Cancelled: ${title}`,
    text: `“${title}” on ${time} is cancelled.${replacement ? ` Instead: ${replacement}. Register for it on its page.` : ' Nothing is left to do.'}`,
  };
}
