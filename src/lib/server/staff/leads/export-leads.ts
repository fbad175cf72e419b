import type { StaffLeadCard } from '#lib/contract/staff/lead-schemas.ts';
import type { LeadFilters } from '#lib/contract/staff/leads.ts';
import { lostReasons } from '#lib/domain/leads/lead-attempt.ts';
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
  'next_call_at_ist',
  'attempts',
  'last_attempt_at_ist',
  'last_outcome',
  'reason',
  'last_note',
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
    const reasons = await loadReasons(db, results);
    yield results.map(({ reference, person, ...lead }) => [
      ...[reference, person.name, person.phone, person.email, person.city],
      ...[lead.statusLabel, lead.owner?.name ?? null, csvTime(lead.dueAt), lead.missedCalls],
      ...[csvTime(lead.nextActionAt), lead.lastAttempt?.count ?? 0, csvTime(lead.lastAttempt?.at)],
      ...[lead.lastAttempt?.outcomeLabel ?? null, reasons.get(lead.id) ?? null, lead.lastNote],
      lead.sources.map((source) => leadSourceLabels[source]).join(', '),
      ...[lead.interests.join(', '), csvTime(lead.askedAt)],
    ]);
    yield unreadable.map((row) => formatUnreadable(row, columns));
  }
}

const reasonLabels: Record<string, string> = lostReasons;

/** Loads why the closed ones among these leads were lost. */
async function loadReasons(db: Db, leads: readonly StaffLeadCard[]): Promise<Map<string, string>> {
  const ids = leads.filter(({ status }) => status === 'NOT_INTERESTED').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('lead').select(['id', 'reasonCode']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, reasonCode }) => [id, reasonLabels[reasonCode ?? ''] ?? '']));
}
