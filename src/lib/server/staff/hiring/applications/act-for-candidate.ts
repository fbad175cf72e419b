import { validate as isUuid } from 'uuid';
import type { BodyOf, ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { onBehalfRoutes } from '#lib/contract/staff/hiring/on-behalf.ts';
import type { Attribution } from '#lib/domain/core/attribution.ts';
import type { Handlers } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import {
  createApplicationNotFoundError,
  loadApplicationForUpdate,
} from '#lib/server/hiring/application-aggregate.ts';
import { moveLockedApplication } from '#lib/server/hiring/applications/move-application.ts';
import { writeDraft } from '#lib/server/hiring/applications/save-draft.ts';
import { startInTransaction } from '#lib/server/hiring/applications/start-application.ts';
import { applyDueTransitions } from '#lib/server/hiring/due-transitions.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { runStaffAction, type StaffActionDeps } from '../../undo/run-staff-action.ts';
import { requireStaffApplication } from './find-applications.ts';
import { fillMessageFields } from './messages/message-values.ts';
import { staffActor } from './move-applications.ts';

/**
 * What staff do for a candidate who has asked them by phone. The state machine decides as it does for the candidate; history and
 * audit name the member of staff, and the candidate gets the confirmation after the time to undo.
 */

type ApplyRoute = (typeof onBehalfRoutes)['POST /api/v1/staff/candidates/{userId}/apply/'];
type WithdrawRoute =
  (typeof onBehalfRoutes)['POST /api/v1/staff/job-applications/{jobApplicationId}/withdraw/'];

export const onBehalfHandlers: Handlers<keyof typeof onBehalfRoutes> = {
  'POST /api/v1/staff/candidates/{userId}/apply/': ({ params, session, body, ...deps }) =>
    applyForCandidate(deps, session.user.id, params.userId, body),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/withdraw/': async (context) => {
    const { params, session, body, ...deps } = context;
    await withdrawForCandidate(deps, session.user.id, params.jobApplicationId, body);
    return requireStaffApplication(deps.db, params.jobApplicationId);
  },
};

const details = { request: 'The candidate asked by phone' };

/**
 * Starts and submits an application in one transaction, with the validation of the candidate's own submission. Returns the open
 * application if it is submitted already. Throws `NOT_FOUND`, `PHONE_NOT_VERIFIED`, `JOB_CLOSED`, `PROFILE_INCOMPLETE`,
 * `INCOMPLETE_APPLICATION`, `VALIDATION_FAILED`, `RATE_LIMITED`. [API-41] [API-42]
 */
async function applyForCandidate(
  deps: StaffActionDeps,
  staffId: string,
  userId: string,
  { jobId, answers, coverNote, locationId }: BodyOf<ApplyRoute>,
): Promise<ResponseOf<ApplyRoute>> {
  await requireReachable(deps.db, userId);
  const jobSlug = await requireJobSlug(deps.db, jobId);
  await applyDueTransitions(deps.db, userId);
  const actor = staffActor(staffId);
  return runStaffAction(deps, staffId, 'application.SUBMIT', async (work) => {
    const { trx } = work;
    const { id } = await startInTransaction(trx, actor, { userId, jobSlug }, noAttribution);
    const { application } = await loadApplicationForUpdate(trx, actor, id);
    const { number, status } = application;
    if (status !== 'STARTED') return { id, number, isExisting: true };
    await writeDraft(trx, actor, id, { answers, locationId, ...(coverNote && { coverNote }) });
    const draft = await loadApplicationForUpdate(trx, actor, id);
    await moveLockedApplication(work, actor, draft, 'SUBMIT', {}, { details });
    return { id, number, isExisting: false };
  });
}

/** The candidate came by phone, so there is no visit to attribute the application to. */
const noAttribution: Attribution = {
  anonymousId: null,
  firstTouch: null,
  sessionTouch: null,
  refCode: null,
  ogReferer: null,
};

/** Throws `NOT_FOUND` for a person who is no candidate, and `PHONE_NOT_VERIFIED`. */
async function requireReachable(db: Db, userId: string): Promise<void> {
  const person = isUuid(userId)
    ? await db
        .selectFrom('candidateRegistration')
        .innerJoin('appUser', 'appUser.id', 'userId')
        .select('phoneVerifiedAt')
        .where('userId', '=', userId)
        .executeTakeFirst()
    : null;
  if (!person) throw new HttpError('NOT_FOUND', { message: 'There is no such candidate' });
  if (!person.phoneVerifiedAt)
    throw new HttpError('PHONE_NOT_VERIFIED', {
      message: 'This candidate has not confirmed their mobile number yet.',
    });
}

async function requireJobSlug(db: Db, id: string): Promise<string> {
  const job = await db.selectFrom('job').select('slug').where('id', '=', id).executeTakeFirst();
  const message = 'Please choose a job';
  if (!job) throw new HttpError('VALIDATION_FAILED', { message, fields: { jobId: message } });
  return job.slug;
}

/** Withdraws an application with the candidate's reason. Throws `NOT_FOUND`, `INVALID_STATE`. [API-42] */
async function withdrawForCandidate(
  deps: StaffActionDeps,
  staffId: string,
  id: string,
  { reason, publicNote = null }: BodyOf<WithdrawRoute>,
): Promise<void> {
  if (!isUuid(id)) throw createApplicationNotFoundError();
  const actor = staffActor(staffId);
  await runStaffAction(deps, staffId, 'application.WITHDRAW', async (work) => {
    const aggregate = await loadApplicationForUpdate(work.trx, actor, id);
    const notes = { reasonCode: reason, publicNote: await fillMessageFields(work.trx, id, publicNote) };
    await moveLockedApplication(work, actor, aggregate, 'WITHDRAW', notes, { details });
  });
}
