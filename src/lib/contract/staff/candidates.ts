import * as z from 'zod/mini';
import { allowedAction } from '#lib/contract/core/allowed-action.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant, instantInput } from '#lib/contract/core/instant.ts';
import { listOfRows } from '#lib/contract/core/list.ts';
import { applicationStatus } from '#lib/contract/hiring/jobs.ts';
import { registrationValues } from '#lib/contract/hiring/registration.ts';
import { resumeFile } from '#lib/contract/media/sent-file.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { actorTypes } from '#lib/domain/core/state-machine.ts';
import { registrationStatusLabels } from '#lib/domain/hiring/registration/registration-flow.ts';
import { candidateMoves } from '#lib/domain/staff/staff-actions.ts';
import { optionalText, staffPaging, staffSearch } from './list.ts';

const registrationStatus = z.enum(keysOf(registrationStatusLabels));

export const staffCandidateCard = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  status: registrationStatus,
  statusLabel: z.string(),
  /** `Pune, Maharashtra` */
  currentLocation: z.nullable(z.string()),
  experienceMonths: z.nullable(z.number()),
  updatedAt: instant,
  applications: z.number(),
});
export type StaffCandidateCard = z.output<typeof staffCandidateCard>;

export const staffCandidate = z.extend(staffCandidateCard, {
  submittedAt: z.nullable(instant),
  values: registrationValues,
  preferredLocations: z.array(z.string()),
  resume: z.nullable(resumeFile),
  /** Labels of missing required details. */
  missing: z.array(z.string()),
  jobApplications: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      jobTitle: z.string(),
      status: applicationStatus,
      statusLabel: z.string(),
      startedAt: instant,
    }),
  ),
  history: z.array(
    z.object({
      id: z.string(),
      at: instant,
      toLabel: z.string(),
      actorType: z.enum(actorTypes),
      actorName: z.nullable(z.string()),
      publicNote: z.nullable(z.string()),
      privateNote: z.nullable(z.string()),
    }),
  ),
  allowedActions: z.array(allowedAction),
});
export type StaffCandidate = z.output<typeof staffCandidate>;

export const staffCandidateRoutes = {
  'GET /api/v1/staff/candidates/': endpoint({
    row: 'API-40',
    summary: 'List candidates, newest first',
    access: 'staff',
    query: z.object({
      status: z.optional(z.enum(keysOf(registrationStatusLabels), { error: 'Unknown status' })),
      /** The beginning of a name, email or phone number. */
      search: staffSearch,
      ...staffPaging,
    }),
    response: listOfRows(staffCandidateCard),
  }),

  'GET /api/v1/staff/candidates/{userId}/': endpoint({
    row: 'API-40',
    summary: 'Get a candidate’s details and applications',
    access: 'staff',
    response: staffCandidate,
  }),

  'POST /api/v1/staff/candidates/{userId}/move/': endpoint({
    row: 'API-40',
    summary: 'Verify a candidate’s details or request a correction',
    access: 'staff',
    body: z.strictObject({
      action: z.enum(keysOf(candidateMoves), { error: 'Please choose what to do' }),
      /**
       * The time of the last change of the details that staff have reviewed. The server returns STALE_WRITE
       * when they have changed since.
       */
      updatedAt: z.optional(instantInput('updated_at is when the details were changed')),
      publicNote: z.optional(optionalText(1000)),
      privateNote: z.optional(optionalText(2000)),
    }),
    response: staffCandidate,
    errors: ['INVALID_STATE', 'STALE_WRITE'],
  }),
};
