import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';

/** A change by the signed-in staff member whose messages still wait. */
export const undoableAction = z.object({
  id: z.string(),
  /** `application.REJECT` */
  action: z.string(),
  /** What it has done: `Application rejected`. */
  label: z.string(),
  /** The number of people whom it informs. */
  people: z.number(),
  /** The names of the first ten. */
  names: z.array(z.string()),
  /** The number of people whose earlier message was still waiting and is not sent. */
  replaced: z.number(),
  /** When the messages are sent. */
  expiresAt: instant,
  secondsLeft: z.number(),
});
export type UndoableAction = z.output<typeof undoableAction>;

export const staffUndoRoutes = {
  'GET /api/v1/staff/actions/undoable/': endpoint({
    row: 'API-42',
    summary:
      'Get the latest own change that informs people, or marks failed messages as done, and can still be undone',
    access: 'staff',
    response: z.object({ action: z.nullable(undoableAction) }),
  }),

  'POST /api/v1/staff/actions/{actionId}/undo/': endpoint({
    row: 'API-42',
    summary:
      'Undo an own change before its messages are sent: everything is restored and nothing is sent, or nothing',
    access: 'staff',
    body: z.strictObject({}),
    response: z.object({
      action: z.string(),
      /** The number of changes that were undone. */
      undone: z.number(),
      /** Whether messages of an earlier change wait again, because the undone one had taken their place. */
      isEarlierSent: z.boolean(),
    }),
    errors: ['UNDO_EXPIRED', 'UNDO_CONFLICT'],
  }),
};
