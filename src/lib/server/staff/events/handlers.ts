import type { staffEventRoutes } from '#lib/contract/staff/events/live-events.ts';
import type { Handlers } from '#lib/server/context.ts';
import { presentList } from '#lib/server/http/list.ts';
import { runStaffAction } from '../undo/run-staff-action.ts';
import { createEvent } from './create-event.ts';
import { listStaffEvents, requireStaffEvent } from './find-events.ts';
import { listRegistrants } from './find-registrants.ts';
import { markEventAttendance } from './mark-attendance.ts';
import { moveEvent } from './move-event.ts';
import { updateEvent } from './update-event.ts';

/** Handlers of staff's events. Each write records its audit event in its own transaction. */
export const staffEventHandlers: Handlers<keyof typeof staffEventRoutes> = {
  'GET /api/v1/staff/events/': async ({ db, query }) =>
    presentList('/api/v1/staff/events/', query, await listStaffEvents(db, query)),

  'GET /api/v1/staff/events/{eventId}/': ({ db, params }) => requireStaffEvent(db, params.eventId),

  'GET /api/v1/staff/events/{eventId}/registrations/': async ({ db, params, query }) => {
    const { id } = await requireStaffEvent(db, params.eventId);
    const path = `/api/v1/staff/events/${id}/registrations/`;
    return presentList(path, query, await listRegistrants(db, id, query));
  },

  'POST /api/v1/staff/events/create/': async ({ db, session, body }) => {
    const { id, isExisting } = await db
      .transaction()
      .execute((trx) => createEvent(trx, session.user.id, body));
    return { ...(await requireStaffEvent(db, id)), isExisting };
  },

  'PATCH /api/v1/staff/events/{eventId}/update/': async (context) => {
    const { db, params, session, body } = context;
    const { id } = await requireStaffEvent(db, params.eventId);
    const messages = await updateEvent(context, session.user.id, id, body);
    return { ...(await requireStaffEvent(db, id)), isPreview: body.isPreview ?? false, messages };
  },

  'POST /api/v1/staff/events/{eventId}/move/': async (context) => {
    const { db, params, session, body } = context;
    const messages = await moveEvent(context, session.user.id, params.eventId, body);
    return { isPreview: body.isPreview, messages, event: await requireStaffEvent(db, params.eventId) };
  },

  'POST /api/v1/staff/events/{eventId}/attendance/': (context) =>
    runStaffAction(context, context.session.user.id, 'event.MARK_ATTENDANCE', (work) =>
      markEventAttendance(work, context.session.user.id, context.params.eventId, context.body),
    ),
};
