import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { staffApplication } from '../applications.ts';
import { line } from '../job-schemas.ts';
import { fieldsAreKnown } from './message-templates.ts';

export const applicationCityRoutes = {
  'POST /api/v1/staff/job-applications/{jobApplicationId}/change-city/': endpoint({
    row: 'API-42',
    summary: 'Change the city that a sent application is for; the candidate is told why',
    access: 'staff',
    body: z.strictObject({
      /** One of the job's cities. */
      locationId: z.uuid({ error: 'Please choose a city' }),
      /** The city that the client last saw. The server returns STALE_WRITE when it has changed. */
      currentLocationId: z.nullable(z.uuid({ error: 'Please reload the page' })),
      /** The candidate reads it. Its fields, `{{firstName}}`, are filled. */
      reason: line('Please give a reason', 500).check(fieldsAreKnown),
    }),
    response: staffApplication,
    errors: ['INVALID_STATE', 'STALE_WRITE'],
  }),
};
