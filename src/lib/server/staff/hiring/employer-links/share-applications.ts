import { validate as isUuid } from 'uuid';
import { formatList } from '#lib/domain/core/format-list.ts';
import { findShareProblem } from '#lib/domain/hiring/employer-links/employer-link.ts';
import type { Db } from '#lib/server/db/index.ts';
import { isShareable } from '#lib/server/hiring/employer-links/link-key.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/**
 * Returns the page that shares these applications with their employer, with all of them chosen. Throws `VALIDATION_FAILED`
 * where there are none, where they are of several jobs, and where one cannot be shared, by its number. [API-42]
 */
export async function requireSharePage(db: Db, applicationIds: readonly string[]): Promise<string> {
  const ids = [...new Set(applicationIds)].filter((id) => isUuid(id));
  const rows = ids.length
    ? await db
        .selectFrom('jobApplication')
        .innerJoin('appUser', 'appUser.id', 'jobApplication.userId')
        .innerJoin('job', 'job.id', 'jobApplication.jobId')
        .select(['jobApplication.id', 'jobApplication.number', 'jobId', 'job.title', 'job.code'])
        .select(isShareable.as('isShareable'))
        .where('jobApplication.id', 'in', ids)
        .orderBy('jobApplication.number')
        .execute()
    : [];
  const [first] = rows;
  if (!first) throw createError('Choose at least one application');
  const problem = findShareProblem(rows.map(({ title, code }) => `${title} (${code})`));
  if (problem) throw createError(problem);
  const others = rows.filter((row) => !row.isShareable).map(({ number }) => number);
  if (others.length)
    throw createError(
      `${formatList(others)} cannot be shared: not sent yet, or ended. Choose the others without ${others.length === 1 ? 'it' : 'them'}.`,
    );
  const chosen = new Map(rows.map((row) => [row.id, row]));
  const search = new URLSearchParams(ids.filter((id) => chosen.has(id)).map((id) => ['application', id]));
  return `/staff/jobs/${first.jobId}/employer-links/?${search}`;
}

const createError = (message: string): HttpError =>
  new HttpError('VALIDATION_FAILED', { message, fields: ['action'] });
