import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { recommendationLabels } from '#lib/domain/hiring/appointments/scorecard.ts';
import { optionalText } from './list.ts';

/** Scorecards of interviews, which only staff can read. */

const criterion = z.object({
  key: z.string(),
  label: z.string(),
  score: z.number(),
  note: z.nullable(z.string()),
});

const recommendation = z.enum(keysOf(recommendationLabels), { error: 'Please choose a recommendation' });

export const scorecard = z.object({
  id: z.string(),
  interviewId: z.string(),
  interviewerName: z.string(),
  criteria: z.array(criterion),
  recommendation,
  summary: z.string(),
  /** Increases with every change. */
  version: z.number(),
  createdAt: instant,
  updatedAt: instant,
  /** Who changed it and what it was before, the latest change first. */
  revisions: z.array(
    z.object({
      changedAt: instant,
      changedBy: z.nullable(z.string()),
      recommendation,
      criteria: z.array(criterion),
      summary: z.string(),
    }),
  ),
});
export type Scorecard = z.output<typeof scorecard>;

const requiredText = (message: string, length: number) =>
  z
    .string({ error: message })
    .check(z.overwrite(formatTrimmedText), z.minLength(1, message), maxLength(length));

const fields = {
  interviewerName: requiredText('Please enter who held the interview', 80),
  criteria: z
    .array(
      z.strictObject({
        key: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/, 'Unknown criterion')),
        label: requiredText('Please name the criterion', 120),
        score: z
          .int({ error: 'Please choose a score from 1 to 5' })
          .check(z.minimum(1, 'From 1 to 5'), z.maximum(5, 'From 1 to 5')),
        note: optionalText(500),
      }),
    )
    .check(z.minLength(1, 'Please score at least one criterion'), z.maxLength(12, 'At most 12 criteria')),
  recommendation,
  summary: requiredText('Please write a summary', 2000),
};
export type ScorecardFields = z.output<z.ZodMiniObject<typeof fields>>;

export const scorecardRoutes = {
  'GET /api/v1/staff/job-applications/{jobApplicationId}/scorecards/': endpoint({
    row: 'API-43',
    summary: 'List the scorecards of an application’s interviews, with their earlier versions',
    access: 'staff',
    response: z.object({ results: z.array(scorecard) }),
  }),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/scorecards/create/': endpoint({
    row: 'API-43',
    summary: 'Record a scorecard of the latest interview once it has begun; one per interviewer',
    access: 'staff',
    body: z.strictObject(fields),
    response: scorecard,
    errors: ['INVALID_STATE'],
  }),

  'PATCH /api/v1/staff/scorecards/{scorecardId}/update/': endpoint({
    row: 'API-43',
    summary: 'Change a scorecard and keep what it was before',
    access: 'staff',
    body: z.strictObject({
      ...fields,
      version: z
        .int({ error: 'Please send the version that you read' })
        .check(z.minimum(0), z.maximum(2_147_483_646)),
    }),
    response: scorecard,
    errors: ['STALE_WRITE'],
  }),
};
