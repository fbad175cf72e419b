import type { staffOfferRoutes } from '#lib/contract/staff/offers.ts';
import type { Handlers } from '#lib/server/context.ts';
import { makeOffer } from '#lib/server/hiring/offers/make-offer.ts';
import { runStaffAction } from '../../undo/run-staff-action.ts';
import { requireApplication, requireStaffApplication } from '../applications/find-applications.ts';
import { markAnswerRead } from './mark-answer-read.ts';

/** Handlers of offers. Each write records its audit event in its own transaction. */
export const staffOfferHandlers: Handlers<keyof typeof staffOfferRoutes> = {
  'POST /api/v1/staff/job-applications/{jobApplicationId}/offer/': async (context) => {
    const { db, params, session, body } = context;
    const { application } = await requireApplication(db, params.jobApplicationId);
    const staff = { type: 'STAFF', id: session.user.id } as const;
    const { isExisting } = await runStaffAction(context, staff.id, 'application.MAKE_OFFER', (work) =>
      makeOffer(work, staff, application.id, body),
    );
    return { ...(await requireStaffApplication(db, application.id)), isExisting };
  },

  'POST /api/v1/staff/offers/{offerId}/mark-read/': async ({ db, session, params }) => {
    await markAnswerRead(db, session.user.id, params.offerId);
    return {};
  },
};
