import type { SearchResult } from '#lib/contract/staff/search.ts';
import type { SearchKind } from '#lib/domain/staff/search.ts';
import type { Db } from '#lib/server/db/index.ts';

/** The text of a search in the forms that the kinds need. */
export interface SearchTerms {
  text: string;
  /** A `tsquery` of prefixes that must all match. */
  query: string;
}

/** One kind of what the search finds: lists up to `limit` results with one statement, by an index. */
export interface SearchSource {
  kind: SearchKind;
  /** True for what only admins may see. */
  isForAdmins?: boolean;
  find(db: Db, terms: SearchTerms, limit: number): Promise<Omit<SearchResult, 'kind'>[]>;
}

/** Joins what is known of a result: `+91 98765 43210 · Verified`. */
export const joinFacts = (...facts: (string | null)[]): string => facts.filter(Boolean).join(' · ');
