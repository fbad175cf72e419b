import type { callbackRoutes } from '#lib/contract/leads/leads.ts';
import type { Handlers } from '#lib/server/context.ts';
import { takeCallbackRequest } from './take-request.ts';

/** People who want to be called. */
export const callbackHandlers: Handlers<keyof typeof callbackRoutes> = {
  'POST /api/v1/cap/request-sales-callback/': (context) => takeCallbackRequest(context, context.body),
};
