import type { Generated } from 'kysely';
import type { CatalogType } from '#lib/domain/catalog/programs.ts';
import type { ActorType } from '#lib/domain/core/state-machine.ts';
import type { EventKind, EventMode, EventSpeaker, StoredEventStatus } from '#lib/domain/events/event.ts';
import type { EventNotice } from '#lib/domain/events/event-notifications.ts';
import type { RegistrationStatus } from '#lib/domain/events/registration-flow.ts';
import type { Json, Timestamp } from './columns.ts';

export interface LiveEventTable {
  id: string;
  slug: string;
  title: string;
  kind: EventKind;
  /** The programme that it is about; null for all. */
  programType: CatalogType | null;
  summary: string;
  /** Markdown. */
  description: string;
  takeaways: Json<string[]>;
  agenda: Json<string[]>;
  speakers: Json<EventSpeaker[]>;
  startsAt: Timestamp;
  endsAt: Timestamp;
  /** The begin before the last change; null if it never moved. */
  previousStartsAt: Timestamp | null;
  timeZone: string;
  mode: EventMode;
  /** Name and address of the place; null online. */
  venue: string | null;
  /** The link of the meeting. Only registrants see it, from 15 minutes before. */
  joinUrl: string | null;
  /** Null for no limit. */
  capacity: number | null;
  /** Seats that are registered, offered or were attended. */
  taken: Generated<number>;
  registrationClosesAt: Timestamp;
  waitlistEnabled: boolean;
  /** LIVE and ENDED follow from the times. */
  status: StoredEventStatus;
  /** The text to everybody when it was cancelled. */
  cancelReason: string | null;
  /** The event that takes the place of this one. */
  replacedById: string | null;
  recordingUrl: string | null;
  slidesUrl: string | null;
  /** The slides as an upload of staff; it comes before `slidesUrl`. */
  slidesMediaId: Generated<string | null>;
  /** The picture of the page and of lists; without it a picture with the title is drawn. */
  coverMediaId: Generated<string | null>;
  /** When registrants were told of the recording, which happens once. */
  recordingAnnouncedAt: Generated<Date | null>;
  /** Whether people who took part get a certificate. */
  givesCertificate: boolean;
  /** SEQUENCE of the calendar entry: it rises with each change of time, place or status. */
  sequence: Generated<number>;
  /** Rises with each edit, so that an edit of an older state is rejected. */
  version: Generated<number>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

/** The registration of a person for an event; a person who cancels and returns keeps it. */
export interface EventRegistrationTable {
  id: string;
  /** The number that people quote: `LE-26-00042`. */
  number: string;
  eventId: string;
  userId: string;
  status: RegistrationStatus;
  registeredAt: Generated<Date>;
  /** The order of the wait-list. */
  waitlistPosition: number | null;
  offerExpiresAt: Date | null;
  /** When somebody who still waited was told that the registration has closed. */
  waitlistEndedAt: Generated<Date | null>;
  /** Rises when the registration ends or begins again, and is added to the event's SEQUENCE. */
  sequence: Generated<number>;
}

interface HistoryTable {
  id: string;
  at: Generated<Date>;
  action: string;
  fromStatus: string | null;
  toStatus: string;
  actorType: ActorType;
  actorId: string | null;
  publicNote: string | null;
  privateNote: string | null;
  /** When the change was undone; readers of the history leave it out. */
  undoneAt: Generated<Date | null>;
}

export interface LiveEventHistoryTable extends HistoryTable {
  eventId: string;
}

export interface EventRegistrationHistoryTable extends HistoryTable {
  registrationId: string;
}

export interface EventFeedbackTable {
  registrationId: string;
  /** 1 to 5. */
  rating: number;
  suggestion: string;
  at: Generated<Date>;
}

/** A change of an event with many registrants, until everybody has heard of it. */
export interface EventAnnouncementTable {
  id: string;
  eventId: string;
  /** The row of the event as the change had left it. */
  event: Json<unknown>;
  publicNote: string | null;
  /** The title before the change. */
  previousTitle: string | null;
  /** The first part of the dedupe key of its messages. */
  key: string;
  dueAt: Date;
  /** When its messages began to go out; it cannot be undone any more then. */
  startedAt: Generated<Date | null>;
}

/** Somebody who is yet to hear of a change. */
export interface EventAnnouncementRecipientTable {
  announcementId: string;
  registrationId: string;
  notice: EventNotice;
  /** When the last attempt failed. */
  failedAt: Generated<Date | null>;
}

export interface EventsTables {
  liveEvent: LiveEventTable;
  eventRegistration: EventRegistrationTable;
  liveEventHistory: LiveEventHistoryTable;
  eventRegistrationHistory: EventRegistrationHistoryTable;
  eventFeedback: EventFeedbackTable;
  eventAnnouncement: EventAnnouncementTable;
  eventAnnouncementRecipient: EventAnnouncementRecipientTable;
}
