import * as z from 'zod/mini';
import { allowedAction } from '#lib/contract/core/allowed-action.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { listOf, paging } from '#lib/contract/core/list.ts';
import { resumeFile } from '#lib/contract/media/sent-file.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import {
  languageLabels,
  languageLevels,
  qualificationLabels,
  shiftLabels,
} from '#lib/domain/hiring/registration/registration.ts';
import { registrationStatusLabels } from '#lib/domain/hiring/registration/registration-flow.ts';
import { consentRequired } from '#lib/domain/hiring/registration/registration-text.ts';
import { someRegistrationFields } from './registration-schemas.ts';

/** `RegistrationValues`: null means that the candidate has not given a value. */
export const registrationValues = z.object({
  residence: z.nullable(z.object({ city: z.string(), region: z.string() })),
  /** The residence where it is a place with jobs. */
  currentLocationId: z.nullable(z.string()),
  preferredLocationIds: z.array(z.string()),
  willingToRelocate: z.nullable(z.boolean()),
  highestQualification: z.nullable(z.enum(keysOf(qualificationLabels))),
  degree: z.nullable(z.string()),
  college: z.nullable(z.string()),
  graduationYear: z.nullable(z.number()),
  totalExperienceMonths: z.nullable(z.number()),
  currentCompany: z.nullable(z.string()),
  currentRole: z.nullable(z.string()),
  /** Whole units of `currency` per year. */
  expectedSalary: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  noticePeriodDays: z.nullable(z.number()),
  languages: z.array(z.object({ code: z.enum(keysOf(languageLabels)), level: z.enum(languageLevels) })),
  shiftPreference: z.array(z.enum(keysOf(shiftLabels))),
  hasLaptopAndInternet: z.nullable(z.boolean()),
  resume: z.nullable(z.object({ mediaId: z.string() })),
  linkedinUrl: z.nullable(z.string()),
  industries: z.array(z.string()),
});

export const registration = z.object({
  status: z.enum(keysOf(registrationStatusLabels)),
  statusLabel: z.string(),
  sections: z.array(z.object({ key: z.string(), title: z.string(), complete: z.boolean() })),
  values: registrationValues,
  /** The file of `values.resume`. */
  resume: z.nullable(resumeFile),
  /** Required fields without a value, in the order of the form. */
  missing: z.array(
    z.object({ field: z.string(), label: z.string(), section: z.string(), fixUrl: z.string() }),
  ),
  /** The corrections that staff asked for. */
  correctionNote: z.nullable(z.string()),
  submittedAt: z.nullable(instant),
  updatedAt: z.nullable(instant),
  allowedActions: z.array(allowedAction),
});
export type Registration = z.output<typeof registration>;

const location = z.object({
  id: z.string(),
  city: z.string(),
  region: z.string(),
  countryIsoCode: z.string(),
  /** An IANA time zone. */
  timeZone: z.string(),
  /** Number of jobs in this place that accept applications now. */
  openJobs: z.number(),
});
export type Location = z.output<typeof location>;

/** Consent must be given explicitly, so only `true` is accepted. */
const consent = z.literal(true, { error: consentRequired });

const limits = [perAccount('registration', 300, 600)];

export const registrationRoutes = {
  'POST /api/v1/moonshot/register/': endpoint({
    row: 'API-40',
    summary: 'Register for Moonshot; a repeated request returns the same registration',
    access: 'verified',
    limits,
    body: z.strictObject({ consent }),
    response: z.extend(registration, { isExisting: z.boolean() }),
  }),

  'GET /api/v1/moonshot/registration-details/': endpoint({
    row: 'API-40',
    summary: 'Get the candidate’s details and the list of missing ones',
    access: 'verified',
    response: registration,
  }),

  'POST /api/v1/moonshot/registration-details/submit/': endpoint({
    row: 'API-40',
    summary: 'Submit the details when all required ones are present',
    access: 'verified',
    limits,
    body: z.strictObject({}),
    response: registration,
    errors: ['PROFILE_INCOMPLETE', 'ALREADY_SUBMITTED', 'INVALID_STATE'],
  }),

  'PATCH /api/v1/moonshot/update-candidate-details/': endpoint({
    row: 'API-44',
    summary: 'Change details; absent fields stay unchanged, null deletes a value',
    access: 'verified',
    limits,
    body: someRegistrationFields,
    response: registration,
    errors: ['PROFILE_INCOMPLETE', 'INVALID_STATE'],
  }),

  'GET /api/v1/moonshot/locations/': endpoint({
    row: 'API-44',
    summary: 'List places with jobs and places where candidates can live, by name',
    access: 'anyone',
    query: z.object(paging),
    response: listOf(location),
  }),
};
