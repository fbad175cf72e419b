import type { Alumnus, AlumnusWithTransition, alumniRoutes } from '#lib/contract/catalog/alumni.ts';
import type { Handlers } from '#lib/server/context.ts';
import { pageOf, presentList } from '#lib/server/http/list.ts';
import { listAlumni } from './content/index.ts';

/** Alumni, read from the same files as the pages. [API-52] */
export const alumniHandlers: Handlers<keyof typeof alumniRoutes> = {
  'GET /api/v1/public/alumni/': async ({ query }) =>
    presentList('/api/v1/public/alumni/', query, pageOf(listAlumni().map(withoutTransition), query)),

  'GET /api/v2/public/alumni/': async ({ query }) =>
    presentList('/api/v2/public/alumni/', query, pageOf(listAlumni(), query)),
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
