import type { mockInterviewRoutes } from '#lib/contract/hiring/mock-interviews/mock-interviews.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { ApiDeps, Handlers } from '#lib/server/context.ts';
import { candidateActor } from '#lib/server/core/actor.ts';
import { attributionOf } from '#lib/server/core/attribution.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { presentList } from '#lib/server/http/list.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { bookMockInterview } from './book-mock-interview.ts';
import { listExpertDays, listExpertsWithTimes, requireExpert } from './experts.ts';
import { tickNextSteps } from './feedback.ts';
import { listOwnMockInterviews, requireOwnMockInterview } from './find-mock-interviews.ts';
import { requireMockInterview } from './mock-interview-aggregate.ts';
import { moveMockInterview, rescheduleMockInterview } from './move-mock-interview.ts';

/** Handlers of mock interviews, for candidates. */
export const mockInterviewHandlers: Handlers<keyof typeof mockInterviewRoutes> = {
  'GET /api/v1/interview-experts/': async ({ db }) => ({ results: await listExpertsWithTimes(db) }),

  'GET /api/v1/interview-experts/{expertSlug}/slots/': async ({ db, params, session }) => {
    const { id } = await requireExpert(db, params.expertSlug);
    const timeZone = timeZoneOf(session?.user ?? null);
    return { timeZone, days: await listExpertDays(db, id, timeZone) };
  },

  'GET /api/v1/mock-interviews/': async (context) =>
    presentList(
      '/api/v1/mock-interviews/',
      context.query,
      await listOwnMockInterviews(context, context.session.user.id, context.query),
    ),

  'GET /api/v1/mock-interviews/{mockInterviewId}/': (context) =>
    requireOwnMockInterview(context, context.session.user.id, context.params.mockInterviewId),

  'POST /api/v1/mock-interviews/book/': async (context) => {
    const { db, session, body, log } = context;
    const { user } = session;
    const { id, isExisting } = await withFreshDays(
      context,
      user,
      async () => (await requireExpert(db, body.expertSlug)).id,
      (work) => bookMockInterview(work, user.id, body, attributionOf(context)),
    );
    if (!isExisting)
      log.info(
        { event: 'mock-interview.booked', userId: user.id, mockInterviewId: id },
        'mock interview booked',
      );
    return { ...(await requireOwnMockInterview(context, user.id, id)), isExisting };
  },

  'POST /api/v1/mock-interviews/{mockInterviewId}/move/': async (context) => {
    const { db, session, params, body } = context;
    const { user } = session;
    const id = params.mockInterviewId;
    const actor = candidateActor(user.id);
    await withFreshDays(
      context,
      user,
      async () => (await requireMockInterview(db, actor, id)).expert.id,
      (work) => rescheduleMockInterview(work, actor, id, body.slotId),
    );
    return requireOwnMockInterview(context, user.id, id);
  },

  'POST /api/v1/mock-interviews/{mockInterviewId}/cancel/': async (context) => {
    const { session, params } = context;
    const actor = candidateActor(session.user.id);
    await runWork(context, (work) =>
      moveMockInterview(work, actor, params.mockInterviewId, { action: 'CANCEL' }),
    );
    return requireOwnMockInterview(context, session.user.id, params.mockInterviewId);
  },

  'POST /api/v1/mock-interviews/{mockInterviewId}/next-steps/': async (context) => {
    const { session, params, body } = context;
    const actor = candidateActor(session.user.id);
    await runWork(context, (work) => tickNextSteps(work, actor, params.mockInterviewId, body.done));
    return requireOwnMockInterview(context, session.user.id, params.mockInterviewId);
  },
};

/** Runs a change in one transaction. */
export const runWork = <Result>(
  { db, messages, config }: Pick<ApiDeps, 'db' | 'messages' | 'config'>,
  change: (work: UnitOfWork) => Promise<Result>,
): Promise<Result> => db.transaction().execute((trx) => change({ trx, messages, config }));

/** Returns the zone in which a person reads times; visitors read India's. [APP-13] */
const timeZoneOf = (user: UserRow | null): string => (user ? presentUser(user).timeZone : defaultTimeZone);

/** Runs a change that takes a seat. `SLOT_TAKEN` carries the days that are free now. */
async function withFreshDays<Result>(
  deps: Pick<ApiDeps, 'db' | 'messages' | 'config'>,
  user: UserRow,
  findExpertId: () => Promise<string>,
  change: (work: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  try {
    return await runWork(deps, change);
  } catch (error) {
    if (!(error instanceof HttpError && error.errorCode === 'SLOT_TAKEN')) throw error;
    const days = await listExpertDays(deps.db, await findExpertId(), timeZoneOf(user));
    throw new HttpError('SLOT_TAKEN', { fields: ['slotId'], extra: { days } });
  }
}
