import type { coachRoutes } from '#lib/contract/catalog/coaches.ts';
import type { Handlers } from '#lib/server/context.ts';
import { pageOf, presentList } from '#lib/server/http/list.ts';
import { listCoaches } from './content/index.ts';

/** Coaches, read from the same files as the pages. [API-22] */
export const coachHandlers: Handlers<keyof typeof coachRoutes> = {
  'GET /api/v1/public/coaches/': async ({ query }) =>
    presentList('/api/v1/public/coaches/', query, pageOf(listCoaches(), query)),
};
