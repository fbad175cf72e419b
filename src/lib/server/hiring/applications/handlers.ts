import { validate as isUuid } from 'uuid';
import type { JobApplication, jobApplicationRoutes } from '#lib/contract/hiring/job-applications.ts';
import type { Session } from '#lib/server/auth/session.ts';
import type { Context, Handlers } from '#lib/server/context.ts';
import { attributionOf } from '#lib/server/core/attribution.ts';
import { type Actor, candidateActor, type UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import { presentList } from '#lib/server/http/list.ts';
import { presentSlots } from '../interviews/present-slots.ts';
import { rescheduleInterview } from '../interviews/reschedule-interview.ts';
import { setUpTraining } from '../trainings/set-up-training.ts';
import { noSuchApplication } from './application-aggregate.ts';
import { listApplications, requireApplication, requireStanding, settle } from './find-applications.ts';
import { moveApplication } from './move-application.ts';
import { saveAnswers } from './save-answers.ts';
import { startApplication } from './start-application.ts';

/** A person's applications to jobs. */
export const jobApplicationHandlers: Handlers<keyof typeof jobApplicationRoutes> = {
  'POST /api/v1/moonshot/jobs/{jobSlug}/apply/': async ({ db, params, session, cookies, log }) => {
    const userId = session.user.id;
    const { id, isExisting } = await startApplication(
      db,
      { userId, jobSlug: params.jobSlug },
      attributionOf(cookies),
    );
    if (!isExisting)
      log.info({ event: 'application.started', userId, applicationId: id }, 'application started');
    return { ...(await requireApplication(db, userId, id)), isExisting };
  },

  'GET /api/v1/moonshot/job-applications/': async ({ db, query, session }) =>
    presentList(
      '/api/v1/moonshot/job-applications/',
      query,
      await listApplications(db, session.user.id, query),
    ),

  'GET /api/v1/moonshot/job-applications/{jobApplicationId}/': ({ db, params, session }) =>
    requireApplication(db, session.user.id, params.jobApplicationId),

  'PATCH /api/v1/moonshot/job-applications/{jobApplicationId}/update/': (context) =>
    change(context, (userId, id) => saveAnswers(context.db, userId, id, context.body)),

  'POST /api/v1/moonshot/job-applications/{jobApplicationId}/submit/': (context) =>
    changeInOne(context, 'submitted', (work, by, id) => moveApplication(work, by, id, 'SUBMIT')),

  'POST /api/v1/moonshot/job-applications/{jobApplicationId}/withdraw/': (context) =>
    changeInOne(context, 'withdrawn', (work, by, id) =>
      moveApplication(work, by, id, 'WITHDRAW', { reasonCode: context.body.reason ?? null }),
    ),

  'POST /api/v1/moonshot/job-applications/{jobApplicationId}/setup-training/': (context) =>
    changeInOne(context, 'training_set_up', (work, by, id) =>
      setUpTraining(work, by, id, context.body.batchId),
    ),

  'GET /api/v1/moonshot/job-applications/{jobApplicationId}/reschedule-interview/slots/': async ({
    db,
    params,
    session,
  }) => presentSlots(db, await requireStanding(db, session.user.id, params.jobApplicationId)),

  'POST /api/v1/moonshot/job-applications/{jobApplicationId}/reschedule-interview/': (context) =>
    change(context, (userId, id) => rescheduleInterview(context, userId, id, context.body)),
};

type Asked = Context & { session: Session; params: { jobApplicationId: string } };

/** Changes the person's own application and answers with it as it is then. @throws HttpError NOT_FOUND */
async function change(
  { db, session, params }: Asked,
  write: (userId: string, applicationId: string) => Promise<unknown>,
): Promise<JobApplication> {
  const userId = session.user.id;
  const id = params.jobApplicationId;
  if (!isUuid(id)) throw noSuchApplication();
  await settle(db, userId);
  await write(userId, id);
  return requireApplication(db, userId, id);
}

/** The same in one transaction, for what staff do too. */
async function changeInOne(
  context: Asked,
  event: string,
  write: (work: UnitOfWork, by: Actor, applicationId: string) => Promise<unknown>,
): Promise<JobApplication> {
  const { db, messages, config, log } = context;
  return change(context, async (userId, applicationId) => {
    await db
      .transaction()
      .execute((trx) => write({ trx, messages, config }, candidateActor(userId), applicationId));
    log.info({ event: `application.${event}`, userId, applicationId }, `application ${event}`);
  });
}
