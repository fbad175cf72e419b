import { addDays, instantOf, localDate } from '#lib/domain/core/zoned-time.ts';

/** Today: what is due now, later today and late, in one list by clock. */

/** What is due, by its kind. */
export const todayKindLabels = {
  CALLBACK: 'Call back',
  CALL: 'Get in touch',
  REPLY: 'Reply to an application',
  INTERVIEW: 'Interview',
  INTERVIEWER: 'Needs an interviewer',
  MOCK_INTERVIEW: 'Mock interview',
  BATCH: 'Training begins',
  TRAINING: 'Training is over',
  TIMES: 'No interview time is free',
  SEATS: 'No training seat is free',
  EVENT: 'Event begins',
  EVENT_OFFER: 'Event seat offered',
  ATTENDANCE: 'Who came',
  CERTIFICATES: 'Certificates to issue',
  MASTERY: 'Free session',
  EMPLOYER: 'Employer answered',
  OFFER: 'Offer unanswered',
  ANSWER: 'Offer answered',
  JOINING: 'First day',
  FEE: '90 days at work',
  SEAT: 'Seat runs out',
  TEST: 'Scholarship test',
  AWARD: 'Award runs out',
  NAME: 'Name on a certificate',
  MESSAGE: 'Message failed',
  CANDIDATE: 'Check details',
} as const;
export type TodayKind = keyof typeof todayKindLabels;

export interface TodayItem {
  /** Unique in the list: its kind and the id of its subject. */
  id: string;
  kind: TodayKind;
  /** The id of the application, offer, request or message that it is about. */
  subjectId: string;
  /** When it is due or, of what has no due time, when it came. */
  at: Date;
  isLate: boolean;
  /** A person's name, or the title of a batch. */
  who: string;
  /** E.164, for a person to call; null for everything else. */
  phone?: string | null;
  /** Who is responsible: the member of staff’s name, or null for nobody. Absent of what has no owner. */
  owner?: string | null;
  /** The job, number or subject. */
  about: string;
  /** The page on which it is done. */
  href: string;
  /** The label of its action. */
  action: string;
}

/** The day of a person, in their time zone. */
export interface Day {
  now: Date;
  startsAt: Date;
  /** The beginning of the next day. */
  endsAt: Date;
}

/** Returns the day that an instant belongs to in a time zone. */
export function dayOf(now: Date, timeZone: string): Day {
  const date = localDate(now, timeZone);
  return {
    now,
    startsAt: instantOf(date, '00:00', timeZone),
    endsAt: instantOf(addDays(date, 1), '00:00', timeZone),
  };
}

/** Whose work Today shows. */
export const todayOwners = { everyone: 'Everyone', me: 'Mine' } as const;
export type TodayOwner = keyof typeof todayOwners;

/** Returns whose work to show: what the address says, or else what was chosen the last time. */
export const parseTodayOwner = (asked: string | null, remembered: string | undefined): TodayOwner =>
  (asked ?? remembered) === 'me' ? 'me' : 'everyone';

/** Up to so many of one kind are counted. */
export const maxDueCount = 200;

/** How many are due, and how many of them are late. */
export interface DueCount {
  due: number;
  late: number;
}

/** Counts items by their kind. */
export function countDue(items: readonly TodayItem[]): Map<TodayKind, DueCount> {
  const counts = new Map<TodayKind, DueCount>();
  for (const { kind, isLate } of items) {
    const { due, late } = counts.get(kind) ?? { due: 0, late: 0 };
    counts.set(kind, { due: due + 1, late: late + Number(isLate) });
  }
  return counts;
}

/** Adds up the counts of all kinds. */
export const sumDue = (counts: ReadonlyMap<TodayKind, DueCount>): DueCount => {
  const all = [...counts.values()];
  const sum = (name: keyof DueCount) => all.reduce((total, count) => total + count[name], 0);
  return { due: sum('due'), late: sum('late') };
};

/** `51`, or `200+` where not all are counted. */
export const formatDueCount = (count: number): string =>
  count > maxDueCount ? `${maxDueCount.toLocaleString('en-IN')}+` : count.toLocaleString('en-IN');

/** Sorts items by clock; items of the same time by their id, so that the order never changes. */
export const sortByClock = (items: readonly TodayItem[]): TodayItem[] =>
  [...items].sort((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1));
