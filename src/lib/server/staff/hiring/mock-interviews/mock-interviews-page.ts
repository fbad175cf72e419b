import { staffMockInterviewRoutes } from '#lib/contract/staff/hiring/mock-interviews.ts';
import { dateTimeText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import type { User } from '#lib/server/account/present-user.ts';
import type { Db } from '#lib/server/db/index.ts';
import { listFreeSlots } from '#lib/server/hiring/seats.ts';
import { loadListPage } from '../../list-page.ts';
import { listMockInterviews } from './find-mock-interviews.ts';
import { listExperts } from './staff-experts.ts';

/** A select field offers at most this many free times. */
const shownTimes = 60;

/** Loads what the list of mock interviews shows: the rows, the experts, and free times of those with an open booking. */
export async function loadMockInterviewsPage(db: Db, url: URL, user: User | null) {
  const timeZone = user?.timeZone ?? defaultTimeZone;
  const schema = staffMockInterviewRoutes['GET /api/v1/staff/mock-interviews/'].query;
  const page = await loadListPage(url, schema, (query) => listMockInterviews(db, query));
  const open = page.results.filter(({ status }) => status === 'BOOKED').map(({ expertId }) => expertId);
  const freeTimes = new Map<string, [id: string, time: string][]>();
  for (const expertId of new Set(open)) {
    const slots = (await listFreeSlots(db, { expertId })).slice(0, shownTimes);
    freeTimes.set(
      expertId,
      slots.map((slot) => [slot.id, dateTimeText(slot.startsAt, slot.timeZone, timeZone)]),
    );
  }
  const experts = (await listExperts(db)).map(({ id, coachName }) => [id, coachName] as const);
  return { ...page, experts, freeTimes, timeZone, now: new Date() };
}
