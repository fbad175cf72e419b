import type { StaffEnrolmentsQuery } from '#lib/contract/staff/enrolments.ts';
import { type CsvCell, csvTime } from '#lib/server/core/csv-format.ts';
import type { Db } from '#lib/server/db/index.ts';
import { eachPage, formatUnreadable } from '../csv-pages.ts';
import { listStaffEnrolments } from './find-enrolments.ts';

const columns = [
  'reference',
  'learner',
  'phone',
  'email',
  'programme',
  'batch',
  'starts_on',
  'status',
  'fee',
  'paid',
  'currency',
  'requested_at_ist',
];

/** Exports the enrolments that a list finds. */
export async function* exportEnrolments(
  db: Db,
  filters: Omit<StaffEnrolmentsQuery, 'limit' | 'after'>,
): AsyncGenerator<CsvCell[][]> {
  yield [columns];
  const pages = eachPage(1000, (paging) => listStaffEnrolments(db, { ...filters, ...paging }));
  for await (const { results, unreadable = [] } of pages) {
    yield results.map(({ learner, ...one }) => [
      ...[one.reference, learner.name, learner.phone, learner.email],
      ...[one.programName, one.batchName, one.startsOn, one.statusLabel],
      ...[one.feeAmount, one.paidAmount, one.currency, csvTime(one.requestedAt)],
    ]);
    yield unreadable.map((row) => formatUnreadable(row, columns));
  }
}
