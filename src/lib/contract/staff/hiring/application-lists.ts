import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { listOf } from '#lib/contract/core/list.ts';
import { requiredText } from '#lib/contract/core/optional-text.ts';

/** Lists of applications that a member of staff has saved by their filters. */

export const applicationList = z.object({
  id: z.string(),
  name: z.string(),
  /** The query of the list's address, which colleagues can open too: `status=IN_REVIEW&late=true`. */
  search: z.string(),
});
export type ApplicationList = z.output<typeof applicationList>;

const name = requiredText('Enter a name for the list', 60);
const route = { row: 'API-42', access: 'staff' } as const;

export const applicationListRoutes = {
  'GET /api/v1/staff/application-filters/': endpoint({
    ...route,
    summary: 'List the caller’s saved lists of applications',
    response: listOf(applicationList),
  }),

  'POST /api/v1/staff/application-filters/save/': endpoint({
    ...route,
    summary: 'Save a list by its filters for the caller; the same name replaces it',
    body: z.strictObject({ name, search: z.string().check(maxLength(500)) }),
    response: applicationList,
  }),

  'POST /api/v1/staff/application-filters/{filterId}/rename/': endpoint({
    ...route,
    summary: 'Rename a saved list of the caller; the name of another of their lists is rejected',
    body: z.strictObject({ name }),
    response: applicationList,
  }),

  'POST /api/v1/staff/application-filters/{filterId}/delete/': endpoint({
    ...route,
    summary: 'Delete a saved list of the caller',
    body: z.strictObject({}),
    response: z.object({}),
  }),
};
