import type { scorecardRoutes } from '#lib/contract/staff/scorecards.ts';
import type { Handlers } from '#lib/server/context.ts';
import { requireApplication } from '../applications/find-applications.ts';
import { createScorecard, listScorecards, requireScorecard, updateScorecard } from './scorecards.ts';

/** Handlers of scorecards. Each write records its audit event in its own transaction. */
export const scorecardHandlers: Handlers<keyof typeof scorecardRoutes> = {
  'GET /api/v1/staff/job-applications/{jobApplicationId}/scorecards/': async ({ db, params }) => {
    const { application } = await requireApplication(db, params.jobApplicationId);
    return { results: (await listScorecards(db, [application.id])).get(application.id) ?? [] };
  },

  'POST /api/v1/staff/job-applications/{jobApplicationId}/scorecards/create/': async (context) => {
    const { db, params, session, body } = context;
    const { application } = await requireApplication(db, params.jobApplicationId);
    return requireScorecard(db, await createScorecard(db, session.user.id, application.id, body));
  },

  'PATCH /api/v1/staff/scorecards/{scorecardId}/update/': async ({ db, params, session, body }) => {
    const { id } = await requireScorecard(db, params.scorecardId);
    await updateScorecard(db, session.user.id, id, body);
    return requireScorecard(db, id);
  },
};
