import type { StaffScholarshipsQuery } from '#lib/contract/staff/enrolment/scholarships.ts';
import { type CsvCell, csvTime } from '#lib/server/core/csv-format.ts';
import type { Db } from '#lib/server/db/index.ts';
import { eachPage, formatUnreadable } from '../csv-pages.ts';
import { listStaffScholarships } from './find-scholarships.ts';

const columns = [
  'number',
  'candidate',
  'phone',
  'email',
  'programme',
  'status',
  'test_at_ist',
  'right_answers',
  'award_percent',
  'award_ends_at_ist',
  'award_used',
  'registered_at_ist',
];

/** Exports the registrations for the scholarship test that a list finds, with results and awards. [API-21] */
export async function* exportScholarships(
  db: Db,
  filters: Omit<StaffScholarshipsQuery, 'limit' | 'after'>,
): AsyncGenerator<CsvCell[][]> {
  yield [columns];
  const pages = eachPage(1000, (paging) => listStaffScholarships(db, { ...filters, ...paging }));
  for await (const { results, unreadable = [] } of pages) {
    yield results.map(({ candidate, ...one }) => [
      ...[one.registrationNumber, candidate.name, candidate.phone, candidate.email, one.programName],
      ...[one.statusLabel, csvTime(one.startsAt), one.score, one.sharePercent],
      ...[csvTime(one.awardEndsAt), one.isAwardUsed ? 'yes' : 'no', csvTime(one.registeredAt)],
    ]);
    yield unreadable.map((row) => formatUnreadable(row, columns));
  }
}
