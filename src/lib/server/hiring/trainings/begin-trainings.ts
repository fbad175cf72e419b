import { sql } from 'kysely';
import { findTransition } from '#lib/domain/core/state-machine.ts';
import { trainingTable } from '#lib/domain/hiring/appointments/training-flow.ts';
import type { Db } from '#lib/server/db/index.ts';

const { action, from, to } = findTransition(trainingTable, 'BEGIN_TRAINING');

/**
 * Trainings whose batch has begun are under way, with their history, in one statement. Runs before applications are
 * read; without a person or an application, for everybody's. Applications are locked before their trainings, as
 * everywhere; one that somebody else is changing is left for the next time.
 */
export async function beginTrainings(
  db: Db,
  whose: { userId?: string; applicationId?: string } = {},
): Promise<void> {
  const ofPerson = whose.userId ? sql`and job_application.user_id = ${whose.userId}` : sql``;
  const ofApplication = whose.applicationId ? sql`and job_application.id = ${whose.applicationId}` : sql``;
  await sql`
    with due as (
      select job_application.id as application_id, training.id
      from training
      join training_batch on training_batch.id = training.batch_id
      join job_application on job_application.id = training.application_id
      where training.status = ${from[0]} and training_batch.starts_at <= now()
        and training_batch.cancelled_at is null ${ofPerson} ${ofApplication}
      order by job_application.id
      for no key update of job_application skip locked
    ), begun as (
      update training set status = ${to} from due
      where training.id = due.id and training.status = ${from[0]}
      returning training.application_id
    )
    insert into application_event (id, application_id, subject, action, from_status, to_status, actor_type)
    select gen_random_uuid(), application_id, 'TRAINING', ${action}, ${from[0]}, ${to}, 'SYSTEM'
    from begun`.execute(db);
}
