import { sql } from 'kysely';
import type { Paging } from '#lib/contract/core/list.ts';
import type { Location } from '#lib/contract/hiring/registration.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Page } from '#lib/server/http/list.ts';
import { isOpen } from '../job-rows.ts';

/** Lists all locations by name, each with its number of open jobs. [API-44] */
export async function listLocations(db: Db, { limit, offset }: Paging): Promise<Page<Location>> {
  const { count } = await db
    .selectFrom('jobLocation')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  const results = await db
    .selectFrom('jobLocation')
    .selectAll()
    .select(
      sql<number>`(
        select count(*) from job_job_location join job on job.id = job_job_location.job_id
        where job_location_id = job_location.id and ${isOpen})`.as('openJobs'),
    )
    .orderBy('city')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, results };
}
