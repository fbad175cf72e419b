import { validate as isUuid } from 'uuid';
import type { staffUndoRoutes } from '#lib/contract/staff/undo.ts';
import type { Handlers } from '#lib/server/context.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { findUndoable } from './find-undoable.ts';
import { undoStaffAction } from './undo-staff-action.ts';

/** Handlers of undo. */
export const staffUndoHandlers: Handlers<keyof typeof staffUndoRoutes> = {
  'GET /api/v1/staff/actions/undoable/': async ({ db, session }) => ({
    action: await findUndoable(db, session.user.id),
  }),

  'POST /api/v1/staff/actions/{actionId}/undo/': (context) => {
    const { params, session } = context;
    if (!isUuid(params.actionId)) throw new HttpError('NOT_FOUND', { message: 'There is nothing to undo' });
    return undoStaffAction(context, session.user.id, params.actionId);
  },
};
