import type { registrationRoutes } from '#lib/contract/hiring/registration.ts';
import type { Handlers } from '#lib/server/context.ts';
import { candidateActor } from '#lib/server/core/actor.ts';
import { presentList } from '#lib/server/http/list.ts';
import { listLocations } from '../jobs/locations.ts';
import { moveRegistration, register } from './move-registration.ts';
import { presentRegistration } from './present-registration.ts';
import { saveDetails } from './save-details.ts';

/** Handlers of a candidate's registration for Moonshot. */
export const registrationHandlers: Handlers<keyof typeof registrationRoutes> = {
  'POST /api/v1/moonshot/register/': async ({ db, session, log }) => {
    const userId = session.user.id;
    const isExisting = !(await register(db, userId));
    if (!isExisting) log.info({ event: 'candidate.registered', userId }, 'candidate registered');
    return { ...(await presentRegistration(db, userId)), isExisting };
  },

  'GET /api/v1/moonshot/registration-details/': ({ db, session }) => presentRegistration(db, session.user.id),

  'POST /api/v1/moonshot/registration-details/submit/': async ({ db, session, messages, config, log }) => {
    const userId = session.user.id;
    await db
      .transaction()
      .execute((trx) =>
        moveRegistration({ trx, messages, config }, candidateActor(userId), userId, 'SUBMIT_DETAILS'),
      );
    log.info({ event: 'candidate.submitted', userId }, 'candidate details submitted');
    return presentRegistration(db, userId);
  },

  'PATCH /api/v1/moonshot/update-candidate-details/': async ({ db, session, body }) => {
    await saveDetails(db, session.user.id, body);
    return presentRegistration(db, session.user.id);
  },

  'GET /api/v1/moonshot/locations/': async ({ db, query }) =>
    presentList('/api/v1/moonshot/locations/', query, await listLocations(db, query)),
};
