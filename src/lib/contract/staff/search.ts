import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { searchKindLabels } from '#lib/domain/staff/search.ts';
import { staffSearch } from './list.ts';

const searchKind = z.enum(keysOf(searchKindLabels));

/** Everything that a text finds. */
const searchResult = z.object({
  kind: searchKind,
  id: z.string(),
  /** A name, or the title of a job. */
  title: z.string(),
  /** What tells it from others of the same name: number, phone, email, status. */
  text: z.string(),
  href: z.string(),
});
export type SearchResult = z.output<typeof searchResult>;

export const staffSearchQuery = z.object({
  /** The beginning of words of a name, email, title or phone number however grouped, or a reference. */
  q: staffSearch,
});

export const staffSearchRoutes = {
  'GET /api/v1/staff/search/': endpoint({
    row: 'API-42',
    summary:
      'Search candidates, applications, jobs, employers with their contacts, leads, enrolments, events and their registrants, reports, and for admins staff',
    access: 'staff',
    // The search runs while somebody types.
    limits: [{ bucket: 'staff-search', per: 'account', max: 600, windowSeconds: 600 }],
    query: staffSearchQuery,
    response: z.object({
      results: z.array(searchResult),
      /** Kinds with more results than are listed. */
      more: z.array(searchKind),
    }),
  }),
};
