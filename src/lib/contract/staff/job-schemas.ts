import * as z from 'zod/mini';
import { maxLength } from '#lib/contract/core/fields.ts';
import { instantInput } from '#lib/contract/core/instant.ts';
import { graduationYears } from '#lib/domain/core/calendar.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { interviewModeLabels } from '#lib/domain/hiring/appointments/interview-flow.ts';
import {
  employmentTypeLabels,
  familyLabels,
  levelLabels,
  stageKinds,
  trainingModeLabels,
  workModeLabels,
} from '#lib/domain/hiring/jobs/job.ts';
import { questionKinds } from '#lib/domain/hiring/jobs/question.ts';
import { salaryPeriods } from '#lib/domain/hiring/jobs/salary-text.ts';
import {
  languageLabels,
  languageLevels,
  qualificationLabels,
  shiftLabels,
} from '#lib/domain/hiring/registration/registration.ts';

/** The fields of a job that staff can edit. */

export const line = (required: string, length: number) =>
  z
    .string({ error: required })
    .check(z.overwrite(formatTrimmedText), z.minLength(1, required), maxLength(length));

const lines = (required: string) => z.array(line(required, 300)).check(z.maxLength(30, 'At most 30 lines'));

const wholeNumber = (minimum: number, maximum: number) => {
  const error = `Please enter a whole number from ${minimum} to ${maximum}`;
  return z.int({ error }).check(z.minimum(minimum, error), z.maximum(maximum, error));
};

const key = z.string().check(z.regex(/^[a-z0-9-]{1,60}$/, 'A key has small letters, digits and dashes'));
/** Checks that keys are unique, because answers, applications and eligibility results refer to them. */
const hasUniqueKeys = z.refine<readonly { key: string }[]>(
  (rows) => new Set(rows.map((row) => row.key)).size === rows.length,
  'A key is there twice',
);
const qualification = z.enum(keysOf(qualificationLabels));

/** `EligibilityCheck`: the part of a rule that the system checks against a candidate's details. */
const check = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('QUALIFICATION'),
    atLeast: qualification,
    graduatedFrom: z.optional(wholeNumber(...graduationYears)),
  }),
  z
    .strictObject({
      kind: z.literal('EXPERIENCE'),
      atLeastMonths: z.optional(wholeNumber(0, 600)),
      atMostMonths: z.optional(wholeNumber(0, 600)),
    })
    .check(
      z.refine(({ atLeastMonths = 0, atMostMonths = 600 }) => atLeastMonths <= atMostMonths, {
        error: 'At least is more than at most',
        path: ['atMostMonths'],
      }),
    ),
  z.strictObject({
    kind: z.literal('LANGUAGE'),
    groups: z
      .array(
        z.strictObject({
          anyOf: z.array(z.enum(keysOf(languageLabels))).check(z.minLength(1)),
          atLeast: z.enum(languageLevels),
        }),
      )
      .check(z.maxLength(3, 'At most three groups of languages')),
  }),
  z.strictObject({
    kind: z.literal('PLACE'),
    regions: z.array(line('Name a region', 60)),
    orRelocates: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('NOTICE'), atMostDays: wholeNumber(0, 365) }),
  z.strictObject({
    kind: z.literal('SHIFT'),
    anyOf: z.array(z.enum(keysOf(shiftLabels))).check(z.minLength(1)),
  }),
  z.strictObject({ kind: z.literal('EQUIPMENT') }),
]);

/** A requirement of a job. The system checks it when it has a `check`; otherwise the employer does. */
export const eligibilityRule = z.strictObject({
  key,
  label: line('Name the rule', 60),
  rule: line('Write the rule', 300),
  check: z.optional(check),
});

/** All fields that staff can edit. Only transitions change the status. */
export const jobFields = {
  title: line('Please enter a title', 120),
  /** Part of the job's address. It does not change with the title. */
  slug: z
    .string({ error: 'Please enter an address' })
    .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small letters, digits and dashes'), maxLength(100)),
  code: line('Please enter the employer’s code', 40),
  family: z.enum(keysOf(familyLabels), { error: 'Please choose a family' }),
  level: z.enum(keysOf(levelLabels), { error: 'Please choose a level' }),
  employerId: z.uuid({ error: 'Please choose an employer' }),
  employmentType: z.enum(keysOf(employmentTypeLabels), { error: 'Please choose a kind of employment' }),
  workMode: z.enum(keysOf(workModeLabels), { error: 'Please choose a work mode' }),
  /** The main place first, each with its openings. */
  locations: z
    .array(
      z.strictObject({ id: z.uuid({ error: 'Please choose a city' }), openings: wholeNumber(1, 10_000) }),
    )
    .check(
      z.minLength(1, 'Please choose at least one city'),
      z.maxLength(12, 'At most 12 cities'),
      z.refine(
        (places) => new Set(places.map(({ id }) => id)).size === places.length,
        'A city is there twice',
      ),
    ),
  shift: line('Please say when the work is done', 120),
  salaryMin: wholeNumber(0, 100_000_000),
  salaryMax: wholeNumber(0, 100_000_000),
  salaryCurrency: z.string().check(z.regex(/^[A-Z]{3}$/, 'Three letters, such as INR')),
  salaryPeriod: z.enum(salaryPeriods, { error: 'Please choose a period' }),
  salaryIsPublic: z.boolean(),
  summary: line('Please write one sentence about the job', 240),
  /** Markdown. */
  description: z
    .string({ error: 'Please describe the job' })
    .check(z.trim(), z.minLength(1, 'Please describe the job'), maxLength(10_000)),
  responsibilities: lines('A responsibility is a line of text'),
  requirements: lines('A requirement is a line of text'),
  benefits: lines('A benefit is a line of text'),
  eligibility: z.array(eligibilityRule).check(z.maxLength(20, 'At most 20 rules'), hasUniqueKeys),
  training: z.nullable(
    z.strictObject({
      required: z.boolean(),
      title: line('Please name the training', 120),
      durationDays: wholeNumber(1, 365),
      mode: z.enum(keysOf(trainingModeLabels)),
    }),
  ),
  stages: z
    .array(
      z.strictObject({
        key,
        title: line('Name the stage', 80),
        kind: z.enum(stageKinds),
        /** How all interviews of the stage are held. */
        mode: z.optional(z.enum(keysOf(interviewModeLabels))),
      }),
    )
    .check(
      z.refine(
        (stages) => stages.every(({ kind, mode }) => !mode || kind === 'INTERVIEW'),
        'Only an interview can say how it is held',
      ),
      z.minLength(2, 'A job has at least a form and an offer'),
      z.maxLength(12, 'At most 12 stages'),
      hasUniqueKeys,
    ),
  questions: z
    .array(
      z
        .strictObject({
          key,
          label: line('Write the question', 200),
          kind: z.enum(questionKinds),
          required: z.boolean(),
          options: z.optional(
            z.array(line('Name the answer', 80)).check(z.maxLength(20, 'At most 20 answers')),
          ),
        })
        .check(
          z.refine(({ kind, options = [] }) => kind !== 'CHOICE' || options.length > 1, {
            error: 'A choice needs at least two answers',
            path: ['options'],
          }),
        ),
    )
    .check(z.maxLength(20, 'At most 20 questions'), hasUniqueKeys),
  /** When applications close. */
  applyBy: instantInput('Please enter the last day to apply'),
  /** At most 24, because every page promises a reply within 24 hours. */
  replyWithinHours: wholeNumber(1, 24),
};
export const newJob = z.strictObject(jobFields);
export type NewJob = z.output<typeof newJob>;
