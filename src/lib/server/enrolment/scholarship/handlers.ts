import { validate as isUuid } from 'uuid';
import type { scholarshipRoutes } from '#lib/contract/enrolment/scholarship/scholarships.ts';
import type { Handlers } from '#lib/server/context.ts';
import { attributionOf } from '#lib/server/core/attribution.ts';
import { runWork } from '../due-enrolments.ts';
import { bookSlot } from './book-slot.ts';
import { listOwnScholarships, requireOwnScholarship } from './find-scholarships.ts';
import { openTest } from './open-test.ts';
import { presentScholarship } from './present-scholarship.ts';
import { registerScholarship } from './register-scholarship.ts';
import { saveAnswers } from './save-answers.ts';
import { createScholarshipNotFoundError, requireScholarship } from './scholarship-aggregate.ts';
import { endOwnDueTests, submitTest } from './submit-test.ts';
import { listSlotsWithSeats } from './test-slots.ts';

const listAll = <T>(results: T[]) => ({ count: results.length, next: null, results });

/** Handlers of a person's own scholarship tests. [API-21] */
export const scholarshipHandlers: Handlers<keyof typeof scholarshipRoutes> = {
  'GET /api/v1/ep-scholarship-test/slots/': async ({ db }) => listAll(await listSlotsWithSeats(db)),

  'POST /api/v1/ep-scholarship-test/register/': async (context) => {
    const { body, session, log } = context;
    const { consent: _, ...input } = body;
    const userId = session.user.id;
    const response = await runWork(context, async (work) => {
      const { id, isExisting } = await registerScholarship(work, userId, input, attributionOf(context));
      return { ...presentScholarship(await requireScholarship(work.trx, id)), isExisting };
    });
    const { id, isExisting } = response;
    if (!isExisting) log.info({ event: 'scholarship.registered', userId, id }, 'scholarship test registered');
    return response;
  },

  'GET /api/v1/ep-scholarship-test/registrations/': async (context) =>
    listAll(
      (await listOwnScholarships(context, context.session.user.id)).map((one) => presentScholarship(one)),
    ),

  'GET /api/v1/ep-scholarship-test/registrations/{registrationId}/': async (context) =>
    presentScholarship(
      await requireOwnScholarship(context, context.session.user.id, context.params.registrationId),
    ),

  'POST /api/v1/ep-scholarship-test/registrations/{registrationId}/book-slot/': (context) => {
    const { body, params, session } = context;
    const { registrationId: id } = params;
    return runWork(context, async (work) => {
      await bookSlot(work, session.user.id, id, body.testSlotId);
      return presentScholarship(await requireScholarship(work.trx, id));
    });
  },

  'POST /api/v1/ep-scholarship-test/registrations/{registrationId}/open-test/': async (context) => {
    const { body, params, session } = context;
    const userId = session.user.id;
    await endOwnDueTests(context, userId);
    const { sessionKey = null, moveHere = false } = body;
    const input = { userId, id: params.registrationId, sessionKey, moveHere };
    return runWork(context, ({ trx }) => openTest(trx, input));
  },

  'POST /api/v1/ep-scholarship-test/registrations/{registrationId}/save-answers/': async (context) => {
    const { body, params, session, db } = context;
    const { registrationId: id } = params;
    if (!isUuid(id)) throw createScholarshipNotFoundError();
    return { secondsLeft: await saveAnswers(db, { userId: session.user.id, id, ...body }) };
  },

  'POST /api/v1/ep-scholarship-test/registrations/{registrationId}/submit-test/': async (context) => {
    const { body, params, session } = context;
    const userId = session.user.id;
    await endOwnDueTests(context, userId);
    return runWork(context, async (work) => {
      await submitTest(work, { userId, id: params.registrationId, ...body });
      return presentScholarship(await requireScholarship(work.trx, params.registrationId));
    });
  },
};
