import { type RawBuilder, sql } from 'kysely';
import type { AppointmentOutcomes, OutcomeGroup } from '#lib/contract/staff/reports/report-sections.ts';
import { findOwn } from '#lib/domain/core/record.ts';
import { reminderLabels } from '#lib/domain/staff/reports/report-outcomes.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadJobNames } from './group-labels.ts';
import { ofMatching } from './report-conditions.ts';
import type { ReportContext, ReportFilters } from './report-context.ts';

interface OutcomeRow {
  kind: 'JOB' | 'INTERVIEWER' | 'REMINDER';
  key: string | null;
  came: number;
  missed: number;
}

/** Selects the rows of a grouping set with its counts: each application once, as in the list behind the number. */
const counts = sql`
  count(distinct application_id) filter (where not missed)::int as came,
  count(distinct application_id) filter (where missed)::int as missed`;

/** Selects the outcomes that staff recorded in the period: somebody came or did not come. */
export const outcomesOf = (
  subject: 'INTERVIEW' | 'TRAINING',
  { startsAt, endsAt }: ReportContext,
  filters: ReportFilters,
): RawBuilder<unknown> => sql`
  select application_id, missed, job_id, starts_at, interviewer_id
  from appointment_outcome
  where subject = ${subject} and at >= ${startsAt} and at < ${endsAt} ${ofMatching(filters)}`;

/** Counts who came to trainings and who did not, by job. */
export async function loadTrainingOutcomes(
  db: Db,
  context: ReportContext,
  filters: ReportFilters,
): Promise<AppointmentOutcomes> {
  const { rows } = await sql<OutcomeRow>`
    select 'JOB' as kind, job_id as key, ${counts}
    from (${outcomesOf('TRAINING', context, filters)}) outcome group by job_id`.execute(db);
  return presentOutcomes(db, rows);
}

/**
 * Counts who came to interviews and who did not: by job, by interviewer, and by whether a reminder was sent. The interviewer is
 * the one who was invited to that time, because the slot of a missed interview is free again.
 */
export async function loadInterviewOutcomes(
  db: Db,
  context: ReportContext,
  filters: ReportFilters,
): Promise<AppointmentOutcomes> {
  const { rows } = await sql<OutcomeRow>`
    with ${selectKnownInterviews(context, filters)}
    select case when grouping(job_id) = 0 then 'JOB' when grouping(interviewer_id) = 0 then 'INTERVIEWER'
        else 'REMINDER' end as kind,
      coalesce(job_id::text, interviewer_id::text, reminder) as key, ${counts}
    from known
    group by grouping sets ((job_id), (interviewer_id), (reminder))`.execute(db);
  return presentOutcomes(db, rows);
}

/**
 * The common table expression `known`, which has one row per outcome of an interview with its interviewer and whether a reminder was
 * sent.
 */
export const selectKnownInterviews = (
  context: ReportContext,
  filters: ReportFilters,
): RawBuilder<unknown> => sql`
    known as (
      select outcome.*,
        case when starts_at < now() - interval '29 days' then 'UNKNOWN'
          when exists (
            select from reminder join interview on interview.id = reminder.subject_id
            where reminder.topic = 'interview' and interview.application_id = outcome.application_id
              and reminder.starts_at = outcome.starts_at) then 'SENT'
          else 'NONE' end as reminder
      from (${outcomesOf('INTERVIEW', context, filters)}) outcome
    )`;

async function presentOutcomes(db: Db, rows: readonly OutcomeRow[]): Promise<AppointmentOutcomes> {
  const ofKind = (kind: OutcomeRow['kind']) => rows.filter((row) => row.kind === kind);
  const keysOf = (kind: OutcomeRow['kind']) => ofKind(kind).flatMap(({ key }) => (key ? [key] : []));
  const jobs = await loadJobNames(db, keysOf('JOB'));
  const interviewers = await loadInterviewerNames(db, keysOf('INTERVIEWER'));
  const groupsOf = (kind: OutcomeRow['kind'], label: (key: string | null) => string): OutcomeGroup[] =>
    ofKind(kind)
      .map(({ key, came, missed }) => ({ key, label: label(key), came, missed }))
      .sort((one, other) => other.came + other.missed - one.came - one.missed);
  // An application has one job, so the counts of all jobs are those of all applications.
  const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);
  return {
    came: sum(ofKind('JOB').map(({ came }) => came)),
    missed: sum(ofKind('JOB').map(({ missed }) => missed)),
    byJob: groupsOf('JOB', (key) => jobs.get(key ?? '') ?? ''),
    byInterviewer: groupsOf('INTERVIEWER', (key) => interviewers.get(key ?? '') ?? 'No interviewer'),
    byReminder: groupsOf('REMINDER', (key) => findOwn(reminderLabels, key ?? '') ?? '').filter(
      ({ key }) => key !== 'UNKNOWN',
    ),
  };
}

async function loadInterviewerNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (!ids.length) return new Map();
  const rows = await db.selectFrom('interviewer').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
