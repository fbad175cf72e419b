import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listOf, listOfRows } from '#lib/contract/core/list.ts';
import { scholarship } from '#lib/contract/enrolment/scholarship/scholarship-schemas.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { actorTypes } from '#lib/domain/core/state-machine.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { currentStatusLabels } from '#lib/domain/enrolment/registration-person.ts';
import { questionTopicLabels } from '#lib/domain/enrolment/scholarship/question.ts';
import { scholarshipStatusLabels } from '#lib/domain/enrolment/scholarship/scholarship-flow.ts';
import { awardShares } from '#lib/domain/enrolment/scholarship/scholarship-policy.ts';
import { person } from '../applications.ts';
import { optionalText, staffPaging, staffSearch } from '../list.ts';

const status = z.enum(keysOf(scholarshipStatusLabels), { error: 'Unknown status' });

/** A registration in the staff's list. */
export const staffScholarshipCard = z.object({
  id: z.string(),
  registrationNumber: z.string(),
  candidate: person,
  programName: z.string(),
  status,
  statusLabel: z.string(),
  startsAt: z.nullable(instant),
  score: z.nullable(z.number()),
  sharePercent: z.number(),
  /** Null without an award. */
  awardEndsAt: z.nullable(instant),
  /** Whether an enrolment has used the award. */
  isAwardUsed: z.boolean(),
  registeredAt: instant,
});
export type StaffScholarshipCard = z.output<typeof staffScholarshipCard>;

/** A question of somebody's test with the answer and the key. */
const markedQuestion = z.object({
  position: z.number(),
  questionId: z.string(),
  html: z.string(),
  /** What the person answered; empty without an answer. */
  answer: z.string(),
  key: z.string(),
  explanation: z.string(),
  /** Null while the test runs. */
  isRight: z.nullable(z.boolean()),
});

export const staffScholarship = z.extend(scholarship, {
  candidate: person,
  currentStatus: z.enum(keysOf(currentStatusLabels)),
  yearsOfExperience: z.number(),
  motivation: z.string(),
  /** How often a tab or device has opened the test. */
  openedCount: z.number(),
  questions: z.array(markedQuestion),
  history: z.array(
    z.object({
      id: z.string(),
      at: instant,
      action: z.string(),
      toLabel: z.string(),
      actorType: z.enum(actorTypes),
      actorName: z.nullable(z.string()),
      publicNote: z.nullable(z.string()),
      privateNote: z.nullable(z.string()),
    }),
  ),
});
export type StaffScholarship = z.output<typeof staffScholarship>;

/** How a question of the bank does. */
export const questionStatistic = z.object({
  id: z.string(),
  topic: z.enum(keysOf(questionTopicLabels)),
  difficulty: z.number(),
  html: z.string(),
  key: z.string(),
  /** Marked tests that had the question, and how many of them answered it, and answered it right. */
  askedCount: z.number(),
  answeredCount: z.number(),
  rightCount: z.number(),
  /**
   * The share of right answers in the better half of all tests minus that in the weaker half, from −1 to 1; null with too few
   * tests. A good question is above 0.2; one below 0 may have a wrong key.
   */
  separation: z.nullable(z.number()),
  options: z.array(z.object({ html: z.string(), isRight: z.boolean(), count: z.number() })),
});
export type QuestionStatistic = z.output<typeof questionStatistic>;

const listQuery = z.object({
  status: z.optional(status),
  programSlug: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,80}$/, 'Unknown programme'))),
  /** A registration number, or the beginning of a name, email or phone number. */
  search: staffSearch,
  ...staffPaging,
});
export type StaffScholarshipsQuery = z.output<typeof listQuery>;

const questionsQuery = z.object({
  topic: z.optional(z.enum(keysOf(questionTopicLabels))),
  /** `WEAK` leaves the questions that do not separate: a separation below 0.2. */
  separation: z.optional(z.enum(['WEAK'])),
  ...staffPaging,
});
export type QuestionsQuery = z.output<typeof questionsQuery>;

const shares: readonly number[] = awardShares;

export const staffScholarshipRoutes = {
  'GET /api/v1/staff/scholarships/': endpoint({
    row: 'API-21',
    summary: 'List registrations for the scholarship test, newest first',
    access: 'staff',
    query: listQuery,
    response: listOfRows(staffScholarshipCard),
  }),

  'GET /api/v1/staff/scholarships/{registrationId}/': endpoint({
    row: 'API-21',
    summary: 'Get a registration with its answers and history',
    access: 'staff',
    response: staffScholarship,
  }),

  'POST /api/v1/staff/scholarships/{registrationId}/override/': endpoint({
    row: 'API-21',
    summary: 'Change the award of a marked test, with a reason; the same share again changes nothing',
    access: 'staff',
    body: z.strictObject({
      sharePercent: z
        .int({ error: 'Please choose an award' })
        .check(z.refine((share) => shares.includes(share), 'Please choose an award')),
      /** Shown to staff only. */
      reason: z
        .string({ error: 'Enter the reason' })
        .check(z.overwrite(formatTrimmedText), z.minLength(1, 'Enter the reason'), maxLength(500)),
      /** In the email to the person. */
      publicNote: z.optional(optionalText(1000)),
    }),
    response: staffScholarship,
    errors: ['INVALID_STATE'],
  }),

  'GET /api/v1/staff/scholarship-questions/': endpoint({
    row: 'API-21',
    summary:
      'List the questions of the bank with how people answer them; those that separate least come first',
    access: 'staff',
    query: questionsQuery,
    response: listOf(questionStatistic),
  }),
};
