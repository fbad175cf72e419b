import { atom, type ReadableAtom } from 'nanostores';
import { type ApiResponse, api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { describeResults, isSearchable } from '#lib/domain/staff/search.ts';
import { failureOf } from '#lib/stores/core/failure.ts';

type SearchResponse = ApiResponse<'GET /api/v1/staff/search/'>;

export interface RecordSearchState extends SearchResponse {
  /** The search that has these results. */
  query: string;
  /** What is announced: the number of results, or why there are none; empty before the first search. */
  message: string;
  hasFailed: boolean;
}

export interface RecordSearch {
  $state: ReadableAtom<RecordSearchState>;
  search(text: string): Promise<void>;
}

const empty: RecordSearchState = { query: '', results: [], more: [], message: '', hasFailed: false };

/** Creates a search over everything that staff work on. The response to an older search than the latest is ignored. */
export function createRecordSearch(): RecordSearch {
  const $state = atom(empty);
  let latest = 0;
  return {
    $state,
    async search(text) {
      const mine = ++latest;
      const query = text.trim();
      if (!isSearchable(query)) {
        $state.set({ ...empty, query, message: query && describeResults(query, 0) });
        return;
      }
      try {
        const found = await api('GET /api/v1/staff/search/', { query: { q: query } });
        if (mine !== latest) return;
        $state.set({
          ...found,
          query,
          message: describeResults(query, found.results.length),
          hasFailed: false,
        });
      } catch (error) {
        if (mine === latest) $state.set({ ...empty, query, message: failureText(error), hasFailed: true });
      }
    },
  };
}

/** The endpoints of staff do not exist for somebody who has logged out in another tab. */
const failureText = (error: unknown): string =>
  error instanceof ApiError && error.status === 404
    ? 'You are logged out. Load the page again.'
    : failureOf(error, { isTyped: false }).message;
