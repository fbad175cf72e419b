import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { finalStatuses } from '#lib/domain/hiring/applications/application-status.ts';
import { type Db, executePrepared } from '#lib/server/db/index.ts';
import type { JobApplicationTable } from '#lib/server/db/schema/jobs.ts';
import { selectCandidates } from './candidate-rows.ts';
import { selectJobs, type ViewerId } from './job-rows.ts';
import { hasFreeSeat } from './seats.ts';

/** Which rows are loaded with each application. A list leaves out those that only the page of one application shows. */
export type AggregateScope = 'page' | 'list';

/**
 * Selects a JSON array per table, so that a row that several applications share, such as their job, is returned once.
 * Its text does not depend on the number of applications, so that it is planned once per connection.
 */
export async function selectAggregateRows(
  db: Db,
  ids: readonly string[],
  viewerId: ViewerId,
  scope: AggregateScope,
) {
  const isList = scope === 'list';
  // The ids are arrays, which PostgreSQL looks up in the indexes; a join with a hundred of them scans the whole table.
  const applicationIds = sql<string>`any(array(select id from application))`;
  const jobIds = sql<string>`any(array(select job_id from application))`;
  const userIds = sql<string>`any(array(select user_id from application))`;
  const resumeIds = sql<string>`any(array(
    select resume_media_id from application union select registration.resume_media_id
    from application join candidate_registration registration using (user_id) where application.status = 'STARTED'))`;
  const trainings = db.selectFrom('training').where('applicationId', '=', applicationIds);
  const interviews = db.selectFrom('interview').where('applicationId', '=', applicationIds);
  const batches = db.selectFrom('trainingBatch').selectAll();
  const slots = db.selectFrom('interviewSlot');
  const offers = db.selectFrom('jobOffer').where('applicationId', '=', applicationIds);
  const files = db.selectFrom('media').selectAll();
  const candidateIds = isList
    ? sql<string>`any(array(select user_id from application where status = 'STARTED'))`
    : userIds;
  const historyIds = isList
    ? sql<string>`any(array(select id from application where ${hasEnded}))`
    : applicationIds;
  const history = db.selectFrom('applicationEvent').selectAll().where('undoneAt', 'is', null);
  const query = db
    .with('application', (query) =>
      query
        .selectFrom('jobApplication')
        .selectAll()
        .where('id', '=', sql<string>`any(${`{${ids.join(',')}}`}::uuid[])`),
    )
    .selectNoFrom((eb) => [
      sql<Date>`now()`.as('now'),
      jsonRows(eb.selectFrom('application').selectAll()).as('applications'),
      jsonRows(selectJobs(db, viewerId).where('job.id', '=', jobIds)).as('jobs'),
      jsonRows(
        db
          .selectFrom('jobLocation')
          .select(['id', 'city', 'region', 'countryIsoCode'])
          .where('id', '=', sql<string>`any(array(select job_location_id from application))`),
      ).as('places'),
      jsonRows(db.selectFrom('appUser').selectAll().where('id', '=', userIds)).as('people'),
      jsonRows(selectCandidates(db).where('userId', '=', candidateIds)).as('candidates'),
      jsonRows(trainings.selectAll()).as('trainings'),
      jsonRows(batches.where('id', 'in', trainings.select('batchId'))).as('batches'),
      jsonRows(batches.where('jobId', '=', jobIds).where(hasFreeSeat).orderBy('startsAt').orderBy('id')).as(
        'openBatches',
      ),
      jsonRows(interviews.selectAll()).as('interviews'),
      jsonRows(slots.selectAll().where('id', 'in', interviews.select('slotId'))).as('slots'),
      jsonRows(
        slots
          .select(['jobId', 'stageKey', sql<number>`sum(capacity - taken)`.as('seats')])
          .where('jobId', '=', jobIds)
          .where(hasFreeSeat)
          .groupBy(['jobId', 'stageKey']),
      ).as('freeSeats'),
      jsonRows(offers.selectAll().orderBy('version')).as('offers'),
      jsonRows(files.where('id', 'in', offers.select('letterMediaId'))).as('offerFiles'),
      jsonRows(
        db
          .selectFrom('jobApplication')
          .select(['id', 'userId', 'jobId'])
          .where('userId', '=', sql<string>`any(array(select user_id from application where ${hasEnded}))`)
          .where('jobId', '=', jobIds)
          .where(sql<boolean>`not ${hasEnded}`),
      ).as('openApplications'),
      jsonRows(files.where('id', '=', resumeIds)).as('resumes'),
      jsonRows(
        db
          .selectFrom('jobApplication')
          .select(['id', 'answers', 'coverNote'])
          .where(
            'id',
            '=',
            sql<string>`any(array(select previous_application_id from application where status = 'STARTED'))`,
          ),
      ).as('earlier'),
      jsonRows(history.where('applicationId', '=', historyIds).orderBy('at').orderBy('id')).as('history'),
    ]);
  const { rows } = await executePrepared(db, query.compile());
  return rows[0] as (typeof rows)[number];
}

export interface EarlierAnswers extends Pick<Selectable<JobApplicationTable>, 'answers' | 'coverNote'> {
  id: string;
}

export interface OpenApplication {
  id: string;
  userId: string;
  jobId: string;
}

/** Literals, so that the index of open applications serves it. */
const hasEnded = sql<boolean>`(status in (${sql.join(finalStatuses.map((status) => sql.lit(status)))}))`;

const jsonRows = (query: Expression<unknown>) => jsonArrayFrom(query) as RawBuilder<object[]>;
