import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { callbackChangeLimits } from '#lib/contract/core/limits.ts';
import { callbackStatuses } from '#lib/domain/leads/callback.ts';
import { callbackWindow } from './lead-schemas.ts';

/** Changes that a visitor makes to their call, with the link from the confirmation. [API-53] */

/** The secret part of the link in the confirmation, which only the person who gets it knows. */
const key = z.string({ error: 'Please use the link from our message' }).check(z.maxLength(64));

const callbackState = z.object({
  reference: z.string(),
  status: z.enum(callbackStatuses),
  /** The time by which we will have called. */
  expectedBy: instant,
});

const change = {
  row: 'API-53',
  access: 'public',
  limits: callbackChangeLimits,
  response: callbackState,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
} as const;

export const callbackChangeRoutes = {
  'POST /api/v1/cap/callbacks/{reference}/move/': endpoint({
    ...change,
    summary: 'Choose another time for a call',
    body: z.object({ key, preferredWindow: callbackWindow }),
  }),

  'POST /api/v1/cap/callbacks/{reference}/cancel/': endpoint({
    ...change,
    summary: 'Cancel a call; repeating it returns the cancelled call',
    body: z.object({ key }),
  }),
};

export type CallbackState = z.output<typeof callbackState>;
