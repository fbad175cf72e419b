import type { SearchResult } from '#lib/contract/staff/search.ts';
import { isSearchable, maxResultsOfKind, type SearchKind } from '#lib/domain/staff/search.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Role } from '#lib/server/db/schema/staff.ts';
import { toPrefixQuery } from '../hiring/applications/search.ts';
import { foundCertificates } from './search-certificates.ts';
import { foundEmployers } from './search-employers.ts';
import { foundEvents, foundRegistrants } from './search-events.ts';
import { foundJobs } from './search-jobs.ts';
import { foundApplications, foundCandidates, foundStaff } from './search-people.ts';
import { foundReports } from './search-reports.ts';
import { foundEnrolments, foundLeads } from './search-requests.ts';
import type { SearchSource } from './search-source.ts';
import { foundTemplates } from './search-templates.ts';

/** What the search finds, in the order of its groups. A new kind is one line here and one in `searchKindLabels`. */
const sources: readonly SearchSource[] = [
  foundCandidates,
  foundApplications,
  foundJobs,
  foundEmployers,
  foundLeads,
  foundEnrolments,
  foundEvents,
  foundRegistrants,
  foundCertificates,
  foundTemplates,
  foundStaff,
  foundReports,
];

export interface FoundRecords {
  results: SearchResult[];
  /** Kinds with more results than are listed. */
  more: SearchKind[];
}

/** Searches everything that a role may see, with one statement for each kind. A short search finds nothing. [API-42] */
export async function searchStaffRecords(db: Db, role: Role, text: string): Promise<FoundRecords> {
  const query = toPrefixQuery(text);
  if (query === null || !isSearchable(text)) return { results: [], more: [] };
  const visible = sources.filter(({ isForAdmins }) => !isForAdmins || role === 'admin');
  const groups = await Promise.all(
    visible.map(async ({ kind, find }) => {
      const found = await find(db, { text, query }, maxResultsOfKind + 1);
      const results = found.slice(0, maxResultsOfKind).map((result) => ({ kind, ...result }));
      return { kind, results, hasMore: found.length > maxResultsOfKind };
    }),
  );
  return {
    results: groups.flatMap(({ results }) => results),
    more: groups.filter(({ hasMore }) => hasMore).map(({ kind }) => kind),
  };
}
