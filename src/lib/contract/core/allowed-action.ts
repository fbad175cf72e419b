import * as z from 'zod/mini';

/** An action of the viewer. If it is not allowed, `reason` says why. */
export const allowedAction = z.object({
  action: z.string(),
  enabled: z.boolean(),
  reason: z.nullable(z.string()),
});
