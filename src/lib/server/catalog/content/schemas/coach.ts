import * as z from 'zod';
import { programTypes } from '#lib/domain/catalog/programs.ts';
import { industries } from '#lib/domain/core/industries.ts';
import { linkedinUrl, portrait, text, timeZone, videoUrl } from './field.ts';

/** The subjects of coaches, which the filter of /coaches/ lists. Add a subject here before a coach uses it. */
export const expertises = [
  'Career strategy',
  'Interview practice',
  'Résumé and portfolio',
  'Salary negotiation',
  'Product management',
  'Product analytics',
  'User research',
  'Finance operations',
  'Spreadsheets and reporting',
  'Customer support',
  'Spoken English',
  'Sales and key accounts',
  'Returning after a break',
  'Leading a team',
] as const;

/**
 * One file per coach; the file's name is the slug. There is no field for an email address or a phone number,
 * because we do not publish them.
 */
export const coachSchema = z.strictObject({
  name: text(4, 40, 'First and last name.'),
  portrait,
  headline: text(20, 90, 'What they do for a learner, in one line.'),
  company: text(2, 40, 'Where they work now, or Independent.'),
  pastCompanies: z
    .array(text(2, 40, 'A company.'))
    .max(4)
    .default([])
    .describe('Where they worked before, latest first.'),
  yearsOfExperience: z.int().min(2).max(45).describe('Whole years at work.'),
  expertise: z
    .array(z.enum(expertises).describe('One of the list in src/lib/server/catalog/content/schemas/coach.ts.'))
    .min(1)
    .max(4)
    .describe('What they teach, strongest first. /coaches/ filters by it.'),
  industries: z
    .array(z.enum(industries).describe('One of the 21 in src/lib/domain/core/industries.ts.'))
    .min(1)
    .max(4)
    .describe('Where they worked. /coaches/ filters by it.'),
  programTypes: z
    .array(z.enum(programTypes).describe('A programme.'))
    .min(1)
    .describe('The programmes in which they teach.'),
  languages: z
    .array(text(3, 20, 'As people call it: Tamil.'))
    .min(1)
    .max(5)
    .describe('Languages in which they coach.'),
  location: text(3, 40, 'City, and the country when it is not India.'),
  timeZone,
  bio: text(160, 700, 'Who they are, in the third person: what they did, how they coach. One paragraph.'),
  linkedinUrl,
  videoUrl,
  order: z.int().min(1).describe('Place in lists, from 1. No two are alike.'),
});
