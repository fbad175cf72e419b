import * as z from 'zod/mini';
import { allowedAction } from '#lib/contract/core/allowed-action.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listOfRows } from '#lib/contract/core/list.ts';
import { applicationStatus } from '#lib/contract/hiring/jobs.ts';
import { version } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { jobStatusLabels } from '#lib/domain/hiring/jobs/job.ts';
import { jobMoves } from '#lib/domain/staff/staff-actions.ts';
import { jobFields, line, newJob } from './job-schemas.ts';
import { csvBody, csvOutcome, maxCsvBytes, staffPaging, staffSearch } from './list.ts';
import { confirmedFingerprint, messagePreview } from './message-preview.ts';

export const staffJobCard = z.object({
  id: z.string(),
  slug: z.string(),
  code: z.string(),
  title: z.string(),
  employerName: z.string(),
  family: jobFields.family,
  level: jobFields.level,
  status: z.enum(keysOf(jobStatusLabels)),
  statusLabel: z.string(),
  /** The cities of the job, the main one first. */
  cities: z.array(z.string()),
  openings: z.number(),
  /** How many people have joined. */
  filled: z.number(),
  postedAt: instant,
  applyBy: instant,
  /** Number of applications in the queue; drafts and ended ones do not count. */
  applications: z.number(),
  /** Number of these with a late reply. */
  late: z.number(),
  allowedActions: z.array(allowedAction),
});
export type StaffJobCard = z.output<typeof staffJobCard>;

export const staffJob = z.extend(staffJobCard, { values: newJob, version: z.number() });
export type StaffJob = z.output<typeof staffJob>;

const jobMove = z.enum(keysOf(jobMoves), { error: 'Please choose what to do' });

const jobMovePreview = z.object({
  action: jobMove,
  /** Drafts that would end with the job or, when it reopens, come back. */
  drafts: z.number(),
  /** Applications that stay under way. */
  applications: z.array(z.object({ status: applicationStatus, label: z.string(), count: z.number() })),
  /** Booked interviews and trainings, which take place. */
  interviews: z.number(),
  trainings: z.number(),
  messages: messagePreview,
});
export type JobMovePreview = z.output<typeof jobMovePreview>;

const employer = z.object({ id: z.string(), slug: z.string(), name: z.string(), isArchived: z.boolean() });
const place = z.object({ id: z.string(), city: z.string(), region: z.string() });

export const staffJobRoutes = {
  'GET /api/v1/staff/jobs/': endpoint({
    row: 'API-41',
    summary: 'List jobs of every status including drafts, newest first',
    access: 'staff',
    query: z.object({
      status: z.optional(z.enum(keysOf(jobStatusLabels), { error: 'Unknown status' })),
      /** Words of the title, the code or the employer's name. */
      search: staffSearch,
      employerId: z.optional(z.uuid({ error: 'Unknown employer' })),
      /** A city of the job. */
      locationId: z.optional(z.uuid({ error: 'Unknown city' })),
      ...staffPaging,
    }),
    response: listOfRows(staffJobCard),
  }),

  'GET /api/v1/staff/jobs/{jobId}/': endpoint({
    row: 'API-41',
    summary: 'Get a job with all fields that staff can edit',
    access: 'staff',
    response: staffJob,
  }),

  'POST /api/v1/staff/jobs/create/': endpoint({
    row: 'API-41',
    summary: 'Create a draft job',
    access: 'staff',
    body: newJob,
    response: staffJob,
    errors: ['ALREADY_EXISTS'],
  }),

  'PATCH /api/v1/staff/jobs/{jobId}/update/': endpoint({
    row: 'API-41',
    summary:
      'Change a job; absent fields stay unchanged. `version` is the last version that the client loaded',
    access: 'staff',
    body: z.partial(z.extend(newJob, { version })),
    response: staffJob,
    errors: ['ALREADY_EXISTS', 'INVALID_STATE', 'STALE_WRITE'],
  }),

  'POST /api/v1/staff/jobs/{jobId}/move/': endpoint({
    row: 'API-41',
    summary: 'Change the status of a job: open, pause, close, fill, reopen or archive',
    access: 'staff',
    body: z.strictObject({
      action: jobMove,
      /** The number of drafts in the preview, which must still be right. */
      drafts: z.optional(z.number()),
      fingerprint: confirmedFingerprint,
    }),
    response: staffJob,
    errors: ['INVALID_STATE', 'STALE_WRITE'],
  }),

  'POST /api/v1/staff/jobs/{jobId}/preview-move/': endpoint({
    row: 'API-41',
    summary: 'Show what a change of a job’s status would end or bring back, without making it',
    access: 'staff',
    body: z.strictObject({ action: jobMove }),
    response: jobMovePreview,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/staff/jobs/import/': endpoint({
    row: 'API-41',
    summary: 'Create draft jobs from a CSV file',
    access: 'staff',
    maxBodyBytes: maxCsvBytes,
    maxTextLength: maxCsvBytes,
    body: csvBody,
    response: csvOutcome,
  }),

  'POST /api/v1/staff/preview-markdown/': endpoint({
    row: 'API-41',
    summary: 'Render a job description without saving it',
    access: 'staff',
    body: z.strictObject({ text: z.string().check(maxLength(10_000)) }),
    response: z.object({ html: z.string() }),
  }),

  'GET /api/v1/staff/job-choices/': endpoint({
    row: 'API-41',
    summary: 'List the employers and places that a job can refer to',
    access: 'staff',
    response: z.object({ employers: z.array(employer), locations: z.array(place) }),
  }),

  'POST /api/v1/staff/locations/create/': endpoint({
    row: 'API-44',
    summary: 'Add a place',
    access: 'staff',
    body: z.strictObject({
      city: line('Please enter the city', 60),
      region: line('Please enter the state or region', 60),
      countryIsoCode: z.string().check(z.regex(/^[A-Z]{2}$/, 'Please choose a country')),
    }),
    response: place,
    errors: ['ALREADY_EXISTS', 'COUNTRY_NOT_SUPPORTED'],
  }),
};
