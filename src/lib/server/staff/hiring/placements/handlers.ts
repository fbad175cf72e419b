import type { placementRoutes } from '#lib/contract/staff/placements.ts';
import type { Handlers } from '#lib/server/context.ts';
import { loadApplicationForUpdate } from '#lib/server/hiring/application-aggregate.ts';
import { moveLockedApplication } from '#lib/server/hiring/applications/move-application.ts';
import { presentPage } from '../../list-page.ts';
import { changeApplication } from '../applications/change-application.ts';
import { listPlacements, requirePlacement } from './find-placements.ts';
import { updatePlacement } from './update-placement.ts';

/** Handlers of placements. Each write records its audit event in its own transaction. */
export const placementHandlers: Handlers<keyof typeof placementRoutes> = {
  'GET /api/v1/staff/placements/': async ({ db, query }) =>
    presentPage('/api/v1/staff/placements/', query, await listPlacements(db, query)),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/join/': (context) =>
    changeApplication(context, 'application.HIRE', async (work, staff, id) => {
      const aggregate = await loadApplicationForUpdate(work.trx, staff, id);
      const { joinedOn } = context.body;
      await moveLockedApplication(work, staff, aggregate, 'HIRE', {}, { joinedOn, details: { joinedOn } });
    }),

  'PATCH /api/v1/staff/placements/{placementId}/update/': async ({ db, params, session, body }) => {
    const { id } = await requirePlacement(db, params.placementId);
    await updatePlacement(db, session.user.id, id, body);
    return requirePlacement(db, id);
  },
};
