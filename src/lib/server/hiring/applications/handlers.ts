import { validate as isUuid } from 'uuid';
import type { JobApplication, jobApplicationRoutes } from '#lib/contract/hiring/job-applications.ts';
import type { offerRoutes } from '#lib/contract/hiring/offers.ts';
import type { Session } from '#lib/server/auth/session.ts';
import type { Context, Handlers } from '#lib/server/context.ts';
import { type Actor, candidateActor } from '#lib/server/core/actor.ts';
import { attributionOf } from '#lib/server/core/attribution.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { presentList } from '#lib/server/http/list.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import {
  createApplicationNotFoundError,
  loadApplicationForUpdate,
  requireApplicationAggregate,
} from '../application-aggregate.ts';
import { cancelOwnInterview } from '../appointments/cancel-interview.ts';
import { changeBatch } from '../appointments/change-batch.ts';
import { presentSlots } from '../appointments/interview-slots.ts';
import { rescheduleInterview } from '../appointments/interview-transitions.ts';
import { setUpTraining } from '../appointments/training-transitions.ts';
import { applyDueTransitions } from '../due-transitions.ts';
import { acceptOffer, declineOffer } from '../offers/answer-offer.ts';
import { withChosenLocation } from './application-location.ts';
import { listApplications, requireOwnAggregate } from './find-applications.ts';
import { moveApplication, moveLockedApplication } from './move-application.ts';
import { presentApplication } from './present-application.ts';
import { saveDraft } from './save-draft.ts';
import { startApplication } from './start-application.ts';

/** Handlers of a candidate's own applications. */
export const jobApplicationHandlers: Handlers<keyof typeof jobApplicationRoutes | keyof typeof offerRoutes> =
  {
    'POST /api/v1/moonshot/jobs/{jobSlug}/apply/': async ({ db, params, session, log, ...visit }) => {
      const userId = session.user.id;
      const applicant = { userId, jobSlug: params.jobSlug };
      const { id, isExisting } = await startApplication(db, applicant, attributionOf(visit));
      if (!isExisting)
        log.info({ event: 'application.started', userId, applicationId: id }, 'application started');
      return { ...presentApplication(await requireApplicationAggregate(db, id, userId)), isExisting };
    },

    'GET /api/v1/moonshot/job-applications/': async ({ db, query, session }) =>
      presentList(
        '/api/v1/moonshot/job-applications/',
        query,
        await listApplications(db, session.user.id, query),
      ),

    'GET /api/v1/moonshot/job-applications/{jobApplicationId}/': async ({ db, params, session }) =>
      presentApplication(await requireOwnAggregate(db, session.user.id, params.jobApplicationId)),

    'PATCH /api/v1/moonshot/job-applications/{jobApplicationId}/update/': (context) =>
      changeApplication(context, (userId, id) => saveDraft(context.db, userId, id, context.body)),

    'POST /api/v1/moonshot/job-applications/{jobApplicationId}/submit/': (context) =>
      changeInTransaction(context, 'submitted', async (work, actor, id) => {
        const aggregate = await loadApplicationForUpdate(work.trx, actor, id);
        const chosen = withChosenLocation(aggregate, context.body.locationId);
        await moveLockedApplication(work, actor, chosen, 'SUBMIT');
      }),

    'POST /api/v1/moonshot/job-applications/{jobApplicationId}/withdraw/': (context) =>
      changeInTransaction(context, 'withdrawn', (work, actor, id) =>
        moveApplication(work, actor, id, 'WITHDRAW', { reasonCode: context.body.reason ?? null }),
      ),

    'POST /api/v1/moonshot/job-applications/{jobApplicationId}/setup-training/': (context) =>
      changeInTransaction(context, 'training_set_up', (work, actor, id) =>
        setUpTraining(work, actor, id, context.body.batchId),
      ),

    'POST /api/v1/moonshot/job-applications/{jobApplicationId}/accept-offer/': (context) =>
      changeInTransaction(context, 'offer_accepted', (work, { id: userId }, id) =>
        acceptOffer(work, userId, id, context.body, context.network()),
      ),

    'POST /api/v1/moonshot/job-applications/{jobApplicationId}/decline-offer/': (context) =>
      changeInTransaction(context, 'offer_declined', (work, { id: userId }, id) =>
        declineOffer(work, userId, id, context.body),
      ),

    'POST /api/v1/moonshot/job-applications/{jobApplicationId}/change-training/': (context) =>
      changeInTransaction(context, 'training_changed', (work, actor, id) =>
        changeBatch(work, actor, id, context.body),
      ),

    'GET /api/v1/moonshot/job-applications/{jobApplicationId}/reschedule-interview/slots/': async ({
      db,
      params,
      session,
    }) => presentSlots(db, await requireOwnAggregate(db, session.user.id, params.jobApplicationId)),

    'POST /api/v1/moonshot/job-applications/{jobApplicationId}/reschedule-interview/': (context) =>
      changeApplication(context, (userId, id) => rescheduleInterview(context, userId, id, context.body)),

    'POST /api/v1/moonshot/job-applications/{jobApplicationId}/cancel-interview/': (context) =>
      changeInTransaction(context, 'interview_cancelled', (work, actor, id) =>
        cancelOwnInterview(work, actor, id, context.body),
      ),
  };

type ApplicationContext = Context & { session: Session; params: { jobApplicationId: string } };

/** Makes a change of the person's own application and presents the result. Throws `NOT_FOUND`. */
async function changeApplication(
  { db, session, params }: ApplicationContext,
  write: (userId: string, applicationId: string) => Promise<unknown>,
): Promise<JobApplication> {
  const userId = session.user.id;
  const id = params.jobApplicationId;
  if (!isUuid(id)) throw createApplicationNotFoundError();
  await applyDueTransitions(db, userId);
  await write(userId, id);
  return presentApplication(await requireApplicationAggregate(db, id, userId));
}

/** Makes a change in one transaction and logs it. `STALE_WRITE` carries the application as `current`. */
async function changeInTransaction(
  context: ApplicationContext,
  event: string,
  write: (work: UnitOfWork, actor: Actor & { id: string }, applicationId: string) => Promise<unknown>,
): Promise<JobApplication> {
  const { db, messages, config, log } = context;
  return changeApplication(context, async (userId, applicationId) => {
    const work = (trx: Db) => write({ trx, messages, config }, candidateActor(userId), applicationId);
    await db
      .transaction()
      .execute(work)
      .catch(async (error: unknown) => {
        if (!(error instanceof HttpError) || error.errorCode !== 'STALE_WRITE') throw error;
        const current = presentApplication(await requireApplicationAggregate(db, applicationId, userId));
        throw new HttpError('STALE_WRITE', { message: error.message, extra: { current } });
      });
    log.info({ event: `application.${event}`, userId, applicationId }, `application ${event}`);
  });
}
