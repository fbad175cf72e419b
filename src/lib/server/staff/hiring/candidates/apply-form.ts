import { validate as isUuid } from 'uuid';
import { finalStatuses } from '#lib/domain/hiring/applications/application-status.ts';
import { checkedFields } from '#lib/domain/hiring/jobs/eligibility.ts';
import { valueText } from '#lib/domain/hiring/registration/registration-text.ts';
import type { Db } from '#lib/server/db/index.ts';
import { eligibilityOf, findCandidate, valuesOf } from '#lib/server/hiring/candidate-rows.ts';
import { isOpen, type JobRow, selectJobs } from '#lib/server/hiring/job-rows.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { confirmAction } from '../../confirm-action.ts';
import type { StaffFormResult } from '../../staff-form.ts';

/** The form with which staff apply for a candidate: first the job, then its questions. */

export interface ApplyForm {
  /** Open jobs that the candidate has not sent an application for. */
  jobs: [id: string, name: string][];
  /** The job that the address names. */
  job: Pick<JobRow, 'id' | 'title' | 'employerName' | 'questions' | 'locations'> | null;
  /** The rules of that job which the candidate's details do not meet, each with what it asks for and what they have. */
  unmetRules: string[];
}

/** Loads the form for a candidate. `jobId` is the chosen job. */
export async function loadApplyForm(db: Db, userId: string, jobId: string | null): Promise<ApplyForm> {
  const jobs = await db
    .selectFrom('job')
    .select(['id', 'title', 'code'])
    .where(isOpen)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobApplication as sent')
            .select('sent.id')
            .whereRef('sent.jobId', '=', 'job.id')
            .where('sent.userId', '=', userId)
            .where('sent.status', 'not in', ['STARTED', ...finalStatuses]),
        ),
      ),
    )
    .orderBy('title')
    .execute();
  const isListed = jobs.some(({ id }) => id === jobId);
  const job =
    isListed && isUuid(jobId)
      ? await selectJobs(db, null)
          .where('job.id', '=', jobId ?? '')
          .executeTakeFirst()
      : null;
  return {
    jobs: jobs.map(({ id, title, code }) => [id, `${title} (${code})`]),
    job: job ?? null,
    unmetRules: job ? await listUnmetRules(db, userId, job) : [],
  };
}

/** `Experience: 2 to 4 years. Candidate: 1 year and 8 months.` */
async function listUnmetRules(
  db: Db,
  userId: string,
  { eligibility }: Pick<JobRow, 'eligibility'>,
): Promise<string[]> {
  const registered = await findCandidate(db, userId);
  const missing = eligibilityOf(eligibility, registered)?.missing.map(({ key }) => key) ?? [];
  return eligibility.flatMap(({ key, label, rule, check }) => {
    if (!registered || !check || !missing.includes(key)) return [];
    const own = valueText(checkedFields[check.kind], valuesOf(registered.row), String) ?? 'no answer';
    return `${label}: ${rule.replace(/\.$/, '')}. Candidate: ${own}.`;
  });
}

/** The field of a question has this prefix, as in the error that names it. */
const answerPrefix = 'answers.';
export const answerField = (key: string): string => answerPrefix + key;

const applyAction = formAction('POST /api/v1/staff/candidates/{userId}/apply/', (form, userId: string) => ({
  params: { userId },
  body: {
    jobId: textOf(form, 'jobId'),
    answers: [...new Set(form.keys())]
      .filter((name) => name.startsWith(answerPrefix))
      .map((name) => ({ key: name.slice(answerPrefix.length), value: textOf(form, name) }))
      // An empty value would delete what the candidate has answered in a draft.
      .filter(({ value }) => value.trim() !== ''),
    coverNote: textOf(form, 'coverNote'),
    ...(textOf(form, 'locationId') && { locationId: textOf(form, 'locationId') }),
    isRequestedByPhone: textOf(form, 'isRequestedByPhone') === 'yes',
  },
}));

/** Handles the form of the second step. */
export async function handleApplyForm(
  api: FormApi,
  page: FormPage,
  form: FormData,
  userId: string,
): Promise<Partial<StaffFormResult>> {
  const label = 'Send application for the candidate';
  const { response, ...rest } = await confirmAction({ api, page, form, label }, applyAction, userId);
  return {
    done: response && (response.isExisting ? 'applied-before' : 'applied'),
    ...(response && { doneFacts: { applicationId: response.id, number: response.number } }),
    ...rest,
  };
}
