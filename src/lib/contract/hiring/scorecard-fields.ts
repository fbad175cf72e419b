import * as z from 'zod/mini';
import { optionalText, requiredText } from '#lib/contract/core/optional-text.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { recommendationLabels } from '#lib/domain/hiring/appointments/scorecard.ts';

/** What an interviewer scores, of interviews and of mock interviews. */

export const criterion = z.object({
  key: z.string(),
  label: z.string(),
  score: z.number(),
  note: z.nullable(z.string()),
});

export const recommendation = z.enum(keysOf(recommendationLabels), {
  error: 'Please choose a recommendation',
});

export const criteriaInput = z
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
  .check(z.maxLength(12, 'At most 12 criteria'));
