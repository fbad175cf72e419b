import * as z from 'zod/mini';
import { allowedAction } from '#lib/contract/core/allowed-action.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { scholarshipStatusLabels } from '#lib/domain/enrolment/scholarship/scholarship-flow.ts';

const scholarshipStatus = z.enum(keysOf(scholarshipStatusLabels));

/** A time at which the test can be taken. */
export const testSlot = z.object({
  id: z.string(),
  startsAt: instant,
  seatsLeft: z.number(),
});
export type TestSlot = z.output<typeof testSlot>;

/** The result of a marked test. */
const testResult = z.object({
  score: z.number(),
  questionCount: z.number(),
  /** The share of the fee; 0 without an award. */
  sharePercent: z.number(),
  /** When the award can no longer be used; null without one. */
  expiresAt: z.nullable(instant),
  /** The enrolment whose fee it lowers. */
  enrolmentId: z.nullable(z.string()),
  /** Path of the award letter; null without an award. */
  awardPdfUrl: z.nullable(z.string()),
});

export const scholarship = z.object({
  id: z.string(),
  /** The number that people quote: `ST-26-00042`. */
  registrationNumber: z.string(),
  programSlug: z.string(),
  programName: z.string(),
  status: scholarshipStatus,
  statusLabel: z.string(),
  registeredAt: instant,
  /** The booked time; null without one. */
  test: z.nullable(
    z.object({
      slotId: z.string(),
      startsAt: instant,
      /** The last moment to start. */
      lastStartAt: instant,
      durationMinutes: z.number(),
      timeZone: z.string(),
      /** The page on which it is taken. */
      url: z.string(),
      /** Null before the start. */
      endsAt: z.nullable(instant),
    }),
  ),
  slotChangesLeft: z.number(),
  result: z.nullable(testResult),
  /** Path of the calendar file; null without a time. */
  icsUrl: z.nullable(z.string()),
  /** The status in one or two sentences, with what to do next. */
  nextStep: z.string(),
  allowedActions: z.array(allowedAction),
});
export type Scholarship = z.output<typeof scholarship>;

/** A question as its person sees it. It contains nothing that tells the right answer. */
export const paperQuestion = z.object({
  /** From 0. */
  position: z.number(),
  kind: z.enum(['SINGLE', 'MULTIPLE', 'NUMERIC']),
  /** Safe HTML. */
  html: z.string(),
  /** Safe HTML, in the order of this person's test. */
  options: z.array(z.string()),
  unit: z.nullable(z.string()),
});
export type PaperQuestionView = z.output<typeof paperQuestion>;

const position = z.int({ error: 'Unknown question' }).check(z.minimum(0), z.maximum(199));

/** An answer: the places of chosen options from 0, or a number as it was typed. */
export const testAnswer = z.object({
  position,
  choices: z.array(z.int().check(z.minimum(0), z.maximum(19))).check(z.maxLength(20)),
  text: z.string().check(z.maxLength(40, 'Please use at most 40 characters')),
  isFlagged: z.boolean(),
  /** Rises with every change of this answer. An answer with a lower one than the stored changes nothing. */
  revision: z.int().check(z.minimum(1), z.maximum(1_000_000)),
});
export type TestAnswer = z.output<typeof testAnswer>;

/** A test that one tab may write to. */
export const openTest = z.object({
  /** Sent with every answer. Another tab that opens the test gets a new one, and this one ends. */
  sessionKey: z.string(),
  programName: z.string(),
  questions: z.array(paperQuestion),
  answers: z.array(testAnswer),
  /** By the server's clock. */
  secondsLeft: z.number(),
});
export type OpenTest = z.output<typeof openTest>;
