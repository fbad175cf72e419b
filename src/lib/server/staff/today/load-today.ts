import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import {
  countDue,
  type DueCount,
  dayOf,
  maxDueCount,
  sortByClock,
  type TodayItem,
  type TodayKind,
} from '#lib/domain/staff/today.ts';
import { isReadable } from '#lib/server/core/readable-rows.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { certificateNames } from './certificate-names.ts';
import {
  beginningBatches,
  dueInterviews,
  interviewsWithoutInterviewer,
  unrecordedTrainings,
} from './due-appointments.ts';
import { dueCalls } from './due-calls.ts';
import { dueMockInterviews } from './due-mock-interviews.ts';
import { answeredOffers, dueFees, firstDays, unansweredOffers } from './due-offers.ts';
import { dueReplies } from './due-replies.ts';
import { dueSeats } from './due-seats.ts';
import { employerAnswers } from './employer-answers.ts';
import { failedMessages } from './failed-messages.ts';
import {
  beginningEvents,
  endingEventOffers,
  eventsWithoutCertificates,
  unmarkedEvents,
} from './live-events.ts';
import { masterySessions } from './mastery-sessions.ts';
import { endingAwards, scholarshipTests } from './scholarship-tests.ts';
import type { TodaySource, WorkOwner } from './today-source.ts';
import { waitingCandidates } from './waiting-candidates.ts';
import { waitingForInterviewTimes, waitingForTrainingSeats } from './waiting-for-times.ts';

/** What Today shows. A new kind of work is one line here and one in `todayKindLabels`. */
const sources: readonly TodaySource[] = [
  dueCalls,
  dueReplies,
  dueInterviews,
  interviewsWithoutInterviewer,
  dueMockInterviews,
  beginningBatches,
  unrecordedTrainings,
  waitingForInterviewTimes,
  waitingForTrainingSeats,
  beginningEvents,
  endingEventOffers,
  unmarkedEvents,
  eventsWithoutCertificates,
  masterySessions,
  employerAnswers,
  unansweredOffers,
  answeredOffers,
  firstDays,
  dueFees,
  dueSeats,
  scholarshipTests,
  endingAwards,
  certificateNames,
  failedMessages,
  waitingCandidates,
];

/** The maximum number of items of one kind. */
const maxOfKind = 50;

export interface TodayOptions {
  /** Another instant than now. */
  at?: Date | undefined;
  /** Whose work to list; everybody's without it. */
  owner?: WorkOwner | undefined;
}

export interface Today {
  now: Date;
  items: TodayItem[];
  /** How much is due of each kind, also what is not listed. */
  counts: Map<TodayKind, DueCount>;
  /** Kinds with more items than are listed, and the page that lists them all. */
  more: { kind: TodayKind; href: string | null }[];
}

/** Loads what is late and what is due until the end of the day in a time zone, by clock. [API-42] */
export async function loadToday(
  db: Db,
  timeZone: string = defaultTimeZone,
  { at, owner }: TodayOptions = {},
): Promise<Today> {
  const now = at ?? (await databaseNow(db));
  const day = dayOf(now, timeZone);
  const lists = await Promise.all(
    listSources(owner).map(async ({ kind, href, list }) => {
      const found = (await list(db, day, maxDueCount + 1, owner)).filter(isReadable);
      return { kind, href, found, hasMore: found.length > maxOfKind };
    }),
  );
  return {
    now,
    items: sortByClock(lists.flatMap(({ found }) => found.slice(0, maxOfKind))),
    counts: countDue(lists.flatMap(({ found }) => found)),
    more: lists.filter(({ hasMore }) => hasMore).map(({ kind, href }) => ({ kind, href })),
  };
}

/** A kind without owners is nobody’s work. */
const listSources = (owner: WorkOwner | undefined): readonly TodaySource[] =>
  owner?.staffId ? sources.filter(({ hasOwner }) => hasOwner) : sources;
