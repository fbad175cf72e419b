import type { PlacementsQuery } from '#lib/contract/staff/placements.ts';
import { leaveReasons } from '#lib/domain/hiring/offers/placement.ts';
import type { CsvCell } from '#lib/server/core/csv-format.ts';
import type { Db } from '#lib/server/db/index.ts';
import { eachPage, formatUnreadable } from '../../csv-pages.ts';
import { listPlacements } from './find-placements.ts';

const columns = [
  'number',
  'candidate',
  'phone',
  'email',
  'employer',
  'job_code',
  'job',
  'annual_pay',
  'currency',
  'joined_on',
  'status',
  'left_on',
  'leave_reason',
  'fee_due_on',
  'fee_due',
  'fee_amount',
  'invoiced_on',
  'invoice_reference',
];

/** Exports the placements that a list finds, for invoices. */
export async function* exportPlacements(
  db: Db,
  filters: Omit<PlacementsQuery, 'limit' | 'after'>,
): AsyncGenerator<CsvCell[][]> {
  yield [columns];
  const pages = eachPage(1000, (paging) => listPlacements(db, { ...filters, ...paging }));
  for await (const { results, unreadable = [] } of pages) {
    yield results.map(({ candidate, job, ...one }) => [
      ...[one.number, candidate.name, candidate.phone, candidate.email],
      ...[job.employerName, job.code, job.title, one.annualPay, one.currency],
      ...[one.joinedOn, one.statusLabel, one.leftOn, one.leaveReason && leaveReasons[one.leaveReason]],
      ...[one.feeDueOn, one.feeDue, one.feeAmount, one.invoicedOn, one.invoiceReference],
    ]);
    yield unreadable.map((row) => formatUnreadable(row, columns));
  }
}
