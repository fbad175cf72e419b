import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { maxMoves } from '#lib/domain/staff/staff-actions.ts';
import { confirmedFingerprint } from '../message-preview.ts';
import { applicationIds } from './application-owners.ts';
import { fieldsAreKnown } from './message-templates.ts';

/** The subject and the text of a message that staff write to candidates, with fields. */
export const messageText = {
  subject: z
    .string({ error: 'Please enter a subject' })
    .check(
      z.overwrite(formatTrimmedText),
      z.minLength(1, 'Please enter a subject'),
      maxLength(120),
      fieldsAreKnown,
    ),
  text: z
    .string({ error: 'Please write a message' })
    .check(z.trim(), z.minLength(1, 'Please write a message'), maxLength(500), fieldsAreKnown),
};

export const candidateMessageRoutes = {
  'POST /api/v1/staff/job-applications/messages/create/': endpoint({
    row: 'API-42',
    summary: 'Write to the candidates of chosen applications; a preview sends nothing',
    access: 'staff',
    body: z.strictObject({
      /** Made by the sender, so that a request that is sent twice is one message. */
      id: z.uuid({ error: 'Please reload the page' }),
      applicationIds,
      ...messageText,
      /** `true` returns who would get which text, and sends nothing. */
      isPreview: z.boolean(),
      /** The applications whose candidates get it, as the preview has shown them. */
      previewedIds: z.optional(
        z.array(z.uuid({ error: 'Please reload the page' })).check(z.maxLength(maxMoves)),
      ),
      fingerprint: confirmedFingerprint,
    }),
    response: z.object({
      id: z.string(),
      isPreview: z.boolean(),
      isExisting: z.boolean(),
      /** Stands for exactly these people and texts. */
      fingerprint: z.string(),
      /** The number of people who get it. */
      people: z.number(),
      /** What each of them gets; a person with two of the applications gets two texts. */
      recipients: z.array(
        z.object({ applicationId: z.string(), name: z.string(), subject: z.string(), text: z.string() }),
      ),
      /** Those who have turned updates off, or have no proved address. */
      skipped: z.array(z.string()),
    }),
    errors: ['INVALID_STATE', 'STALE_WRITE'],
  }),
};
