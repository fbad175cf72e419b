import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { listOf, paging } from '#lib/contract/core/list.ts';
import { jobCard, jobFilters } from './jobs.ts';

const { sort: _, ...alertFilters } = jobFilters;

/** A search whose new jobs a candidate gets by email. */
export const jobAlert = z.object({
  id: z.string(),
  filters: z.object(alertFilters),
  /** The search as a sentence. */
  label: z.string(),
  /** Path of the list with these filters. */
  href: z.string(),
  createdAt: instant,
});
export type JobAlert = z.output<typeof jobAlert>;
export type JobAlertFilters = JobAlert['filters'];

/** The switch of the emails, which an unsubscribe link turns off too. */
const emailSwitch = { isOn: z.boolean({ error: 'Choose on or off' }) };

const limits = [perAccount('saved-jobs', 300, 600)];

export const savedJobRoutes = {
  'POST /api/v1/moonshot/jobs/{jobSlug}/save/': endpoint({
    row: 'API-41',
    summary: 'Save a job for later, or remove it from the saved ones; a repeated request changes nothing',
    access: 'verified',
    limits,
    body: z.strictObject({ isSaved: z.boolean({ error: 'Choose true or false' }) }),
    response: z.object({ isSaved: z.boolean() }),
  }),

  'GET /api/v1/moonshot/saved-jobs/': endpoint({
    row: 'API-41',
    summary: 'List the signed-in person’s saved jobs, the last saved one first',
    access: 'verified',
    query: z.object(paging),
    response: listOf(jobCard),
  }),

  'GET /api/v1/moonshot/job-alerts/': endpoint({
    row: 'API-41',
    summary: 'List the searches whose new jobs the signed-in person gets by email, at most once a day',
    access: 'verified',
    response: z.object({ results: z.array(jobAlert), ...emailSwitch }),
  }),

  'POST /api/v1/moonshot/job-alerts/create/': endpoint({
    row: 'API-41',
    summary: 'Send new jobs of a search by email; the same search again returns the same alert',
    access: 'verified',
    limits,
    body: z.strictObject(alertFilters),
    response: z.extend(jobAlert, { isExisting: z.boolean() }),
    errors: ['INVALID_STATE'],
  }),

  'DELETE /api/v1/moonshot/job-alerts/{jobAlertId}/delete/': endpoint({
    row: 'API-41',
    summary: 'Delete an alert; that of another person counts as missing',
    access: 'verified',
    limits,
    response: z.object({}),
  }),

  'POST /api/v1/moonshot/job-alerts/switch/': endpoint({
    row: 'API-41',
    summary: 'Turn the emails of all alerts on or off without deleting them',
    access: 'verified',
    limits,
    body: z.strictObject(emailSwitch),
    response: z.object(emailSwitch),
  }),
};
