import type { StaffMasteryQuery } from '#lib/contract/staff/enrolment/mastery.ts';
import { type CsvCell, csvTime } from '#lib/server/core/csv-format.ts';
import type { Db } from '#lib/server/db/index.ts';
import { eachPage } from '../csv-pages.ts';
import { listStaffMastery } from './find-mastery.ts';

const columns = [
  'number',
  'candidate',
  'phone',
  'email',
  'programme',
  'session_at_ist',
  'status',
  'registered_at_ist',
];

/** Exports the registrations for PM Mastery that a list finds. [API-21] */
export async function* exportMastery(
  db: Db,
  filters: Omit<StaffMasteryQuery, 'limit' | 'after'>,
): AsyncGenerator<CsvCell[][]> {
  yield [columns];
  const pages = eachPage(1000, (paging) => listStaffMastery(db, { ...filters, ...paging }));
  for await (const { results } of pages)
    yield results.map(({ candidate, ...one }) => [
      ...[one.registrationNumber, candidate.name, candidate.phone, candidate.email, one.programName],
      ...[csvTime(one.startsAt), one.statusLabel, csvTime(one.registeredAt)],
    ]);
}
