import type { reviewCalls } from '../contract/reviews.ts';
import { listReviews } from './content/index.ts';
import { pageOf, presentList } from './http/list.ts';
import type { Handlers } from './http/serve.ts';

/** What learners wrote, from the same files as the pages. */
export const reviewHandlers: Handlers<keyof typeof reviewCalls> = {
  'GET /api/v1/public/reviews/': async ({ query }) =>
    presentList('/api/v1/public/reviews/', query, pageOf(listReviews(), query)),
};
