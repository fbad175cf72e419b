import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Paging } from '#lib/contract/core/list.ts';
import type { JobApplication } from '#lib/contract/hiring/job-applications.ts';
import { finalStatuses } from '#lib/domain/hiring/applications/application-status.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Page } from '#lib/server/http/list.ts';
import { beginTrainings } from '../trainings/begin-trainings.ts';
import { type ApplicationAggregate, loadApplications, noSuchApplication } from './application-aggregate.ts';
import { expireStarted } from './expire-started.ts';
import { presentApplication } from './present-application.ts';

/** A person's own applications; another's is not there at all (API-42, C-39). */

/** Under way before over; of those under way what is nearest first, then the newest. */
export async function listApplications(
  db: Db,
  userId: string,
  { limit, offset }: Paging,
): Promise<Page<JobApplication>> {
  await settle(db, userId);
  const own = db.selectFrom('jobApplication').where('userId', '=', userId);
  const { count } = await own.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy(sql`status in (${sql.join(finalStatuses)})`)
    .orderBy(nextDate, (order) => order.asc().nullsLast())
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const standings = await loadApplications(db, rows, userId);
  return { count, results: standings.map(presentApplication) };
}

/** When its candidate has to do or be somewhere next: what they still choose counts like an appointment of tomorrow. */
const nextDate = sql<Date | null>`case status
  when 'STARTED' then least(expires_at, (select apply_by from job where id = job_id))
  when 'INTERVIEW' then (
    select min(case when i.status = 'TO_SCHEDULE' then now() + interval '1 day' else slot.starts_at end)
    from interview i left join interview_slot slot on slot.id = i.slot_id and slot.ends_at > now()
    where i.application_id = job_application.id and i.status in ('TO_SCHEDULE', 'SCHEDULED'))
  when 'TRAINING' then (
    select min(case when t.status = 'TO_SET_UP' then now() + interval '1 day' else batch.starts_at end)
    from training t left join training_batch batch on batch.id = t.batch_id and batch.ends_at > now()
    where t.application_id = job_application.id and t.status in ('TO_SET_UP', 'SCHEDULED'))
  end`;

/** Null for an unknown id and for another person's alike. */
export async function findApplication(db: Db, userId: string, id: string): Promise<JobApplication | null> {
  const standing = await findOwnApplication(db, userId, id);
  return standing && presentApplication(standing);
}

/** @throws HttpError NOT_FOUND */
export async function requireApplication(db: Db, userId: string, id: string): Promise<JobApplication> {
  return presentApplication(await requireStanding(db, userId, id));
}

/** Null for an unknown id and for another person's alike. */
export async function findOwnApplication(
  db: Db,
  userId: string,
  id: string,
): Promise<ApplicationAggregate | null> {
  if (!isUuid(id)) return null;
  await settle(db, userId);
  const rows = await db
    .selectFrom('jobApplication')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .execute();
  const [standing] = await loadApplications(db, rows, userId);
  return standing ?? null;
}

/** @throws HttpError NOT_FOUND */
export async function requireStanding(db: Db, userId: string, id: string): Promise<ApplicationAggregate> {
  const standing = await findOwnApplication(db, userId, id);
  if (!standing) throw noSuchApplication();
  return standing;
}

/** What the clock has changed meanwhile. */
export async function settle(db: Db, userId: string): Promise<void> {
  await expireStarted(db, userId);
  await beginTrainings(db, { userId });
}
