import { validate as isUuid } from 'uuid';
import type { JobApplication, jobApplicationRoutes } from '#lib/contract/hiring/job-applications.ts';
import type { Session } from '#lib/server/auth/session.ts';
import type { Context, Handlers } from '#lib/server/context.ts';
import { attributionOf } from '#lib/server/core/attribution.ts';
import { type Actor, candidateActor, type UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import { presentList } from '#lib/server/http/list.ts';
import { createApplicationNotFoundError, requireApplicationAggregate } from '../application-aggregate.ts';
import { presentSlots } from '../appointments/interview-slots.ts';
import { rescheduleInterview } from '../appointments/interview-transitions.ts';
import { setUpTraining } from '../appointments/training-transitions.ts';
import { applyDueTransitions } from '../due-transitions.ts';
import { listApplications, requireOwnAggregate } from './find-applications.ts';
import { moveApplication } from './move-application.ts';
import { presentApplication } from './present-application.ts';
import { saveDraft } from './save-draft.ts';
import { startApplication } from './start-application.ts';

/** Handlers of a candidate's own applications. */
export const jobApplicationHandlers: Handlers<keyof typeof jobApplicationRoutes> = {
  'POST /api/v1/moonshot/jobs/{jobSlug}/apply/': async ({ db, params, session, cookies, log }) => {
    const userId = session.user.id;
    const applicant = { userId, jobSlug: params.jobSlug };
    const { id, isExisting } = await startApplication(db, applicant, attributionOf(cookies));
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
    changeInTransaction(context, 'submitted', (work, actor, id) =>
      moveApplication(work, actor, id, 'SUBMIT'),
    ),

  'POST /api/v1/moonshot/job-applications/{jobApplicationId}/withdraw/': (context) =>
    changeInTransaction(context, 'withdrawn', (work, actor, id) =>
      moveApplication(work, actor, id, 'WITHDRAW', { reasonCode: context.body.reason ?? null }),
    ),

  'POST /api/v1/moonshot/job-applications/{jobApplicationId}/setup-training/': (context) =>
    changeInTransaction(context, 'training_set_up', (work, actor, id) =>
      setUpTraining(work, actor, id, context.body.batchId),
    ),

  'GET /api/v1/moonshot/job-applications/{jobApplicationId}/reschedule-interview/slots/': async ({
    db,
    params,
    session,
  }) => presentSlots(db, await requireOwnAggregate(db, session.user.id, params.jobApplicationId)),

  'POST /api/v1/moonshot/job-applications/{jobApplicationId}/reschedule-interview/': (context) =>
    changeApplication(context, (userId, id) => rescheduleInterview(context, userId, id, context.body)),
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

/** Makes a change that staff can make too, in one transaction, and logs it. */
async function changeInTransaction(
  context: ApplicationContext,
  event: string,
  write: (work: UnitOfWork, actor: Actor, applicationId: string) => Promise<unknown>,
): Promise<JobApplication> {
  const { db, messages, config, log } = context;
  return changeApplication(context, async (userId, applicationId) => {
    await db
      .transaction()
      .execute((trx) => write({ trx, messages, config }, candidateActor(userId), applicationId));
    log.info({ event: `application.${event}`, userId, applicationId }, `application ${event}`);
  });
}
