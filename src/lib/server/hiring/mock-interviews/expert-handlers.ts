import type { expertRoutes } from '#lib/contract/hiring/mock-interviews/experts.ts';
import type { ExpertBooking } from '#lib/contract/hiring/mock-interviews/mock-interview-schemas.ts';
import type { Session } from '#lib/server/auth/session.ts';
import type { Context, Handlers } from '#lib/server/context.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { cancelExpertSlot, createExpertSlots, listExpertSlots } from './expert-slots.ts';
import { requireOwnExpert } from './experts.ts';
import { saveFeedback } from './feedback.ts';
import { expertActor, listExpertBookings } from './find-mock-interviews.ts';
import { runWork } from './handlers.ts';
import { requireMockInterview } from './mock-interview-aggregate.ts';
import { moveMockInterview } from './move-mock-interview.ts';
import { presentExpertBooking } from './present-mock-interview.ts';

/** Handlers of the side of the expert. Everybody else gets NOT_FOUND. */
export const expertHandlers: Handlers<keyof typeof expertRoutes> = {
  'GET /api/v1/expert/bookings/': async ({ db, session }) => ({
    results: await listExpertBookings(db, await requireOwnExpert(db, session.user.id)),
  }),

  'GET /api/v1/expert/slots/': async ({ db, session }) => {
    const slots = await listExpertSlots(db, await requireOwnExpert(db, session.user.id));
    const results = slots.map(({ id, startsAt, endsAt }) => ({
      ...{ id, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
    }));
    return { results };
  },

  'POST /api/v1/expert/slots/create/': async ({ db, session, body }) =>
    createExpertSlots(db, await requireOwnExpert(db, session.user.id), body),

  'POST /api/v1/expert/slots/{slotId}/cancel/': async ({ db, session, params }) => {
    await cancelExpertSlot(db, await requireOwnExpert(db, session.user.id), params.slotId);
    return {};
  },

  'POST /api/v1/expert/bookings/{mockInterviewId}/move/': (context) => {
    const { action, publicNote = null } = context.body;
    if (action === 'CANCEL' && !publicNote)
      throw new HttpError('VALIDATION_FAILED', {
        message: 'Please tell the candidate why',
        fields: ['publicNote'],
      });
    return changeBooking(context, (work, actor, id) =>
      moveMockInterview(work, actor, id, { action, publicNote }),
    );
  },

  'POST /api/v1/expert/bookings/{mockInterviewId}/feedback/': (context) =>
    changeBooking(context, (work, actor, id) => saveFeedback(work, actor, id, context.body)),
};

/** Runs a change of a booking that the expert holds and presents it. Throws `NOT_FOUND`. */
async function changeBooking(
  context: Context & { session: Session; params: { mockInterviewId: string } },
  change: (work: UnitOfWork, actor: ReturnType<typeof expertActor>, id: string) => Promise<void>,
): Promise<ExpertBooking> {
  const { id: userId } = context.session.user;
  const id = context.params.mockInterviewId;
  const actor = expertActor(userId);
  await requireOwnExpert(context.db, userId);
  await runWork(context, (work) => change(work, actor, id));
  return presentExpertBooking(await requireMockInterview(context.db, actor, id));
}
