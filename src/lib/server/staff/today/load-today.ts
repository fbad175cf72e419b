import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import {
  countDue,
  type Day,
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
import { isWorkOf, type SourceItem, type TodaySource, type WorkOwner } from './today-source.ts';
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

export interface Today {
  now: Date;
  items: TodayItem[];
  /** How much is due of each kind, also what is not listed. */
  counts: Map<TodayKind, DueCount>;
  /** Kinds with more items than are listed, and the page that lists them all. */
  more: { kind: TodayKind; href: string | null }[];
}

export interface TodayOptions {
  /** Another instant than now. */
  at?: Date | undefined;
}

/** Loads what is late and what is due until the end of the day in a time zone, by clock. [API-42] */
export const loadToday = async (
  db: Db,
  timeZone: string = defaultTimeZone,
  options: TodayOptions = {},
): Promise<Today> => (await loadTodayOf(db, timeZone, [], options)).everyone;

/** Loads Today of everyone and, in the order of `owners`, what of it is work of each of them. [API-42] */
export async function loadTodayOf(
  db: Db,
  timeZone: string,
  owners: readonly WorkOwner[],
  { at }: TodayOptions = {},
): Promise<{ everyone: Today; ofOwners: Today[] }> {
  const now = at ?? (await databaseNow(db));
  const day = dayOf(now, timeZone);
  const found = await listSources(db, day, owners);
  const present = (listOf: (lists: FoundOfSource) => readonly SourceItem[]) =>
    presentToday(
      now,
      found.map((lists) => ({ source: lists.source, items: listOf(lists) })),
    );
  return {
    everyone: present(({ all }) => all),
    ofOwners: owners.map((_, index) => present(({ ofOwners }) => ofOwners[index] ?? [])),
  };
}

/** One more than are counted, so that the page knows that there are more. */
const limit = maxDueCount + 1;

/**
 * How many sources are asked at a time. One page must not take every connection from other requests, and a connection that is asked often
 * keeps the plans of its statements.
 */
const maxAtOnce = 3;

async function listSources(db: Db, day: Day, owners: readonly WorkOwner[]): Promise<FoundOfSource[]> {
  const found: FoundOfSource[] = [];
  const waiting = sources.entries();
  const askNext = async () => {
    for (const [index, source] of waiting) found[index] = await listForOwners(db, source, day, owners);
  };
  await Promise.all(Array.from({ length: maxAtOnce }, askNext));
  return found;
}

interface FoundOfSource {
  source: TodaySource;
  all: readonly SourceItem[];
  ofOwners: readonly (readonly SourceItem[])[];
}

/**
 * Lists the items of a source, of everyone and of each owner. The list of everyone holds those of an owner, unless it has reached its
 * limit: then the source is asked for them.
 */
async function listForOwners(
  db: Db,
  source: TodaySource,
  day: Day,
  owners: readonly WorkOwner[],
): Promise<FoundOfSource> {
  const all = await source.list(db, day, limit);
  const listOf = async (owner: WorkOwner): Promise<readonly SourceItem[]> => {
    // A kind without owners is nobody’s work.
    if (!source.hasOwner) return owner.staffId ? [] : all;
    return all.length < limit ? all.filter(isWorkOf(owner)) : source.list(db, day, limit, owner);
  };
  return { source, all, ofOwners: await Promise.all(owners.map(listOf)) };
}

function presentToday(
  now: Date,
  lists: readonly { source: TodaySource; items: readonly SourceItem[] }[],
): Today {
  const readable = lists.map(({ source, items }) => ({
    source,
    items: items.filter(({ at }) => isReadable(at)),
  }));
  return {
    now,
    items: sortByClock(readable.flatMap(({ items }) => items.slice(0, maxOfKind).map(presentItem))),
    counts: countDue(readable.flatMap(({ items }) => items)),
    more: readable
      .filter(({ items }) => items.length > maxOfKind)
      .map(({ source: { kind, href } }) => ({ kind, href })),
  };
}

const presentItem = ({ ownerId: _, holderId: __, ...item }: SourceItem): TodayItem => item;
