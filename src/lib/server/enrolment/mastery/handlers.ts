import type { masteryRoutes } from '#lib/contract/enrolment/mastery/mastery.ts';
import type { Handlers } from '#lib/server/context.ts';
import { attributionOf } from '#lib/server/core/attribution.ts';
import { runWork } from '../due-enrolments.ts';
import { listOwnMastery, requireMastery } from './mastery-aggregate.ts';
import { presentMastery } from './present-mastery.ts';
import { cancelMastery, registerMastery } from './register-mastery.ts';

/** Handlers of a person's own registrations for PM Mastery. [API-21] */
export const masteryHandlers: Handlers<keyof typeof masteryRoutes> = {
  'POST /api/v1/pm-mastery/register/': async (context) => {
    const { body, session, log } = context;
    const { consent: _, ...input } = body;
    const userId = session.user.id;
    const response = await runWork(context, async (work) => {
      const { id, isExisting } = await registerMastery(work, userId, input, attributionOf(context));
      return { ...presentMastery(await requireMastery(work.trx, id)), isExisting };
    });
    if (!response.isExisting)
      log.info({ event: 'mastery.registered', userId, id: response.id }, 'PM Mastery registered');
    return response;
  },

  'GET /api/v1/pm-mastery/registrations/': async ({ db, session }) => {
    const results = (await listOwnMastery(db, session.user.id)).map((one) => presentMastery(one));
    return { count: results.length, next: null, results };
  },

  'POST /api/v1/pm-mastery/registrations/{registrationId}/cancel/': (context) =>
    runWork(context, async (work) => {
      const { registrationId: id } = context.params;
      await cancelMastery(work, context.session.user.id, id);
      return presentMastery(await requireMastery(work.trx, id));
    }),
};
