import * as z from 'zod/mini';
import { type JobFilters, jobFilters } from '../../contract/jobs.ts';
import type { Paging } from '../../contract/list.ts';
import { snakeKey } from '../../domain/casing.ts';

const pageSize = 20;

export interface JobSearch {
  filters: JobFilters;
  page: number;
  paging: Paging;
}

/** The search of the page's address. A value that means nothing is left out: a page answers, it does not refuse. */
export function readSearch(params: URLSearchParams): JobSearch {
  const filters: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(jobFilters)) {
    const read = z.safeParse(schema, params.get(snakeKey(name)) || undefined);
    if (read.success && read.data !== undefined) filters[name] = read.data;
  }
  const asked = params.get('page') ?? '';
  const page = /^[1-9][0-9]{0,2}$/.test(asked) ? Number(asked) : 1;
  return { filters, page, paging: { limit: pageSize, offset: (page - 1) * pageSize } };
}

/** The address of another page of the same search. */
export function searchHref(filters: JobFilters, page: number): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) params.set(snakeKey(name), value);
  if (page > 1) params.set('page', String(page));
  return params.size ? `/moonshot/jobs/?${params}` : '/moonshot/jobs/';
}

export const pageCount = (count: number): number => Math.max(1, Math.ceil(count / pageSize));
