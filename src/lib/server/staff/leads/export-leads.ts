import type { LeadFilters } from '#lib/contract/staff/leads.ts';
import { leadSourceLabels } from '#lib/domain/leads/lead-source.ts';
import { type CsvCell, csvTime } from '#lib/server/core/csv-format.ts';
import type { Db } from '#lib/server/db/index.ts';
import { eachPage, formatUnreadable } from '../csv-pages.ts';
import { listLeads } from './find-leads.ts';

const columns = [
  'reference',
  'name',
  'phone',
  'email',
  'city',
  'status',
  'owner',
  'due_at_ist',
  'missed_calls',
  'sources',
  'programmes',
  'asked_at_ist',
];

/** Exports the leads that a list finds. */
export async function* exportLeads(
  db: Db,
  filters: LeadFilters,
  staffId: string,
): AsyncGenerator<CsvCell[][]> {
  yield [columns];
  const pages = eachPage(1000, (paging) => listLeads(db, staffId, { ...filters, ...paging }));
  for await (const { results, unreadable = [] } of pages) {
    yield results.map(({ reference, person, ...lead }) => [
      ...[reference, person.name, person.phone, person.email, person.city],
      ...[lead.statusLabel, lead.owner?.name ?? null, csvTime(lead.dueAt), lead.missedCalls],
      lead.sources.map((source) => leadSourceLabels[source]).join(', '),
      ...[lead.interests.join(', '), csvTime(lead.askedAt)],
    ]);
    yield unreadable.map((row) => formatUnreadable(row, columns));
  }
}
