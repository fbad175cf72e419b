import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { shortlistAnswerLimits } from '#lib/contract/core/limits.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedLines } from '#lib/domain/core/text.ts';
import { employerAnswerLabels } from '#lib/domain/hiring/employer-links/employer-link.ts';

/** The answers of an employer's person, who has a link and no account. */

const answer = z.enum(keysOf(employerAnswerLabels), { error: 'Please choose Yes, Maybe or No' });

export const shortlistRoutes = {
  'POST /api/v1/moonshot/shortlist/answer/': endpoint({
    row: 'API-42',
    summary: 'Answer for a candidate as the employer; a repeated answer changes nothing',
    access: 'public',
    limits: shortlistAnswerLimits,
    body: z.strictObject({
      /** The secret part of the link. */
      key: z.string({ error: 'Please use the link that you were sent' }).check(z.maxLength(64)),
      applicationId: z.uuid({ error: 'Unknown candidate' }),
      /** The version of the answer that the page showed. */
      version: z
        .int({ error: 'Please send the version that you read' })
        .check(z.minimum(0), z.maximum(2_147_483_646)),
      answer,
      note: z.nullable(
        z.pipe(
          z.string({ error: 'Please enter text' }).check(z.overwrite(formatTrimmedLines), maxLength(1000)),
          z.transform((text) => text || null),
        ),
      ),
    }),
    response: z.object({ answer, note: z.nullable(z.string()), version: z.number() }),
    errors: ['NOT_FOUND', 'STALE_WRITE'],
  }),
};
