import { type Selectable, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { JobApplication } from '../../contract/job-applications.ts';
import type { Paging } from '../../contract/list.ts';
import type { Db } from '../db/index.ts';
import type { JobApplicationTable } from '../db/schema/jobs.ts';
import { HttpError } from '../http/http-error.ts';
import type { Page } from '../http/list.ts';
import { findJobRows } from '../jobs/find-jobs.ts';
import { expireStarted } from './expire-started.ts';
import { presentApplication } from './present-application.ts';

/** A person's own applications; another's is not there at all (API-42, C-39). */

export async function listApplications(
  db: Db,
  userId: string,
  { limit, offset }: Paging,
): Promise<Page<JobApplication>> {
  await expireStarted(db, userId);
  const own = db.selectFrom('jobApplication').where('userId', '=', userId);
  const { count } = await own.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, results: await withJobs(db, userId, rows) };
}

/** Null for an unknown id and for another person's alike. */
export async function findApplication(db: Db, userId: string, id: string): Promise<JobApplication | null> {
  if (!isUuid(id)) return null;
  await expireStarted(db, userId);
  const rows = await db
    .selectFrom('jobApplication')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .execute();
  const [application] = await withJobs(db, userId, rows);
  return application ?? null;
}

/** @throws HttpError NOT_FOUND */
export async function requireApplication(db: Db, userId: string, id: string): Promise<JobApplication> {
  const application = await findApplication(db, userId, id);
  if (!application) throw new HttpError('NOT_FOUND', { message: 'There is no such application' });
  return application;
}

async function withJobs(
  db: Db,
  userId: string,
  rows: Selectable<JobApplicationTable>[],
): Promise<JobApplication[]> {
  const jobs = await findJobRows(
    db,
    rows.map(({ jobId }) => jobId),
    userId,
  );
  return rows.flatMap((row) => {
    const job = jobs.get(row.jobId);
    return job ? [presentApplication(row, job)] : [];
  });
}
