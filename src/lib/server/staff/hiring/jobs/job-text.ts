import { validate as isUuid } from 'uuid';
import type { NewJob } from '#lib/contract/staff/job-schemas.ts';
import type { StaffJob } from '#lib/contract/staff/jobs.ts';
import { isCalendarDay } from '#lib/domain/core/calendar.ts';
import { parseBoolean } from '#lib/domain/core/text.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { instantOf, localDate } from '#lib/domain/core/zoned-time.ts';
import type { EligibilityItem } from '#lib/domain/hiring/jobs/eligibility.ts';
import {
  formatEligibility,
  formatLines,
  formatPlaces,
  formatQuestions,
  formatStages,
  type ParseResult,
  parseEligibility,
  parseLines,
  parsePlaces,
  parseQuestions,
  parseStages,
  slugOf,
} from '#lib/domain/hiring/jobs/job-text-format.ts';
import { parsePay } from '#lib/domain/hiring/jobs/pay-input.ts';

/** A job as text, by field, as its row in a CSV file has it. Its form has rows in place of some lines. */

/** All fields. */
export const jobTextFields = [
  'title',
  'slug',
  'code',
  'family',
  'level',
  'employer',
  'employmentType',
  'workMode',
  'locations',
  'shift',
  'salaryMin',
  'salaryMax',
  'salaryCurrency',
  'salaryPeriod',
  'salaryIsPublic',
  'summary',
  'description',
  'responsibilities',
  'requirements',
  'benefits',
  'eligibility',
  'trainingTitle',
  'trainingDays',
  'trainingMode',
  'trainingRequired',
  'stages',
  'questions',
  'applyBy',
  'replyWithinHours',
] as const;
export type JobTextField = (typeof jobTextFields)[number];
export type JobText = Record<JobTextField, string>;

export interface JobOptions {
  employers: readonly { id: string; slug: string; name: string; isArchived: boolean }[];
  locations: readonly { id: string; city: string; region: string }[];
}

/**
 * Parses text into the endpoint's body. `problems` has the fields that cannot be parsed; the endpoint validates the
 * rest.
 */
export function parseJobText(
  text: Partial<Record<JobTextField, string>>,
  { employers, locations }: JobOptions,
): { body: Record<string, unknown>; problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  const trimmedText = (field: JobTextField) => (text[field] ?? '').trim();
  const read = <T>(field: JobTextField, { values, problem }: ParseResult<T>) => {
    if (problem) problems[field] = problem;
    return values ?? [];
  };
  const equalsIgnoringCase = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const employer = employers.find(
    ({ id, slug, name }) =>
      [id, slug, name].some((one) => equalsIgnoringCase(one, trimmedText('employer'))) ||
      slug === slugOf(trimmedText('employer')),
  );
  const places = read('locations', parsePlaces(trimmedText('locations'))).map(({ place, openings }) => {
    const found = locations.find(({ id, city, region }) =>
      [id, city, `${city}, ${region}`].some((one) => equalsIgnoringCase(one, place)),
    );
    if (!found && !isUuid(place)) problems.locations = `Add the place “${place}” first`;
    return { id: found?.id ?? place, openings };
  });
  const body = {
    title: trimmedText('title'),
    slug: trimmedText('slug') || slugOf(trimmedText('title')),
    code: trimmedText('code'),
    family: trimmedText('family'),
    level: trimmedText('level'),
    employerId: employer?.id ?? '',
    employmentType: trimmedText('employmentType'),
    workMode: trimmedText('workMode'),
    locations: places,
    shift: trimmedText('shift'),
    salaryMin: payOf(trimmedText('salaryMin')),
    salaryMax: payOf(trimmedText('salaryMax')),
    salaryCurrency: trimmedText('salaryCurrency').toUpperCase(),
    salaryPeriod: trimmedText('salaryPeriod'),
    salaryIsPublic: parseBoolean(trimmedText('salaryIsPublic')) === true,
    summary: trimmedText('summary'),
    description: trimmedText('description').replaceAll('\r\n', '\n'),
    responsibilities: parseLines(trimmedText('responsibilities')),
    requirements: parseLines(trimmedText('requirements')),
    benefits: parseLines(trimmedText('benefits')),
    eligibility: read('eligibility', parseEligibility(trimmedText('eligibility'))),
    training: trimmedText('trainingTitle')
      ? {
          required: parseBoolean(trimmedText('trainingRequired')) === true,
          title: trimmedText('trainingTitle'),
          durationDays: numberOf(trimmedText('trainingDays')),
          mode: trimmedText('trainingMode'),
        }
      : null,
    stages: read('stages', parseStages(trimmedText('stages'))),
    questions: read('questions', parseQuestions(trimmedText('questions'))),
    applyBy: lastMinute(trimmedText('applyBy')),
    replyWithinHours: numberOf(trimmedText('replyWithinHours')),
  };
  return { body, problems };
}

const numberOf = (text: string): number | null =>
  /^\d[\d,]*$/.test(text) ? Number(text.replaceAll(',', '')) : null;

/** Parses pay as people write it, `3.5 lakh` too. Returns null for what is not an amount: the endpoint rejects it. */
function payOf(text: string): number | null {
  const pay = parsePay(text);
  return pay === -1 ? null : pay;
}

/** Returns the end of a day in India, when applications close. Returns any other text as it is: the endpoint rejects it. */
function lastMinute(day: string): string {
  return isCalendarDay(day) ? instantOf(day, '23:59', defaultTimeZone).toISOString() : day;
}

/** Returns the form's field in which a field of the endpoint is corrected. */
export function textFieldOf(field: string): JobTextField | null {
  const [first = '', second = ''] = field.split('.');
  const renamed: Record<string, JobTextField> = { employerId: 'employer' };
  const ofTraining: Record<string, JobTextField> = { durationDays: 'trainingDays', mode: 'trainingMode' };
  if (first === 'training') return ofTraining[second] ?? 'trainingTitle';
  const name = renamed[first] ?? first;
  return (jobTextFields as readonly string[]).includes(name) ? (name as JobTextField) : null;
}

/** Formats a job as text. */
export function formatJobText(
  { values }: Pick<StaffJob, 'values'>,
  { employers, locations }: JobOptions,
): JobText {
  const { training } = values;
  return {
    ...(Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'boolean' ? yesNo(value) : String(value),
      ]),
    ) as Record<keyof NewJob, string>),
    employer: employers.find(({ id }) => id === values.employerId)?.slug ?? '',
    locations: formatPlaces(
      values.locations.flatMap(({ id, openings }) => {
        const found = locations.find((one) => one.id === id);
        return found ? { place: `${found.city}, ${found.region}`, openings } : [];
      }),
    ),
    responsibilities: formatLines(values.responsibilities),
    requirements: formatLines(values.requirements),
    benefits: formatLines(values.benefits),
    eligibility: formatEligibility(values.eligibility as EligibilityItem[]),
    trainingTitle: training?.title ?? '',
    trainingDays: training ? String(training.durationDays) : '',
    trainingMode: training?.mode ?? '',
    trainingRequired: yesNo(training?.required ?? false),
    stages: formatStages(values.stages),
    questions: formatQuestions(values.questions),
    applyBy: localDate(new Date(values.applyBy), defaultTimeZone),
  };
}

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');
