import { sql } from 'kysely';
import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { defaultTimeZone } from '#lib/domain/core/countries.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import {
  type ApplicationAction,
  applicationFlow,
  stageKeyAfter,
} from '#lib/domain/hiring/applications/application-flow.ts';
import type { ApplicationNeed } from '#lib/domain/hiring/applications/application-guards.ts';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import { whyClosed } from '#lib/domain/hiring/jobs/job.ts';
import {
  type Answer,
  answerProblem,
  type Question,
  unansweredQuestions,
} from '#lib/domain/hiring/jobs/question.ts';
import {
  missingFields,
  noRegistrationValues,
  type RegistrationValues,
} from '#lib/domain/hiring/registration/registration.ts';
import { auditTransition } from '#lib/server/core/audit.ts';
import type { Actor, TransitionNotes, UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import {
  releaseAppointments,
  resumeAppointments,
  startAppointment,
} from '../appointments/follow-application.ts';
import { valuesOf } from '../registration/find-candidates.ts';
import { toHttpError } from '../to-http-error.ts';
import { type ApplicationAggregate, loadApplicationForUpdate } from './application-aggregate.ts';
import { applicationFacts } from './facts.ts';
import { recordEvent } from './record-event.ts';
import { takeSnapshot } from './snapshot.ts';
import { tellCandidate } from './tell-candidate.ts';

/** The steps that change a status of an application that exists; the others have a write of their own. */
export type Move = Exclude<ApplicationAction, 'APPLY' | 'EDIT' | 'EXPIRE'>;

/**
 * One step of an application, by its candidate or by staff: one conditional write, with the history row, what it means
 * for training and interview, the audit and the messages in the caller's transaction. A candidate moves their own only.
 * @throws HttpError NOT_FOUND, PERMISSION_DENIED, INVALID_STATE, and what SUBMIT alone may meet
 */
export async function moveApplication(
  work: UnitOfWork,
  by: Actor,
  applicationId: string,
  action: Move,
  notes: TransitionNotes = {},
): Promise<ApplicationStatus> {
  const { trx } = work;
  const standing = await loadApplicationForUpdate(trx, by, applicationId);
  const { application } = standing;
  const from = application.status;
  const facts = applicationFacts(standing, notes);
  const verdict = checkTransition(applicationFlow, action, by.type, from, facts);
  if (!verdict.isAllowed) throw refused(standing, action, verdict);

  const { to } = verdict;
  const stageKey = stageKeyAfter(action, from, facts);
  const written = await trx
    .updateTable('jobApplication')
    .set({
      status: to,
      stageKey,
      holdFromStatus: action === 'HOLD' ? from : null,
      ...(await stampsOf(trx, action, standing)),
    })
    .where('id', '=', application.id)
    .where('status', '=', from)
    .returning(['replyDueAt'])
    .executeTakeFirst();
  if (!written) throw new HttpError('INVALID_STATE');

  const step = { subject: 'APPLICATION', action, from, to } as const;
  const eventId = await recordEvent(trx, application.id, by, step, notes);
  const isLeft = action === 'WITHDRAW' || action === 'REJECT' || action === 'HOLD';
  const released = isLeft ? await releaseAppointments(work, standing, action) : {};
  const resumed = action === 'RESUME' ? await resumeAppointments(work, standing) : {};
  await startAppointment(work, by, standing, action, stageKey);
  await auditTransition(
    trx,
    by,
    { subjectType: 'application', subjectId: application.id, action, from, to },
    notes,
  );
  const replyDueAt = action === 'SUBMIT' ? written.replyDueAt : null;
  await tellCandidate(work, standing, eventId, step, {
    ...notes,
    stageKey,
    when: replyDueAt && { at: replyDueAt, timeZone: defaultTimeZone },
    ...released,
    ...resumed,
  });
  return to;
}

const now = sql<Date>`now()`;

/** What a step leaves on the application besides its status; times are the database's. */
async function stampsOf(trx: Db, action: Move, standing: ApplicationAggregate) {
  if (action === 'SUBMIT') {
    const snapshot = await takeSnapshot(trx, standing);
    return {
      submittedAt: now,
      // What is promised from now on has had no reply yet.
      repliedAt: null,
      replyDueAt: sql<Date>`now() + make_interval(hours => ${standing.job.replyWithinHours}::int)`,
      candidateSnapshot: JSON.stringify(snapshot),
      resumeMediaId: snapshot.resumeMediaId,
    };
  }
  if (action === 'MAKE_OFFER' || action === 'REJECT') return { ...replied, decidedAt: now };
  return action === 'START_REVIEW' || action === 'WITHDRAW' ? {} : replied;
}

/** The first word to the candidate is the reply that was promised; those after it change nothing. */
const replied = { repliedAt: sql<Date>`coalesce(replied_at, now())` };

const codes: Partial<Record<ApplicationNeed, ErrorCode>> = {
  jobIsOpen: 'JOB_CLOSED',
  hasDetails: 'PROFILE_INCOMPLETE',
  isEligible: 'NOT_ELIGIBLE',
  isComplete: 'INCOMPLETE_APPLICATION',
};

/** The refusal of the table as the wire names it, with the fields to mend. */
function refused(
  { application, job, candidate }: ApplicationAggregate,
  action: Move,
  verdict: Parameters<typeof toHttpError<ApplicationNeed>>[0],
): HttpError {
  const closedReason = whyClosed(job.currentStatus);
  // It ended because its job did: that is what the person should read.
  if (action === 'SUBMIT' && application.status === 'EXPIRED' && closedReason)
    return new HttpError('JOB_CLOSED', { message: closedReason });
  const isRepeat = action === 'SUBMIT' && application.submittedAt !== null;
  const known = { ...codes, STATUS: isRepeat ? 'ALREADY_SUBMITTED' : 'INVALID_STATE' } as const;
  if (verdict.because === 'hasDetails')
    return toHttpError(verdict, known, required(candidate ? valuesOf(candidate.row) : noRegistrationValues));
  if (verdict.because === 'isComplete')
    return toHttpError(verdict, known, unanswered(job.questions, application.answers));
  return toHttpError(verdict, known);
}

const required = (values: RegistrationValues) =>
  Object.fromEntries(missingFields(values).map(({ field }) => [field, 'This field is required']));

const unanswered = (questions: readonly Question[], answers: readonly Answer[]) =>
  Object.fromEntries(
    unansweredQuestions(questions, answers).map((question) => {
      const value = answers.find(({ key }) => key === question.key)?.value ?? '';
      return [`answers.${question.key}`, answerProblem(question, value) ?? 'Please answer this'];
    }),
  );
