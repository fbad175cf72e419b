import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxMoves } from '#lib/domain/staff/staff-actions.ts';

/** The ids of the applications that a request of staff is about. */
export const applicationIds = z
  .array(z.uuid({ error: 'Unknown application' }), { error: 'Choose at least one application' })
  .check(
    z.minLength(1, 'Choose at least one application'),
    z.maxLength(maxMoves, `Choose at most ${maxMoves} applications at a time`),
  );

export const applicationOwnerRoutes = {
  'POST /api/v1/staff/job-applications/assign/': endpoint({
    row: 'API-42',
    summary: 'Make a member of staff responsible for applications; nobody is notified',
    access: 'staff',
    body: z.strictObject({
      applicationIds,
      /** Null for nobody. */
      ownerId: z.nullable(z.uuid({ error: 'Please choose a person' })),
    }),
    /** The number of applications that had another owner. */
    response: z.object({ changed: z.number() }),
  }),
};
