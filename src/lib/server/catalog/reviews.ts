import type { reviewRoutes } from '#lib/contract/catalog/reviews.ts';
import type { Handlers } from '#lib/server/context.ts';
import { pageOf, presentList } from '#lib/server/http/list.ts';
import { listReviews } from './content/index.ts';

/** Reviews, read from the same files as the pages. [API-52] */
export const reviewHandlers: Handlers<keyof typeof reviewRoutes> = {
  'GET /api/v1/public/reviews/': async ({ query }) =>
    presentList('/api/v1/public/reviews/', query, pageOf(listReviews(), query)),
};
