import * as z from 'zod';
import { transitionLabels } from '#lib/domain/catalog/alumni.ts';
import { programTypes } from '#lib/domain/catalog/programs.ts';
import { industries } from '#lib/domain/core/industries.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { day, linkedinUrl, portrait, slug, text, videoUrl } from './field.ts';

/** The kinds of work that alumni did before, which the filter of /alumni/ lists. Add one here before a file uses it. */
const previousFields = [
  'Consulting and analysis',
  'Customer service',
  'Design',
  'Finance and billing',
  'Language and media',
  'Office and counter',
  'Sales and accounts',
  'Shop, delivery and transport',
  'Teaching and laboratory',
  'Testing and quality',
] as const;

/** One file per person who finished a programme and agreed to be shown; the file's name is the slug. */
export const alumnusSchema = z
  .strictObject({
    name: text(4, 40, 'First and last name.'),
    portrait,
    headline: text(
      16,
      90,
      'Their step in one line: From the bank counter to a support floor that runs on data.',
    ),
    transition: z
      .enum(keysOf(transitionLabels))
      .describe('What changed: the kind of work, the company, from no job to the first, or a promotion.'),
    previousRole: text(3, 60, 'A role.').nullable().describe('What they did before; null for a first job.'),
    previousCompany: text(2, 40, 'A company.')
      .nullable()
      .describe('Where they worked before; null for a first job.'),
    previousField: z
      .enum(previousFields)
      .nullable()
      .describe('The kind of work they did before; null for a first job. /alumni/ filters by it.'),
    currentRole: text(3, 60, 'What they do now.'),
    currentCompany: text(2, 40, 'Where they work now.'),
    programType: z.enum(programTypes).describe('The programme that they finished.'),
    batchName: text(4, 40, 'Their batch, as its file names it.'),
    graduatedOn: day('The day on which they finished.'),
    location: text(3, 40, 'City, and the country when it is not India.'),
    industry: z
      .enum(industries)
      .describe('Where they work now: one of the 21 in src/lib/domain/core/industries.ts.'),
    quote: text(60, 260, 'In their own words, without quotation marks: the page sets them.'),
    linkedinUrl,
    videoUrl,
    portfolioSlug: slug('A portfolio.')
      .nullable()
      .default(null)
      .describe('The address of their public portfolio with us; left out when they have none.'),
    certificateShortUuid: z
      .string()
      .length(12)
      .nullable()
      .default(null)
      .describe('The 12 characters of their certificate, if they show it.'),
    featured: z
      .boolean()
      .default(false)
      .describe('true: first in lists, and on the page of their programme.'),
  })
  .refine(
    (person) =>
      person.transition === 'FIRST_JOB' ||
      (person.previousRole && person.previousCompany && person.previousField),
    {
      path: ['previousRole'],
      error: 'previousCompany and previousField may be null only for a FIRST_JOB',
    },
  );
