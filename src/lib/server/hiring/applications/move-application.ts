import { sql } from 'kysely';
import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import {
  type ApplicationAction,
  applicationFlow,
  stageKeyAfter,
  startedLifetimeDays,
} from '#lib/domain/hiring/applications/application-flow.ts';
import type { ApplicationNeed } from '#lib/domain/hiring/applications/application-guards.ts';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import { findStatusBeforeHold } from '#lib/domain/hiring/applications/previous-status.ts';
import { findOfferLeft, hasLastDayPassed } from '#lib/domain/hiring/applications/return-target.ts';
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
import type { Actor, TransitionNotes } from '#lib/server/core/actor.ts';
import { currentOwner } from '#lib/server/core/current-owner.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import {
  type ApplicationAggregate,
  latestOffer,
  loadApplicationForUpdate,
  type OfferRow,
} from '../application-aggregate.ts';
import { valuesOf } from '../candidate-rows.ts';
import { notifyCandidate } from '../notify-candidate.ts';
import { recordTransition } from '../record-transition.ts';
import { buildApplicationContext } from './allowed-actions.ts';
import { getLocation, listOpenLocationQuestion } from './application-location.ts';
import { createSnapshot } from './candidate-snapshot.ts';
import { describeStatus } from './describe-status.ts';
import { propagateTransition } from './propagate-transition.ts';

/** The transitions that need no more than notes. The others have writes of their own. */
export type ApplicationMove = Exclude<ApplicationAction, 'APPLY' | 'EDIT' | 'EXPIRE' | OfferMove>;
/** The transitions that write an offer too; server/hiring/offers has their functions. */
type OfferMove = 'MAKE_OFFER' | 'REPLACE_OFFER' | 'ACCEPT_OFFER' | 'DECLINE_OFFER' | 'EXPIRE_OFFER';

/**
 * Makes one transition of an application, by its candidate or by staff: a conditional update with the history
 * row, the changes of training, interview and offer, the audit row and the messages, all in the caller's
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
  // The person may be applying again at this moment, see `startApplication`.
  if (action === 'REOPEN') await lockPerson(work.trx, applicationId);
  const aggregate = await loadApplicationForUpdate(work.trx, actor, applicationId);
  return moveLockedApplication(work, actor, aggregate, action, notes);
}

interface MoveDetails {
  /** The offer that the transition is about, where it is newer than the aggregate. */
  offer?: OfferRow;
  /** What the audit row says besides the statuses. */
  details?: Record<string, unknown>;
  /** The day on which the candidate has joined, for `HIRE`. */
  joinedOn?: string;
  /** Whether another message of the same change says what the candidate needs to know. */
  isQuiet?: boolean;
}

/** Makes the transition of an application that the caller has locked and loaded. Throws as `moveApplication` does. */
export async function moveLockedApplication(
  work: UnitOfWork,
  actor: Actor,
  aggregate: ApplicationAggregate,
  action: ApplicationMove | OfferMove,
  notes: TransitionNotes = {},
  { offer, details, joinedOn, isQuiet = false }: MoveDetails = {},
): Promise<ApplicationStatus> {
  const { trx } = work;
  const { application } = aggregate;
  const from = application.status;
  const context = buildApplicationContext(aggregate, notes);
  const result = checkTransition(applicationFlow, action, actor.type, from, context);
  if (!result.isAllowed) throw toMoveError(aggregate, action, result);

  const { to } = result;
  const stageKey = stageKeyAfter(action, from, context);
  const heldFrom = heldFromAfter(aggregate, action, to);
  const updated = await trx
    .updateTable('jobApplication')
    .set({
      status: to,
      stageKey,
      holdFromStatus: heldFrom,
      ...(await buildMoveColumns(trx, action, aggregate)),
      ...(action === 'REOPEN' && {
        ownerId: currentOwner('jobApplication'),
        ...buildReopenColumns(aggregate, to),
      }),
    })
    .where('id', '=', application.id)
    .where('status', '=', from)
    .returning(['replyDueAt', 'expiresAt'])
    .executeTakeFirst();
  if (!updated) throw new HttpError('INVALID_STATE');

  const event = { subject: 'APPLICATION', action, from, to } as const;
  const eventId = await recordTransition(trx, application.id, actor, event, notes, details);
  const propagated = await propagateTransition(work, actor, aggregate, {
    ...{ action, to, heldFrom, stageKey, joinedOn },
  });
  if (isQuiet) return to;
  const replyDueAt = action === 'SUBMIT' ? updated.replyDueAt : null;
  await notifyCandidate(work, aggregate, eventId, action, {
    actor,
    ...notes,
    stageKey,
    offer: offer ?? latestOffer(aggregate),
    time: replyDueAt && { at: replyDueAt, timeZone: defaultTimeZone },
    statusText: describeStatus(aggregate, { status: to, stageKey, expiresAt: updated.expiresAt }),
    hasOfferRunOut: hasLastDayPassed(findOfferLeft(context, action)),
    ...propagated,
  });
  return to;
}

/** Locks the person of an application before the application, the order in which `startApplication` locks. */
async function lockPerson(trx: Db, applicationId: string): Promise<void> {
  await trx
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', (eb) =>
      eb.selectFrom('jobApplication').select('userId').where('id', '=', applicationId),
    )
    .forNoKeyUpdate()
    .execute();
}

function heldFromAfter(
  { application, history }: ApplicationAggregate,
  action: ApplicationMove | OfferMove,
  to: ApplicationStatus,
): ApplicationStatus | null {
  if (action === 'HOLD') return application.status;
  return to === 'ON_HOLD' ? findStatusBeforeHold(history) : null;
}

const now = sql<Date>`now()`;

/** A draft gets all of its days again. Without an offer there is no decision any more. */
function buildReopenColumns({ history }: ApplicationAggregate, to: ApplicationStatus) {
  if (to === 'STARTED')
    return { expiresAt: sql<Date>`now() + make_interval(days => ${startedLifetimeDays}::int)` };
  return history.some(({ action }) => action === 'MAKE_OFFER') ? {} : { decidedAt: null };
}

/** Returns the columns that a transition sets besides the status; times are the database's. */
async function buildMoveColumns(
  trx: Db,
  action: ApplicationMove | OfferMove,
  aggregate: ApplicationAggregate,
) {
  if (action === 'SUBMIT') {
    const snapshot = await createSnapshot(trx, aggregate);
    return {
      submittedAt: now,
      // The promise of a reply begins now, so no earlier message fulfils it.
      repliedAt: null,
      replyDueAt: sql<Date>`now() + make_interval(hours => ${aggregate.job.replyWithinHours}::int)`,
      candidateSnapshot: JSON.stringify(snapshot),
      resumeMediaId: snapshot.resumeMediaId,
      jobLocationId: getLocation(aggregate).location?.id ?? null,
    };
  }
  if (action === 'MAKE_OFFER' || action === 'REJECT') return { ...replied, decidedAt: now };
  return quietActions.includes(action) ? {} : replied;
}

/** Actions of which the candidate hears nothing, or which are their own. */
const quietActions: readonly ApplicationAction[] = [
  'START_REVIEW',
  'WITHDRAW',
  'REOPEN',
  'ACCEPT_OFFER',
  'DECLINE_OFFER',
];

/** Only the first message to the candidate is the promised reply. */
const replied = { repliedAt: sql<Date>`coalesce(replied_at, now())` };

const errorCodes: Partial<Record<ApplicationNeed, ErrorCode>> = {
  jobIsOpen: 'JOB_CLOSED',
  hasDetails: 'PROFILE_INCOMPLETE',
  isComplete: 'INCOMPLETE_APPLICATION',
};

/** Converts a rejected transition to its error, with the fields to correct. */
function toMoveError(
  aggregate: ApplicationAggregate,
  action: ApplicationMove | OfferMove,
  result: Parameters<typeof toHttpError<ApplicationNeed>>[0],
): HttpError {
  const { application, job, candidate } = aggregate;
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
    return toHttpError(result, codes, {
      ...(listOpenLocationQuestion(aggregate).length > 0 && { locationId: 'Please choose a city' }),
      ...answerErrors(job.questions, application.answers),
    });
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
