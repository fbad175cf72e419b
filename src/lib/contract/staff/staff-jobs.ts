import * as z from 'zod/mini';
import { instant } from '#lib/contract/account/user.ts';
import { call } from '#lib/contract/core/define.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { listOf } from '#lib/contract/core/list.ts';
import { allowedAction } from '#lib/contract/hiring/jobs.ts';
import { version } from '#lib/contract/portfolio/portfolio.ts';
import { jobStatusLabels, keysOf } from '#lib/domain/hiring/jobs/job.ts';
import { jobMoves } from '#lib/domain/staff/staff-work.ts';
import { jobFields, line, newJob } from './staff-job-fields.ts';
import { csvBody, csvBytes, csvOutcome, staffPaging, staffSearch } from './staff-list.ts';

const staffJobCard = z.object({
  id: z.string(),
  slug: z.string(),
  code: z.string(),
  title: z.string(),
  employerName: z.string(),
  family: jobFields.family,
  level: jobFields.level,
  status: z.enum(keysOf(jobStatusLabels)),
  statusLabel: z.string(),
  openings: z.number(),
  postedAt: instant,
  applyBy: instant,
  /** Under way, started ones left out. */
  applications: z.number(),
  /** Of these, how many wait for a reply that is late. */
  late: z.number(),
  allowedActions: z.array(allowedAction),
});
export type StaffJobCard = z.output<typeof staffJobCard>;

const staffJob = z.extend(staffJobCard, { values: newJob, version: z.number() });
export type StaffJob = z.output<typeof staffJob>;

const employer = z.object({ id: z.string(), slug: z.string(), name: z.string() });
const place = z.object({ id: z.string(), city: z.string(), region: z.string() });

export const staffJobCalls = {
  'GET /api/v1/staff/jobs/': call({
    row: 'API-41',
    summary: 'Jobs of every status, drafts included, newest first',
    who: 'staff',
    query: z.object({
      status: z.optional(z.enum(keysOf(jobStatusLabels), { error: 'Unknown status' })),
      /** Words of the title, the code or the employer's name. */
      search: staffSearch,
      ...staffPaging,
    }),
    answer: listOf(staffJobCard),
  }),

  'GET /api/v1/staff/jobs/{jobId}/': call({
    row: 'API-41',
    summary: 'A job with all that staff may change',
    who: 'staff',
    answer: staffJob,
  }),

  'POST /api/v1/staff/jobs/create/': call({
    row: 'API-41',
    summary: 'Write a new job, as a draft',
    who: 'staff',
    body: newJob,
    answer: staffJob,
    errors: ['ALREADY_EXISTS'],
  }),

  'PATCH /api/v1/staff/jobs/{jobId}/update/': call({
    row: 'API-41',
    summary: 'Change what a job says; what is absent stays. `version` is the one that was seen',
    who: 'staff',
    body: z.partial(z.extend(newJob, { version })),
    answer: staffJob,
    errors: ['ALREADY_EXISTS', 'INVALID_STATE', 'STALE_WRITE'],
  }),

  'POST /api/v1/staff/jobs/{jobId}/move/': call({
    row: 'API-41',
    summary: 'Open, pause, close, fill, open again or archive a job',
    who: 'staff',
    body: z.strictObject({ action: z.enum(keysOf(jobMoves), { error: 'Please choose what to do' }) }),
    answer: staffJob,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/staff/jobs/import/': call({
    row: 'API-41',
    summary: 'Write new jobs, as drafts, from a CSV file',
    who: 'staff',
    bodyBytes: csvBytes,
    bodyText: csvBytes,
    body: csvBody,
    answer: csvOutcome,
  }),

  'POST /api/v1/staff/preview-markdown/': call({
    row: 'API-41',
    summary: 'How a description will look; changes nothing',
    who: 'staff',
    body: z.strictObject({ text: z.string().check(maxLength(10_000)) }),
    answer: z.object({ html: z.string() }),
  }),

  'GET /api/v1/staff/job-choices/': call({
    row: 'API-41',
    summary: 'The employers and places that a job may name',
    who: 'staff',
    answer: z.object({ employers: z.array(employer), locations: z.array(place) }),
  }),

  'POST /api/v1/staff/employers/create/': call({
    row: 'API-41',
    summary: 'Add an employer',
    who: 'staff',
    body: z.strictObject({
      name: line('Please enter the employer’s name', 80),
      website: z.nullable(
        z.url({ protocol: /^https?$/, error: 'Please enter an address that begins with https://' }),
      ),
      about: line('Please write a sentence about the employer', 500),
    }),
    answer: employer,
    errors: ['ALREADY_EXISTS'],
  }),

  'POST /api/v1/staff/locations/create/': call({
    row: 'API-44',
    summary: 'Add a place',
    who: 'staff',
    body: z.strictObject({
      city: line('Please enter the city', 60),
      region: line('Please enter the state or region', 60),
      countryIsoCode: z.string().check(z.regex(/^[A-Z]{2}$/, 'Please choose a country')),
    }),
    answer: place,
    errors: ['ALREADY_EXISTS', 'COUNTRY_NOT_SUPPORTED'],
  }),
};
