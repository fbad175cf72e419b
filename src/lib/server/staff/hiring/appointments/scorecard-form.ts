import type { Scorecard } from '#lib/contract/staff/scorecards.ts';
import { defaultCriteria } from '#lib/domain/hiring/appointments/scorecard.ts';
import type { Db } from '#lib/server/db/index.ts';
import { parseCriteria } from '#lib/server/hiring/appointments/parse-criteria.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { integerOf } from '../../staff-form.ts';
import { listScorecards } from './scorecards.ts';

/** The scorecards of an application and the form for another one. */
export interface ScorecardPage {
  cards: Scorecard[];
  /** When the interviews of the scorecards began, by the id of the interview. */
  times: ReadonlyMap<string, string>;
  /** Keys and labels of the criteria of the job's kind. */
  criteria: readonly (readonly [key: string, label: string])[];
  /** The interviewer of the latest slot. */
  interviewerName: string;
  /** The latest interview has begun. */
  canRecord: boolean;
}

/** Loads the scorecards of an application. [API-43] */
export async function loadScorecardPage(db: Db, applicationId: string): Promise<ScorecardPage> {
  const cards = (await listScorecards(db, [applicationId])).get(applicationId) ?? [];
  const { family } = await db
    .selectFrom('jobApplication')
    .innerJoin('job', 'job.id', 'jobApplication.jobId')
    .select('job.family')
    .where('jobApplication.id', '=', applicationId)
    .executeTakeFirstOrThrow();
  const interviews = await db
    .selectFrom('interview')
    .innerJoin('interviewSlot', 'interviewSlot.id', 'interview.slotId')
    .leftJoin('interviewer', 'interviewer.id', 'interviewSlot.interviewerId')
    .select(['interview.id', 'interviewSlot.startsAt', 'interviewer.name'])
    .where('applicationId', '=', applicationId)
    .where('interview.status', 'in', ['SCHEDULED', 'COMPLETED', 'NO_SHOW'])
    .where('interviewSlot.startsAt', '<=', new Date())
    .orderBy('interviewSlot.startsAt', 'desc')
    .execute();
  return {
    cards,
    times: new Map(interviews.map(({ id, startsAt }) => [id, startsAt.toISOString()])),
    criteria: defaultCriteria(family),
    interviewerName: interviews[0]?.name ?? '',
    canRecord: interviews.length > 0,
  };
}

const createAction = formAction(
  'POST /api/v1/staff/job-applications/{jobApplicationId}/scorecards/create/',
  (form, jobApplicationId: string) => ({ params: { jobApplicationId }, body: parseScorecard(form) }),
);

const updateAction = formAction('PATCH /api/v1/staff/scorecards/{scorecardId}/update/', (form) => ({
  params: { scorecardId: textOf(form, 'scorecardId') },
  body: { ...parseScorecard(form), version: integerOf(textOf(form, 'version')) },
}));

const parseScorecard = (form: FormData) => ({
  interviewerName: textOf(form, 'interviewerName'),
  criteria: parseCriteria(form),
  recommendation: textOf(form, 'recommendation'),
  summary: textOf(form, 'summary'),
});

/** Handles the form of a scorecard: a new one, or a change of one. */
export async function handleScorecardForm(
  api: FormApi,
  page: FormPage,
  form: FormData,
  applicationId: string,
) {
  const { errors } = textOf(form, 'scorecardId')
    ? await updateAction(api, page, form)
    : await createAction(api, page, form, applicationId);
  if (errors) return { done: null, errors };
  return { done: (await hasOpenInterview(api.db, applicationId)) ? 'scored-scheduled' : 'scored', errors };
}

/** Returns whether nobody has recorded yet that the interview took place. */
async function hasOpenInterview(db: Db, applicationId: string): Promise<boolean> {
  const open = await db
    .selectFrom('interview')
    .select('id')
    .where('applicationId', '=', applicationId)
    .where('status', '=', 'SCHEDULED')
    .executeTakeFirst();
  return open !== undefined;
}
