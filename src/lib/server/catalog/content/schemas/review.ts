import * as z from 'zod';
import { programTypes } from '#lib/domain/catalog/programs.ts';
import { instant, linkedinUrl, portrait, slug, text } from './field.ts';

const author = z
  .strictObject({
    name: text(4, 40, 'As they signed.'),
    role: text(3, 60, 'What they do.'),
    company: text(2, 40, 'Where.'),
    portrait,
    linkedinUrl,
    isVerifiedLearner: z.boolean().describe('true: we found them among the learners of this batch.'),
  })
  .describe('Who wrote it.');

/**
 * One file per review; the file's name is its id. Only spelling mistakes in a learner’s review may be
 * corrected.
 */
export const reviewSchema = z
  .strictObject({
    programType: z.enum(programTypes).describe('Of which programme.'),
    batchName: text(4, 40, 'Their batch, as its file names it.'),
    rating: z.int().min(1).max(5).describe('Stars, 1 to 5, as given.'),
    title: text(8, 70, 'Their headline.'),
    body: text(80, 700, 'Their words, without quotation marks.'),
    coachSlugs: z
      .array(slug('The name of a file in src/content/coaches, without .yaml.'))
      .max(4)
      .default([])
      .describe('The coaches whom the text names, also by their first name. It is shown on their pages.'),
    author,
    source: text(3, 30, 'Where it was written: Liftoff for our own form, else the name of the site.').default(
      'Liftoff',
    ),
    sourceUrl: z
      .url({ protocol: /^https$/, error: 'must be an https link' })
      .nullable()
      .default(null)
      .describe('The review on that site; null for our own form.'),
    featured: z.boolean().default(false).describe('true: first in lists.'),
    publishedAt: instant('When it was published.'),
  })
  .refine(({ source, sourceUrl }) => source === 'Liftoff' || sourceUrl, {
    path: ['sourceUrl'],
    error: 'is missing: a review from another site links to it',
  });
