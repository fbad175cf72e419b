import * as z from 'zod/mini';
import type { Paging } from '#lib/contract/core/list.ts';
import { type JobFacets, type JobFilters, jobFilters } from '#lib/contract/hiring/jobs.ts';
import { minPaySteps } from '#lib/domain/hiring/jobs/job-search.ts';

const pageSize = 20;

/** The name of each filter in the address of the page. */
const names: Record<keyof JobFilters, string> = {
  search: 'search',
  family: 'family',
  city: 'city',
  level: 'level',
  workMode: 'work_mode',
  minPay: 'min_pay',
  sort: 'sort',
};
const filterKeys = Object.keys(names) as (keyof JobFilters)[];

/** The parameters of the query that the page reads, in the order of `searchHref`. */
export const jobSearchParameters: readonly string[] = [...Object.values(names), 'page'];

export interface JobSearch {
  filters: JobFilters;
  page: number;
  paging: Paging;
}

/**
 * Parses the search from a page's address. Invalid values are ignored, so that every address shows a page.
 */
export function readSearch(params: URLSearchParams): JobSearch {
  const filters: Record<string, unknown> = {};
  for (const key of filterKeys) {
    const read = z.safeParse(jobFilters[key], params.get(names[key]) || undefined);
    if (read.success && read.data) filters[key] = read.data;
  }
  const pageText = params.get('page') ?? '';
  const page = /^[1-9][0-9]{0,2}$/.test(pageText) ? Number(pageText) : 1;
  return { filters, page, paging: { limit: pageSize, offset: (page - 1) * pageSize } };
}

/** Formats the address of a page of a search, or of its feed. */
export function searchHref(filters: JobFilters, page = 1, path = '/moonshot/jobs/'): string {
  const params = new URLSearchParams();
  for (const key of filterKeys) {
    const value = filters[key];
    if (value) params.set(names[key], value);
  }
  if (page > 1) params.set('page', String(page));
  return params.size ? `${path}?${params}` : path;
}

/**
 * Returns whether a search is one of those that the page offers, so that there are only so many: without words, and with a city
 * and a pay that can be chosen there. Only these are cached.
 */
export const isOfferedSearch = ({ search, city, minPay }: JobFilters, facets: JobFacets): boolean =>
  !search &&
  (!city || facets.city.some(({ value }) => value === city)) &&
  (!minPay || minPaySteps.some((step) => String(step) === minPay));

export const pageCount = (count: number): number => Math.max(1, Math.ceil(count / pageSize));
