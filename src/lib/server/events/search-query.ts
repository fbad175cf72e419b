import * as z from 'zod/mini';
import type { Paging } from '#lib/contract/core/list.ts';
import { type EventFilters, eventFilters } from '#lib/contract/events/live-events.ts';

const pageSize = 12;

/** The name of each filter in the address of the page. */
const names: Record<keyof EventFilters, string> = {
  when: 'when',
  search: 'search',
  kind: 'kind',
  programType: 'program_type',
};
const filterKeys = Object.keys(names) as (keyof EventFilters)[];

/** The parameters of the query that the page reads, in the order of `eventSearchHref`. */
export const eventSearchParameters: readonly string[] = [...Object.values(names), 'page'];

interface EventSearch {
  filters: EventFilters;
  page: number;
  paging: Paging;
}

/** Parses the search from a page's address. Invalid values are ignored, so that every address shows a page. */
export function readEventSearch(params: URLSearchParams): EventSearch {
  const filters: Record<string, unknown> = {};
  for (const key of filterKeys) {
    const read = z.safeParse(eventFilters[key], params.get(names[key]) || undefined);
    if (read.success && read.data) filters[key] = read.data;
  }
  const pageText = params.get('page') ?? '';
  const page = /^[1-9][0-9]{0,2}$/.test(pageText) ? Number(pageText) : 1;
  return { filters, page, paging: { limit: pageSize, offset: (page - 1) * pageSize } };
}

/** Formats the address of a page of a search, of its feed or of its calendar. */
export function eventSearchHref(filters: EventFilters, page = 1, path = '/events/'): string {
  const params = new URLSearchParams();
  for (const key of filterKeys) {
    const value = filters[key];
    if (value && value !== 'UPCOMING') params.set(names[key], value);
  }
  if (page > 1) params.set('page', String(page));
  return params.size ? `${path}?${params}` : path;
}

export const eventPageCount = (count: number): number => Math.max(1, Math.ceil(count / pageSize));
