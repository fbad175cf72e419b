import type { StaffMockInterviewsQuery } from '#lib/contract/staff/hiring/mock-interviews.ts';
import type { CsvCell } from '#lib/server/core/csv-format.ts';
import type { Db } from '#lib/server/db/index.ts';
import { eachPage, formatUnreadable } from '../../csv-pages.ts';
import { listMockInterviews } from './find-mock-interviews.ts';

const columns = [
  'candidate',
  'phone',
  'email',
  'expert',
  'role',
  'starts_at',
  'status',
  'booked_at',
  'feedback_shared_at',
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
      ...[one.startsAt, one.statusLabel, one.bookedAt, one.feedbackSharedAt],
    ]);
    yield unreadable.map((row) => formatUnreadable(row, columns));
  }
}
