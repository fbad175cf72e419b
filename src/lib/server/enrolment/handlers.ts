import { validate as isUuid } from 'uuid';
import type { Enrolment, enrolmentRoutes } from '#lib/contract/enrolment/enrolments.ts';
import { grantOffers } from '#lib/server/account/offers-consent.ts';
import type { Session } from '#lib/server/auth/session.ts';
import type { Context, Handlers } from '#lib/server/context.ts';
import { candidateActor } from '#lib/server/core/actor.ts';
import { attributionOf } from '#lib/server/core/attribution.ts';
import { presentList } from '#lib/server/http/list.ts';
import { releaseDueSeats, runWork } from './due-enrolments.ts';
import { createEnrolmentNotFoundError, requireEnrolment } from './enrolment-aggregate.ts';
import { listEnrolments, requireOwnEnrolment } from './find-enrolments.ts';
import { moveEnrolment } from './move-enrolment.ts';
import { presentEnrolment } from './present-enrolment.ts';
import { reserveSeat } from './reserve-seat.ts';

/** Handlers of a learner's own enrolments. */
export const enrolmentHandlers: Handlers<keyof typeof enrolmentRoutes> = {
  'POST /api/v1/programs/{programSlug}/enrolments/': async (context) => {
    const { params, body, session, log } = context;
    const userId = session.user.id;
    // Seats whose time has ended are free for the next person, also before the scheduled task has run.
    await releaseDueSeats(context, { userId, batchId: body.batchId });
    const { acceptsOffers, ...choice } = body;
    const input = { userId, programSlug: params.programSlug, ...choice };
    const response = await runWork(context, async (work) => {
      const { id, isExisting } = await reserveSeat(work, input, attributionOf(context));
      if (acceptsOffers) await grantOffers(work.trx, userId);
      return { ...presentEnrolment(await requireEnrolment(work.trx, id)), isExisting };
    });
    const { id, isExisting } = response;
    if (!isExisting)
      log.info({ event: 'enrolment.requested', userId, enrolmentId: id }, 'enrolment requested');
    return response;
  },

  'GET /api/v1/enrolments/': async (context) =>
    presentList(
      '/api/v1/enrolments/',
      context.query,
      await listEnrolments(context, context.session.user.id, context.query),
    ),

  'GET /api/v1/enrolments/{enrolmentId}/': (context) =>
    requireOwnEnrolment(context, context.session.user.id, context.params.enrolmentId),

  'POST /api/v1/enrolments/{enrolmentId}/accept/': (context) => moveOwn(context, 'ACCEPT_OFFER'),

  'POST /api/v1/enrolments/{enrolmentId}/cancel/': (context) => moveOwn(context, 'CANCEL'),
};

/** Makes a transition of an own enrolment and presents the result. Throws `NOT_FOUND`, `INVALID_STATE`. */
async function moveOwn(
  context: Context & { session: Session; params: { enrolmentId: string } },
  action: 'ACCEPT_OFFER' | 'CANCEL',
): Promise<Enrolment> {
  const userId = context.session.user.id;
  const id = context.params.enrolmentId;
  if (!isUuid(id)) throw createEnrolmentNotFoundError();
  await releaseDueSeats(context, { userId });
  const response = await runWork(context, async (work) => {
    await moveEnrolment(work, candidateActor(userId), id, action);
    return presentEnrolment(await requireEnrolment(work.trx, id));
  });
  context.log.info({ event: 'enrolment.moved', userId, enrolmentId: id, action }, 'enrolment moved');
  return response;
}
