import * as z from 'zod/mini';
import type { Paging } from '#lib/contract/core/list.ts';
import { type JobFilters, jobFilters } from '#lib/contract/hiring/jobs.ts';

const pageSize = 20;

/** How each filter is called in the address of the page. */
const names: Record<keyof JobFilters, string> = {
  search: 'search',
  family: 'family',
  city: 'city',
  level: 'level',
  workMode: 'work_mode',
};
const filterKeys = Object.keys(names) as (keyof JobFilters)[];

export interface JobSearch {
  filters: JobFilters;
  page: number;
  paging: Paging;
}

/** The search of the page's address. A value that means nothing is left out: a page answers, it does not refuse. */
export function readSearch(params: URLSearchParams): JobSearch {
  const filters: Record<string, unknown> = {};
  for (const key of filterKeys) {
    const read = z.safeParse(jobFilters[key], params.get(names[key]) || undefined);
    if (read.success && read.data) filters[key] = read.data;
  }
  const asked = params.get('page') ?? '';
  const page = /^[1-9][0-9]{0,2}$/.test(asked) ? Number(asked) : 1;
  return { filters, page, paging: { limit: pageSize, offset: (page - 1) * pageSize } };
}

/** The address of another page of the same search; or of its feed. */
export function searchHref(filters: JobFilters, page = 1, path = '/moonshot/jobs/'): string {
  const params = new URLSearchParams();
  for (const key of filterKeys) {
    const value = filters[key];
    if (value) params.set(names[key], value);
  }
  if (page > 1) params.set('page', String(page));
  return params.size ? `${path}?${params}` : path;
}

export const pageCount = (count: number): number => Math.max(1, Math.ceil(count / pageSize));
