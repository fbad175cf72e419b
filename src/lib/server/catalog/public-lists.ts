import type { Alumnus, AlumnusWithTransition, alumniRoutes } from '#lib/contract/catalog/alumni.ts';
import type { coachRoutes } from '#lib/contract/catalog/coaches.ts';
import type { reviewRoutes } from '#lib/contract/catalog/reviews.ts';
import type { Handlers } from '#lib/server/context.ts';
import { pageOf, presentList } from '#lib/server/http/list.ts';
import { listAlumni, listCoaches, listReviews } from './content/index.ts';

/** Public lists of people and reviews, read from the same files as the pages. [API-22] [API-52] */
export const publicListHandlers: Handlers<
  keyof typeof alumniRoutes | keyof typeof coachRoutes | keyof typeof reviewRoutes
> = {
  'GET /api/v1/public/coaches/': async ({ query }) =>
    presentList('/api/v1/public/coaches/', query, pageOf(listCoaches(), query)),

  'GET /api/v1/public/alumni/': async ({ query }) =>
    presentList('/api/v1/public/alumni/', query, pageOf(listAlumni().map(withoutTransition), query)),

  'GET /api/v2/public/alumni/': async ({ query }) =>
    presentList('/api/v2/public/alumni/', query, pageOf(listAlumni(), query)),

  'GET /api/v1/public/reviews/': async ({ query }) =>
    presentList('/api/v1/public/reviews/', query, pageOf(listReviews(), query)),
};

/** Version 1 never gets the fields of version 2. */
function withoutTransition({
  previousRole: _role,
  previousCompany: _company,
  transition: _transition,
  ...person
}: AlumnusWithTransition): Alumnus {
  return person;
}
