import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { validate as isUuid } from 'uuid';
import type { QueryOf } from '#lib/contract/core/endpoint.ts';
import type { NewJob } from '#lib/contract/staff/job-schemas.ts';
import type { StaffJob, StaffJobCard, staffJobRoutes } from '#lib/contract/staff/jobs.ts';
import { allowedActions } from '#lib/domain/core/state-machine.ts';
import { jobStatusLabels } from '#lib/domain/hiring/jobs/job.ts';
import { jobFlow } from '#lib/domain/hiring/jobs/job-flow.ts';
import { queueStatuses } from '#lib/domain/staff/staff-actions.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Schema } from '#lib/server/db/schema.ts';
import { isReplyLate } from '#lib/server/hiring/applications/late-reply.ts';
import { hasStatus, type JobRow, selectJobs } from '#lib/server/hiring/job-rows.ts';
import { createJobNotFoundError } from '#lib/server/hiring/jobs/find-jobs.ts';
import { parseCursor, toListPage } from '../../keyset.ts';
import type { ListPage } from '../../list-page.ts';
import { currentEmployerId } from '../employers/find-employers.ts';

type JobQuery = QueryOf<(typeof staffJobRoutes)['GET /api/v1/staff/jobs/']>;

/** Lists jobs of every status, the newest first. The order is by id, which never changes. [API-41] */
export async function listStaffJobs(
  db: Db,
  { limit, after, ...filters }: JobQuery,
): Promise<ListPage<StaffJobCard>> {
  const [last] = parseCursor(after, ['id']) ?? [];
  const { count } = await db
    .selectFrom('job')
    .select(sql<number>`count(*)`.as('count'))
    .where(matches(filters))
    .executeTakeFirstOrThrow();
  const rows = await selectStaffJobs(db)
    .where(matches(filters))
    .$if(Boolean(last), (query) => query.where('job.id', '<', last ?? ''))
    .orderBy('job.id', 'desc')
    .limit(limit + 1)
    .execute();
  const now = await databaseNow(db);
  const page = toListPage(count, rows, limit, ({ id }) => [id]);
  const { readable, unreadable } = separateUnreadable(page.results, ({ id, title }) => ({
    id,
    reference: title,
  }));
  return { ...page, results: readable.map((row) => presentCard(row, now)), unreadable };
}

function matches({
  status,
  search = '',
  employerId,
  locationId,
}: Omit<JobQuery, 'limit' | 'after'>): RawBuilder<boolean> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const named = sql`lower(job.title || ' ' || job.code || ' ' ||
    (select name from employer where employer.id = job.employer_id))`;
  const chosen = [
    status ? hasStatus(status) : sql`true`,
    ...(employerId ? [sql`job.employer_id = ${currentEmployerId(employerId)}`] : []),
    ...(locationId
      ? [
          sql`exists (select from job_job_location l where l.job_id = job.id and l.job_location_id = ${locationId})`,
        ]
      : []),
  ];
  return sql`${sql.join(
    [...chosen, ...words.map((word) => sql`position(${word} in ${named}) > 0`)],
    sql` and `,
  )}`;
}

const applications = sql<number>`(select count(*)::int from job_application a
  where a.job_id = job.id and a.status in (${sql.join(queueStatuses.map((status) => sql.lit(status)))}))`;
const late = sql<number>`(select count(*)::int from job_application a
  where a.job_id = job.id and ${isReplyLate()})`;

const filled = sql<number>`(select count(*)::int from job_application a
  where a.job_id = job.id and a.status = 'HIRED')`;

const employerArchived = sql<boolean>`(select archived_at is not null from employer where employer.id = job.employer_id)`;

const selectStaffJobs = (db: Db) =>
  selectJobs(db, null).select([
    applications.as('applications'),
    late.as('late'),
    filled.as('filled'),
    employerArchived.as('isEmployerArchived'),
  ]);
type StaffJobRow = JobRow & {
  applications: number;
  late: number;
  filled: number;
  isEmployerArchived: boolean;
};

/** Loads a job as staff edit it. Throws NOT_FOUND. [API-41] */
export async function requireStaffJob(db: Db, id: string): Promise<StaffJob> {
  const row = isUuid(id) ? await selectStaffJobs(db).where('job.id', '=', id).executeTakeFirst() : null;
  if (!row) throw createJobNotFoundError();
  return { ...presentCard(row, await databaseNow(db)), values: valuesOf(row), version: row.version };
}

function presentCard(row: StaffJobRow, now: Date): StaffJobCard {
  return {
    id: row.id,
    slug: row.slug,
    code: row.code,
    title: row.title,
    employerName: row.employerName,
    family: row.family,
    level: row.level,
    status: row.currentStatus,
    statusLabel: row.currentStatus === 'ARCHIVED' ? 'Archived' : jobStatusLabels[row.currentStatus],
    cities: row.locations.map(({ city }) => city),
    openings: row.openings,
    filled: row.filled,
    postedAt: row.postedAt.toISOString(),
    applyBy: row.applyBy.toISOString(),
    applications: row.applications,
    late: row.late,
    allowedActions: allowedActions(jobFlow, 'STAFF', row.currentStatus, {
      stages: row.stages,
      applyBy: row.applyBy,
      isEmployerArchived: row.isEmployerArchived,
      now,
    }),
  };
}

/** Returns the fields of a job that staff write. */
function valuesOf(row: JobRow): NewJob {
  return {
    title: row.title,
    slug: row.slug,
    code: row.code,
    family: row.family,
    level: row.level,
    employerId: row.employerId,
    employmentType: row.employmentType,
    workMode: row.workMode,
    locations: row.locations.map(({ id, openings }) => ({ id, openings })),
    shift: row.shift,
    salaryMin: row.salaryMin,
    salaryMax: row.salaryMax,
    salaryCurrency: row.salaryCurrency,
    salaryPeriod: row.salaryPeriod,
    salaryIsPublic: row.salaryIsPublic,
    summary: row.summary,
    description: row.description,
    responsibilities: row.responsibilities,
    requirements: row.requirements,
    benefits: row.benefits,
    eligibility: row.eligibility as NewJob['eligibility'],
    training: row.training,
    stages: row.stages,
    questions: row.questions,
    applyBy: row.applyBy.toISOString(),
    replyWithinHours: row.replyWithinHours,
  };
}

/** Lists the employers and places that a job can refer to, by name. */
export async function listJobOptions(db: Db) {
  const employers = await db
    .selectFrom('employer')
    .select(['id', 'slug', 'name', sql<boolean>`archived_at is not null`.as('isArchived')])
    .where('mergedIntoId', 'is', null)
    .orderBy('name')
    .execute();
  const locations = await db
    .selectFrom('jobLocation')
    .select(['id', 'city', 'region'])
    .orderBy('city')
    .orderBy('region')
    .execute();
  return { employers, locations };
}

/** Lists the jobs with training for a select field, by title, archived ones last. */
export const listTrainingJobNames = (db: Db): Promise<JobName[]> =>
  readJobNames(db, (query) => query.where(sql<boolean>`stages @> '[{"kind": "TRAINING"}]'::jsonb`));

type JobName = [id: string, name: string];

const rowsOfJob = {
  applications: sql<boolean>`exists (select from job_application one where one.job_id = job.id)`,
  batches: sql<boolean>`exists (select from training_batch one where one.job_id = job.id)`,
  interviews: sql<boolean>`exists (select from interview_slot one where one.job_id = job.id)`,
};

/**
 * Lists the jobs that a filter offers, by title, archived ones last: those that have some of these rows, which jobs
 * without any would hide, and the one that is selected.
 */
export const listJobFilterNames = (
  db: Db,
  rows: keyof typeof rowsOfJob,
  selectedId?: string,
): Promise<JobName[]> =>
  readJobNames(db, (query) =>
    query.where(({ or, eb }) => or([rowsOfJob[rows], ...(selectedId ? [eb('id', '=', selectedId)] : [])])),
  );

async function readJobNames(
  db: Db,
  narrow: (query: ReturnType<typeof selectJobNames>) => ReturnType<typeof selectJobNames>,
): Promise<JobName[]> {
  const rows = await readJson(db, narrow(selectJobNames(db)));
  return rows.map(({ id, title, code }) => [id, `${title} (${code})`]);
}

/**
 * Lists what an interview slot can be for, for a select field: a job by its id, and each interview of a job with several
 * ones as `id/stage-key`.
 */
export async function listInterviews(db: Db): Promise<[value: string, name: string][]> {
  // Only what is shown of the stages is read, because there are up to a thousand jobs.
  const interviews = sql<{ key: string; title: string }[]>`jsonb_path_query_array(stages,
    '$[*] ? (@.kind == "INTERVIEW")')`;
  const rows = await readJson(
    db,
    selectJobNames(db).select(interviews.as('interviews')).where('status', '!=', 'ARCHIVED'),
  );
  return rows.flatMap(({ id, title, code, interviews }): [string, string][] => {
    const name = `${title} (${code})`;
    if (interviews.length < 2) return interviews.map(() => [id, name]);
    return [
      [id, `${name}, any interview`],
      ...interviews.map((stage): [string, string] => [`${id}/${stage.key}`, `${name}, ${stage.title}`]),
    ];
  });
}

/** Reads rows as one JSON array, because the driver takes three times as long to read a thousand rows. */
async function readJson<Row>(db: Db, query: SelectQueryBuilder<Schema, 'job', Row>): Promise<Row[]> {
  const { rows } = await db.selectNoFrom(jsonArrayFrom(query).as('rows')).executeTakeFirstOrThrow();
  return rows as Row[];
}

/** The order is that of the index `job_names`. */
const selectJobNames = (db: Db) =>
  db
    .selectFrom('job')
    .select(['id', 'title', 'code'])
    .orderBy(sql`(status = 'ARCHIVED'), title, code`)
    .limit(1000);
