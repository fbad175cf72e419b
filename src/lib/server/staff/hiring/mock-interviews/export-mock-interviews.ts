import type { StaffMockInterviewsQuery } from '#lib/contract/staff/hiring/mock-interviews.ts';
import { type CsvCell, csvTime } from '#lib/server/core/csv-format.ts';
import type { Db } from '#lib/server/db/index.ts';
import { eachPage, formatUnreadable } from '../../csv-pages.ts';
import { listMockInterviews } from './find-mock-interviews.ts';

const columns = [
  'candidate',
  'phone',
  'email',
  'expert',
  'role',
  'starts_at_ist',
  'status',
  'booked_at_ist',
  'feedback_shared_at_ist',
];

/** Exports the mock interviews that a list finds. */
export async function* exportMockInterviews(
  db: Db,
  filters: Omit<StaffMockInterviewsQuery, 'limit' | 'after'>,
): AsyncGenerator<CsvCell[][]> {
  yield [columns];
  const pages = eachPage(1000, (paging) => listMockInterviews(db, { ...filters, ...paging }));
  for await (const { results, unreadable = [] } of pages) {
    yield results.map(({ candidate, ...one }) => [
      ...[candidate.name, candidate.phone, candidate.email, one.expertName, one.role],
      ...[csvTime(one.startsAt), one.statusLabel, csvTime(one.bookedAt), csvTime(one.feedbackSharedAt)],
    ]);
    yield unreadable.map((row) => formatUnreadable(row, columns));
  }
}
