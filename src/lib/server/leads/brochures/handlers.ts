import type { brochureRoutes } from '#lib/contract/leads/leads.ts';
import type { Handlers } from '#lib/server/context.ts';
import { takeBrochureRequest } from './take-request.ts';

/** Brochures by e-mail. */
export const brochureHandlers: Handlers<keyof typeof brochureRoutes> = {
  'POST /api/v1/programs/embark-pro/send-brochure/': (context) =>
    takeBrochureRequest(context, 'embark-pro', context.body),

  'POST /api/v1/programs/career-accelerator-program/send-brochure/': (context) =>
    takeBrochureRequest(context, 'career-accelerator-program', context.body),
};
