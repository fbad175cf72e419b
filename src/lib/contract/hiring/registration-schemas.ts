import * as z from 'zod/mini';
import { maxLength } from '#lib/contract/core/fields.ts';
import { industries } from '#lib/domain/core/industries.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { parseLinkedinUrl } from '#lib/domain/core/web-address.ts';
import {
  languageLabels,
  languageLevels,
  qualificationLabels,
  type RegistrationField,
  type RegistrationValues,
  shiftLabels,
} from '#lib/domain/hiring/registration/registration.ts';
import {
  registrationCounts,
  registrationLengths,
  registrationProblem,
  registrationRanges,
} from '#lib/domain/hiring/registration/registration-rules.ts';

/**
 * The field types of a candidate's details (API-44). The rules are in
 * domain/hiring/registration/registration-rules.ts, which the form uses too. In every field, null deletes the
 * stored value.
 */

const refineByRule = <Field extends RegistrationField>(field: Field) =>
  z.refine<NonNullable<RegistrationValues[Field]>>((value) => registrationProblem(field, value) === null, {
    error: ({ input }) => registrationProblem(field, input as RegistrationValues[Field]) ?? undefined,
  });

const text = (field: keyof typeof registrationLengths) =>
  z.nullable(
    z.pipe(
      z
        .string({ error: 'Please enter text' })
        .check(z.overwrite(formatTrimmedText), maxLength(registrationLengths[field])),
      z.transform((text) => text || null),
    ),
  );

function wholeNumber(field: keyof typeof registrationRanges) {
  const [minimum, maximum] = registrationRanges[field];
  const error = registrationProblem(field, Number.NaN) ?? undefined;
  return z.nullable(z.int({ error }).check(z.minimum(minimum, error), z.maximum(maximum, error)));
}

const yesNo = z.nullable(z.boolean({ error: 'Please choose yes or no' }));

const listOf = <T extends z.ZodMiniType>(field: keyof typeof registrationCounts, item: T) =>
  z
    .array(item, { error: 'Please send a list' })
    .check(z.maxLength(registrationCounts[field], `Please choose at most ${registrationCounts[field]}`));

const location = z.uuid({ error: 'Please choose a place' });

/** A file that the candidate has uploaded. */
export const ownFile = z.nullable(
  z.object({ mediaId: z.uuid({ error: 'Please choose a file' }) }, { error: 'Please choose a file' }),
);

const registrationFields = {
  /** Any Indian town: its name, and its state or union territory. */
  residence: z.nullable(
    z
      .object(
        { city: z.string().check(z.overwrite(formatTrimmedText)), region: z.string() },
        { error: 'Please choose your town' },
      )
      .check(refineByRule('residence')),
  ),
  /** Sets the residence by a place with jobs. */
  currentLocationId: z.nullable(location),
  preferredLocationIds: listOf('preferredLocationIds', location).check(refineByRule('preferredLocationIds')),
  willingToRelocate: yesNo,
  highestQualification: z.nullable(
    z.enum(keysOf(qualificationLabels), { error: 'Please choose a qualification' }),
  ),
  degree: text('degree'),
  college: text('college'),
  graduationYear: wholeNumber('graduationYear'),
  totalExperienceMonths: wholeNumber('totalExperienceMonths'),
  currentCompany: text('currentCompany'),
  currentRole: text('currentRole'),
  /** Whole units of `currency` per year. */
  expectedSalary: wholeNumber('expectedSalary'),
  /** ISO 4217. */
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/, 'Please choose a currency'))),
  noticePeriodDays: wholeNumber('noticePeriodDays'),
  languages: listOf(
    'languages',
    z.object({
      code: z.enum(keysOf(languageLabels), { error: 'Please choose a language' }),
      level: z.enum(languageLevels, { error: 'Please choose a level' }),
    }),
  ).check(refineByRule('languages')),
  shiftPreference: listOf(
    'shiftPreference',
    z.enum(keysOf(shiftLabels), { error: 'Please choose a shift' }),
  ).check(refineByRule('shiftPreference')),
  hasLaptopAndInternet: yesNo,
  resume: ownFile,
  linkedinUrl: z.nullable(
    z.pipe(
      z
        .string({ error: 'Please enter the address of your LinkedIn profile' })
        .check(z.overwrite(formatTrimmedText), refineByRule('linkedinUrl')),
      z.transform(parseLinkedinUrl),
    ),
  ),
  industries: listOf('industries', z.enum(industries, { error: 'Please choose an industry' })).check(
    refineByRule('industries'),
  ),
};

/** Any subset of the fields; absent fields stay unchanged. */
export const someRegistrationFields = z.partial(z.object(registrationFields));
