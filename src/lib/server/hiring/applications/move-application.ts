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
import { findClosedReason } from '#lib/domain/hiring/jobs/job.ts';
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
import type { Actor, TransitionNotes, UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { type ApplicationAggregate, loadApplicationForUpdate } from '../application-aggregate.ts';
import { valuesOf } from '../candidate-rows.ts';
import { notifyCandidate, recordTransition } from '../record-transition.ts';
import { toHttpError } from '../to-http-error.ts';
import { buildApplicationContext } from './allowed-actions.ts';
import { createSnapshot } from './candidate-snapshot.ts';
import { createAppointment, releaseAppointments, resumeAppointments } from './propagate-transition.ts';

/** The transitions of an existing application that change its status; `EDIT` and `EXPIRE` have a write of their own. */
export type ApplicationMove = Exclude<ApplicationAction, 'APPLY' | 'EDIT' | 'EXPIRE'>;

/**
 * Makes one transition of an application, by its candidate or by staff: a conditional update with the history
 * row, the changes of training and interview, the audit row and the messages, all in the caller's
 * transaction. A candidate can move only their own. Throws `NOT_FOUND`, `PERMISSION_DENIED`, `INVALID_STATE`;
 * `SUBMIT` also throws the codes in `errorCodes`.
 */
export async function moveApplication(
  work: UnitOfWork,
  actor: Actor,
  applicationId: string,
  action: ApplicationMove,
  notes: TransitionNotes = {},
): Promise<ApplicationStatus> {
  const { trx } = work;
  const aggregate = await loadApplicationForUpdate(trx, actor, applicationId);
  const { application } = aggregate;
  const from = application.status;
  const context = buildApplicationContext(aggregate, notes);
  const result = checkTransition(applicationFlow, action, actor.type, from, context);
  if (!result.isAllowed) throw toMoveError(aggregate, action, result);

  const { to } = result;
  const stageKey = stageKeyAfter(action, from, context);
  const updated = await trx
    .updateTable('jobApplication')
    .set({
      status: to,
      stageKey,
      holdFromStatus: action === 'HOLD' ? from : null,
      ...(await buildMoveColumns(trx, action, aggregate)),
    })
    .where('id', '=', application.id)
    .where('status', '=', from)
    .returning(['replyDueAt'])
    .executeTakeFirst();
  if (!updated) throw new HttpError('INVALID_STATE');

  const event = { subject: 'APPLICATION', action, from, to } as const;
  const eventId = await recordTransition(trx, application.id, actor, event, notes);
  const isInterrupted = action === 'WITHDRAW' || action === 'REJECT' || action === 'HOLD';
  const released = isInterrupted ? await releaseAppointments(work, aggregate, action) : {};
  const resumed = action === 'RESUME' ? await resumeAppointments(work, aggregate) : {};
  await createAppointment(work, actor, aggregate, action, stageKey);
  const replyDueAt = action === 'SUBMIT' ? updated.replyDueAt : null;
  await notifyCandidate(work, aggregate, eventId, action, {
    ...notes,
    stageKey,
    time: replyDueAt && { at: replyDueAt, timeZone: defaultTimeZone },
    ...released,
    ...resumed,
  });
  return to;
}

const now = sql<Date>`now()`;

/** Returns the columns that a transition sets besides the status; times are the database's. */
async function buildMoveColumns(trx: Db, action: ApplicationMove, aggregate: ApplicationAggregate) {
  if (action === 'SUBMIT') {
    const snapshot = await createSnapshot(trx, aggregate);
    return {
      submittedAt: now,
      // The promise of a reply begins now, so no earlier message fulfils it.
      repliedAt: null,
      replyDueAt: sql<Date>`now() + make_interval(hours => ${aggregate.job.replyWithinHours}::int)`,
      candidateSnapshot: JSON.stringify(snapshot),
      resumeMediaId: snapshot.resumeMediaId,
    };
  }
  if (action === 'MAKE_OFFER' || action === 'REJECT') return { ...replied, decidedAt: now };
  return action === 'START_REVIEW' || action === 'WITHDRAW' ? {} : replied;
}

/** Only the first message to the candidate is the promised reply. */
const replied = { repliedAt: sql<Date>`coalesce(replied_at, now())` };

const errorCodes: Partial<Record<ApplicationNeed, ErrorCode>> = {
  jobIsOpen: 'JOB_CLOSED',
  hasDetails: 'PROFILE_INCOMPLETE',
  isEligible: 'NOT_ELIGIBLE',
  isComplete: 'INCOMPLETE_APPLICATION',
};

/** Converts a rejected transition to its error, with the fields to correct. */
function toMoveError(
  { application, job, candidate }: ApplicationAggregate,
  action: ApplicationMove,
  result: Parameters<typeof toHttpError<ApplicationNeed>>[0],
): HttpError {
  const closedReason = findClosedReason(job.currentStatus);
  // The application expired because the job closed. This message tells the person more than the general one.
  if (action === 'SUBMIT' && application.status === 'EXPIRED' && closedReason)
    return new HttpError('JOB_CLOSED', { message: closedReason });
  const isRepeat = action === 'SUBMIT' && application.submittedAt !== null;
  const codes = { ...errorCodes, STATUS: isRepeat ? 'ALREADY_SUBMITTED' : 'INVALID_STATE' } as const;
  if (result.because === 'hasDetails')
    return toHttpError(
      result,
      codes,
      requiredErrors(candidate ? valuesOf(candidate.row) : noRegistrationValues),
    );
  if (result.because === 'isComplete')
    return toHttpError(result, codes, answerErrors(job.questions, application.answers));
  return toHttpError(result, codes);
}

const requiredErrors = (values: RegistrationValues) =>
  Object.fromEntries(missingFields(values).map(({ field }) => [field, 'This field is required']));

const answerErrors = (questions: readonly Question[], answers: readonly Answer[]) =>
  Object.fromEntries(
    unansweredQuestions(questions, answers).map((question) => {
      const value = answers.find(({ key }) => key === question.key)?.value ?? '';
      return [`answers.${question.key}`, answerProblem(question, value) ?? 'Please answer this'];
    }),
  );
