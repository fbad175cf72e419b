import { sql } from 'kysely';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import { type Db, executePrepared } from '#lib/server/db/index.ts';
import { isReplyLate } from '#lib/server/hiring/applications/late-reply.ts';
import { countQueue } from './hiring/applications/queue-filters.ts';

export interface Overview extends Record<'interviews' | 'batches' | 'candidates' | 'drafts', number> {
  queue: Map<ApplicationStatus, number>;
  late: number;
}

type Counts = Record<'late' | 'interviews' | 'batches' | 'candidates' | 'drafts', number>;

/** Counts what staff have to do: applications, late replies, interviews, batches, candidates and draft jobs. */
export async function loadOverview(db: Db): Promise<Overview> {
  const counts = sql<Counts>`
      select
        (select count(*)::int from job_application where ${isReplyLate()}) as late,
        (select count(*)::int from interview_slot where taken > 0 and cancelled_at is null and job_id is not null
          and starts_at between now() and now() + interval '24 hours') as interviews,
        (select count(*)::int from training_batch where cancelled_at is null
          and starts_at between now() and now() + interval '7 days') as batches,
        (select count(*)::int from candidate_registration where status = 'DETAILS_SUBMITTED') as candidates,
        (select count(*)::int from job where status = 'DRAFT') as drafts`;
  const [queue, { rows }] = await Promise.all([countQueue(db, {}), executePrepared(db, counts.compile(db))]);
  return { queue, ...(rows[0] ?? { late: 0, interviews: 0, batches: 0, candidates: 0, drafts: 0 }) };
}
