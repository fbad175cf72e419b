import * as z from 'zod';
import { catalogTypes } from '#lib/domain/catalog/programs.ts';
import { slug, text } from './field.ts';

const hours = z.int().min(1).max(60).describe('Whole hours.');

const facts = z
  .strictObject({
    audience: text(8, 48, 'Whom it is for, in one short phrase.'),
    duration: text(4, 40, 'How long it takes, in one short phrase: 24 weeks, evenings.'),
    format: text(4, 48, 'How it is taught, in one short phrase.'),
    hoursPerWeek: z
      .strictObject({ min: hours, max: hours })
      .refine(({ min, max }) => min <= max, { path: ['max'], error: 'is less than min' })
      .nullable()
      .describe(
        'Hours a week with classes and own work: { min: 6, max: 8 }; null where each job has its own.',
      ),
  })
  .describe('Whom it is for and what it takes, beside the price.');

const fee = z
  .strictObject({
    amount: z.int().min(0).describe('Taxes included, in whole units: 84000 for ₹84,000. 0 is free.'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three capital letters, such as INR')
      .describe('ISO 4217: INR.'),
    instalments: z.int().min(1).max(12).default(1).describe('In how many equal parts it can be paid.'),
    note: text(
      8,
      60,
      'What a visitor must know beside the price, such as who pays. Only what is true today.',
    ).optional(),
  })
  .describe('What it costs. The fee of a batch, where its file has one, takes its place.');

const outcome = z.strictObject({
  figure: text(
    1,
    8,
    'A number to set large: 2 cases, 24. Only one that we can show on request; most outcomes have none.',
  ).optional(),
  text: text(16, 150, 'What a learner has or can do at the end. With a figure, the words that follow it.'),
});

const module = z.strictObject({
  title: text(6, 64, 'What these weeks are about.'),
  weeks: z
    .array(text(6, 110, 'What this week holds, in one line.'))
    .min(1)
    .max(8)
    .describe('One line for each week of this part. Pages number the weeks through all parts.'),
});

const jobKind = z.strictObject({
  label: text(4, 40, 'The name of these jobs, as in the list of jobs.'),
  family: z
    .string()
    .regex(/^[A-Z_]+$/, 'must be a job family, such as VOICE_SUPPORT')
    .describe('The job family.'),
});

const step = z.strictObject({
  title: text(4, 48, 'The step in a few words.'),
  text: text(20, 180, 'What happens and how long it takes.'),
});

const question = z.strictObject({
  question: text(10, 110, 'As a learner would ask it, with the question mark.'),
  answer: text(40, 520, 'A straight answer: the fact first, then the reason.'),
});

const counselling = z
  .strictObject({
    url: z
      .url({
        protocol: /^https$/,
        hostname: /^calendly\.com$/,
        error: 'must be a link that begins with https://calendly.com/',
      })
      .describe('The booking page on calendly.com. Name, email and campaign are added for the visitor.'),
    durationMinutes: z.int().min(10).max(60).describe('How long a call takes, in minutes.'),
    available: z.boolean().describe('false while nobody takes calls: pages then show no card for booking.'),
    fallback: text(20, 160, 'What a visitor can do while no call can be booked. The API returns it.'),
  })
  .nullable()
  .describe('Free calls about this programme; null where there are none.');

/** One file per programme (USER-08, APP-14); the file's name is its address: /programs/{file name}/. */
export const programSchema = z.strictObject({
  type: z.enum(catalogTypes).describe('Which programme this is. Each has exactly one file.'),
  startsAnyTime: z
    .boolean()
    .default(false)
    .describe('true: it has no batches, and a person can begin on any day.'),
  jobs: z
    .array(jobKind)
    .default([])
    .describe(
      'The jobs on Moonshot through which people join. Such a programme has no batches and no weeks.',
    ),
  order: z.int().min(1).describe('Place in lists, from 1. No two are alike.'),
  featured: z.boolean().default(false).describe('true: the home page presents it. Three fit.'),
  name: text(4, 60, 'The name, as in headings.'),
  tagline: text(20, 90, 'The promise: the largest words on its page. A sentence with a full stop.'),
  summary: text(80, 170, 'Two short sentences for cards, search engines and shared links.'),
  illustration: slug('The drawing: the name, without .svg, of a file in src/assets/illustrations.'),
  facts,
  fee,
  story: z
    .array(text(80, 620, 'A paragraph.'))
    .min(1)
    .max(3)
    .describe('What it is like, in our own voice: one to three paragraphs.'),
  fits: z
    .array(text(16, 130, 'Begins with you: You have…'))
    .min(3)
    .max(5)
    .describe('It is right for somebody of whom this is true.'),
  doesNotFit: z
    .array(text(16, 150, 'Begins with you, and says where to go instead.'))
    .min(1)
    .max(3)
    .describe(
      'It is wrong for somebody of whom this is true: better said here than found out in week three.',
    ),
  outcomes: z.array(outcome).min(3).max(5).describe('What a learner leaves with.'),
  curriculum: z
    .array(module)
    .min(3)
    .max(10)
    .describe('The parts, in order. Together they have as many weeks as the programme.'),
  steps: z.array(step).min(3).max(5).describe('How you join.'),
  eligibility: z
    .array(text(10, 150, 'One condition.'))
    .min(2)
    .max(6)
    .describe('Who may join, one condition a line.'),
  faq: z.array(question).min(5).max(7).describe('What people ask before they decide, the hardest first.'),
  coachSlugs: z
    .array(slug('The name of a file in src/content/coaches, without .yaml.'))
    .min(2)
    .max(6)
    .describe('Who teaches it, in the order of the page.'),
  counselling,
});

export type ProgramContent = z.output<typeof programSchema>;
