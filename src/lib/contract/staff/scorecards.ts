import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { requiredText } from '#lib/contract/core/optional-text.ts';
import { criteriaInput, criterion, recommendation } from '#lib/contract/hiring/scorecard-fields.ts';

/** Scorecards of interviews, which only staff can read. */

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

const fields = {
  interviewerName: requiredText('Please enter who held the interview', 80),
  criteria: criteriaInput.check(z.minLength(1, 'Please score at least one criterion')),
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
