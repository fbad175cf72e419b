import * as z from 'zod/mini';
import { allowedAction } from '#lib/contract/core/allowed-action.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listOf, paging } from '#lib/contract/core/list.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import { interviewModeLabels } from '#lib/domain/hiring/appointments/interview-flow.ts';
import {
  employmentTypeLabels,
  familyLabels,
  jobStatusLabels,
  levelLabels,
  stageKinds,
  trainingModeLabels,
  workModeLabels,
} from '#lib/domain/hiring/jobs/job.ts';
import { jobSortLabels, searchLength } from '#lib/domain/hiring/jobs/job-search.ts';
import { questionKinds } from '#lib/domain/hiring/jobs/question.ts';
import { salaryPeriods } from '#lib/domain/hiring/jobs/salary-text.ts';

export const employer = z.object({
  name: z.string(),
  slug: z.string(),
  /** Path of an image. When it is null, pages show the first letter of the name. */
  logo: z.nullable(z.string()),
  website: z.nullable(z.string()),
  about: z.string(),
});

export const location = z.object({
  id: z.string(),
  city: z.string(),
  region: z.string(),
  countryIsoCode: z.string(),
});

/** A place of a job. */
export const jobLocation = z.extend(location, {
  /** How many people the employer hires there. */
  openings: z.number(),
  /** As many candidates have joined there as it has openings. */
  isFilled: z.boolean(),
});

export const stage = z.object({
  key: z.string(),
  title: z.string(),
  kind: z.enum(stageKinds),
  /** How all interviews of the stage are held, where the job says so. */
  mode: z.optional(z.enum(keysOf(interviewModeLabels))),
});

export const applicationStatus = z.enum(keysOf(applicationStatusLabels));

export const question = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(questionKinds),
  required: z.boolean(),
  options: z.optional(z.array(z.string())),
});

/** A job as it appears in lists and applications. */
export const jobCard = z.object({
  id: z.string(),
  slug: z.string(),
  /** The employer's internal reference: `SGO-AP-13`. */
  code: z.string(),
  title: z.string(),
  family: z.enum(keysOf(familyLabels)),
  level: z.enum(keysOf(levelLabels)),
  employer,
  employmentType: z.enum(keysOf(employmentTypeLabels)),
  workMode: z.enum(keysOf(workModeLabels)),
  /** In the employer's order; the main one is first. */
  locations: z.array(jobLocation),
  shift: z.string(),
  /** The sum of the openings of its places. */
  openings: z.number(),
  compensation: z.object({
    /** Whole units of the currency; null when the pay is not public. */
    min: z.nullable(z.number()),
    max: z.nullable(z.number()),
    /** ISO 4217. */
    currency: z.string(),
    period: z.enum(salaryPeriods),
    isPublic: z.boolean(),
  }),
  summary: z.string(),
  postedAt: instant,
  applyBy: instant,
  /** The time within which the employer replies to a submitted application. */
  replyWithinHours: z.number(),
  /** Also CLOSED when `applyBy` has passed. */
  status: z.enum(keysOf(jobStatusLabels)),
  statusLabel: z.string(),
  /** The viewer's latest application; null for a visitor. */
  myApplication: z.nullable(z.object({ id: z.string(), status: applicationStatus })),
  /** The viewer has saved it for later; false for a visitor. */
  isSaved: z.boolean(),
});

export const job = z.extend(jobCard, {
  /** Markdown. */
  description: z.string(),
  responsibilities: z.array(z.string()),
  requirements: z.array(z.string()),
  benefits: z.array(z.string()),
  eligibility: z.array(z.object({ key: z.string(), label: z.string(), rule: z.string() })),
  training: z.nullable(
    z.object({
      required: z.boolean(),
      title: z.string(),
      durationDays: z.number(),
      mode: z.enum(keysOf(trainingModeLabels)),
    }),
  ),
  stages: z.array(stage),
  /** The questions that every applicant answers. */
  questions: z.array(question),
  allowedActions: z.array(allowedAction),
  /**
   * How the viewer's details meet `eligibility`: the keys of rules that are met, those that are not met with
   * the field to edit, and the keys of rules that only the employer can judge. Null when the viewer has no
   * stored details.
   */
  eligibilityResult: z.nullable(
    z.object({
      ok: z.boolean(),
      met: z.array(z.string()),
      missing: z.array(z.object({ key: z.string(), label: z.string(), fixUrl: z.string() })),
      unchecked: z.array(z.string()),
    }),
  ),
});

export type JobCard = z.output<typeof jobCard>;
export type Job = z.output<typeof job>;

export const jobFilters = {
  /**
   * Search words. Each must be the beginning of a word in the job's title, family, employer, summary,
   * requirements or place.
   */
  search: z.optional(
    z
      .string()
      .check(
        z.overwrite(formatTrimmedText),
        z.maxLength(searchLength, `Please use at most ${searchLength} characters`),
      ),
  ),
  family: z.optional(z.enum(keysOf(familyLabels), { error: 'Unknown family' })),
  level: z.optional(z.enum(keysOf(levelLabels), { error: 'Choose a level' })),
  workMode: z.optional(z.enum(keysOf(workModeLabels), { error: 'Choose ON_SITE, HYBRID or REMOTE' })),
  /** Name of a city, case-insensitive. */
  city: z.optional(z.string().check(z.regex(/^[\p{L}\p{M} .'-]{1,60}$/u, 'Unknown city'))),
  /** Lists jobs that pay at least this, in rupees a year; those with unpublished pay are left out. */
  minPay: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,8}$/, 'Choose a minimum pay'))),
  /** Without it, jobs in the candidate's preferred places come first, then those with a searched word in the title. */
  sort: z.optional(z.enum(keysOf(jobSortLabels), { error: 'Choose NEWEST or PAY' })),
};
export type JobFilters = { [Name in keyof typeof jobFilters]?: z.output<(typeof jobFilters)[Name]> };

/**
 * For every value of a filter, the number of jobs it would show with the current search and the other
 * filters.
 */
const facet = <T extends z.ZodMiniType<string>>(value: T) => z.array(z.object({ value, count: z.number() }));
const jobFacets = z.object({
  family: facet(z.enum(keysOf(familyLabels))),
  level: facet(z.enum(keysOf(levelLabels))),
  workMode: facet(z.enum(keysOf(workModeLabels))),
  city: facet(z.string()),
});
export type JobFacets = z.output<typeof jobFacets>;

export const jobRoutes = {
  'GET /api/v1/moonshot/jobs/': endpoint({
    row: 'API-41',
    summary: 'List open jobs, then jobs closed within the last 30 days',
    access: 'anyone',
    query: z.object({ ...jobFilters, ...paging }),
    response: z.extend(listOf(jobCard), {
      facets: jobFacets,
      /** What was searched for instead of a search with a typing error that finds nothing. */
      correctedSearch: z.nullable(z.string()),
      /** The candidate's preferred cities, whose jobs come first. */
      preferredCities: z.array(z.string()),
    }),
  }),

  'GET /api/v1/moonshot/jobs/{jobSlug}/': endpoint({
    row: 'API-41',
    summary: 'Get one job; a closed job keeps its page',
    access: 'anyone',
    response: job,
  }),
};
