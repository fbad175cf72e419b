/** The search over everything that staff work on. */

/** What the search finds, in the order of the groups, with their headings. */
export const searchKindLabels = {
  CANDIDATE: 'Candidates',
  APPLICATION: 'Applications',
  JOB: 'Jobs',
  EMPLOYER: 'Employers',
  LEAD: 'Leads',
  ENROLMENT: 'Enrolments',
  EVENT: 'Events',
  REGISTRANT: 'Registrants of events',
  CERTIFICATE: 'Certificates',
  TEMPLATE: 'Templates',
  STAFF: 'Staff',
  REPORT: 'Reports',
} as const;
export type SearchKind = keyof typeof searchKindLabels;

/** The list of each kind, which takes the same search; null where it takes none. */
const searchLists: Record<SearchKind, string | null> = {
  CANDIDATE: '/staff/candidates/',
  APPLICATION: '/staff/applications/',
  JOB: '/staff/jobs/',
  EMPLOYER: '/staff/employers/',
  LEAD: '/staff/leads/',
  ENROLMENT: '/staff/enrolments/',
  EVENT: '/staff/events/',
  REGISTRANT: null,
  CERTIFICATE: '/staff/certificates/',
  TEMPLATE: null,
  STAFF: null,
  REPORT: null,
};

/** A shorter search would find nearly everybody. */
const minSearchLength = 2;

/** Results of one kind at most. */
export const maxResultsOfKind = 5;

/** Returns true if a text has enough letters and digits to search for. */
export const isSearchable = (text: string): boolean =>
  (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= minSearchLength;

/** Returns what is announced after a search: `3 results`. */
export function describeResults(query: string, count: number): string {
  if (!isSearchable(query)) return `Enter at least ${minSearchLength} letters or digits.`;
  if (count === 0) return `Nothing found for “${query}”.`;
  return count === 1 ? '1 result' : `${count} results`;
}

/** Returns the address of the list that has all results of a kind. */
export function searchListHref(kind: SearchKind, query: string): string | null {
  const path = searchLists[kind];
  return path && `${path}?${new URLSearchParams({ search: query })}`;
}
