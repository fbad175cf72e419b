import type { coachCalls } from '../contract/coaches.ts';
import { listCoaches } from './content/index.ts';
import { pageOf, presentList } from './http/list.ts';
import type { Handlers } from './http/serve.ts';

/** Who teaches, from the same files as the pages. */
export const coachHandlers: Handlers<keyof typeof coachCalls> = {
  'GET /api/v1/public/coaches/': async ({ query }) =>
    presentList('/api/v1/public/coaches/', query, pageOf(listCoaches(), query)),
};
