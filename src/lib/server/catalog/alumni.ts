import type { Alumnus, AlumnusWithTransition, alumniRoutes } from '#lib/contract/catalog/alumni.ts';
import type { Handlers } from '#lib/server/context.ts';
import { pageOf, presentList } from '#lib/server/http/list.ts';
import { listAlumni } from './content/index.ts';

/** Who finished a programme, from the same files as the pages. */
export const alumniHandlers: Handlers<keyof typeof alumniRoutes> = {
  'GET /api/v1/public/alumni/': async ({ query }) =>
    presentList('/api/v1/public/alumni/', query, pageOf(listAlumni().map(withoutTransition), query)),

  'GET /api/v2/public/alumni/': async ({ query }) =>
    presentList('/api/v2/public/alumni/', query, pageOf(listAlumni(), query)),
};

/** Version 1 stays as it was, whatever version 2 learns. */
function withoutTransition({
  previousRole: _role,
  previousCompany: _company,
  transition: _transition,
  ...person
}: AlumnusWithTransition): Alumnus {
  return person;
}
