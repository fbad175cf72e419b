import { sql } from 'kysely';
import { type JobStatus, jobStatusLabels } from '#lib/domain/hiring/jobs/job.ts';
import type { Db } from '#lib/server/db/index.ts';
import { jobStatus } from '#lib/server/hiring/job-rows.ts';

export interface EmployerWork {
  jobs: { id: string; title: string; code: string; statusLabel: string; waiting: number }[];
  links: {
    id: string;
    jobId: string;
    jobTitle: string;
    personName: string;
    createdAt: Date;
    openedCount: number;
  }[];
  /** How many people have joined. */
  placements: number;
}

/** Loads the latest jobs and links of an employer, and counts its placements. */
export async function loadEmployerWork(db: Db, employerId: string): Promise<EmployerWork> {
  const jobs = await db
    .selectFrom('job')
    .select(['id', 'title', 'code', jobStatus.as('currentStatus')])
    .select(
      sql<number>`(select count(*)::int from job_application a where a.job_id = job.id
        and a.status in ('SUBMITTED', 'IN_REVIEW') and a.replied_at is null)`.as('waiting'),
    )
    .where('employerId', '=', employerId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  const links = await db
    .selectFrom('employerLink')
    .innerJoin('job', 'job.id', 'employerLink.jobId')
    .select(['employerLink.id', 'jobId', 'job.title as jobTitle', 'personName', 'createdAt', 'openedCount'])
    .where('job.employerId', '=', employerId)
    .orderBy('employerLink.id', 'desc')
    .limit(20)
    .execute();
  const { count } = await db
    .selectFrom('placement')
    .innerJoin('jobApplication', 'jobApplication.id', 'placement.applicationId')
    .innerJoin('job', 'job.id', 'jobApplication.jobId')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('job.employerId', '=', employerId)
    .executeTakeFirstOrThrow();
  const labelOf = (status: JobStatus) => (status === 'ARCHIVED' ? 'Archived' : jobStatusLabels[status]);
  return {
    jobs: jobs.map(({ currentStatus, ...job }) => ({ ...job, statusLabel: labelOf(currentStatus) })),
    links,
    placements: count,
  };
}
