import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { calendarDay } from '#lib/contract/core/instant.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { attendanceLabels } from '#lib/domain/hiring/appointments/attendance.ts';
import { maxMoves } from '#lib/domain/staff/staff-actions.ts';
import { staffPaging } from '../list.ts';
import { confirmedFingerprint, messagePreview } from '../message-preview.ts';
import { messageText } from './candidate-messages.ts';

/** The people in a training batch: attendance, messages and the roster. */

const batchMessage = z.strictObject({
  /** Made by the sender, so that a request that is sent twice is one message. */
  id: z.uuid({ error: 'Please reload the page' }),
  ...messageText,
  /** `true` returns who would get the message, and sends nothing. */
  isPreview: z.boolean(),
  fingerprint: confirmedFingerprint,
});

export const rosterQuery = z.object({
  batchId: z.optional(z.uuid({ error: 'Unknown batch' })),
  ...staffPaging,
});

export const staffBatchRoutes = {
  'POST /api/v1/staff/batches/{batchId}/attendance/': endpoint({
    row: 'API-42',
    summary: 'Mark who attended on a day of a batch; marking the same again changes nothing',
    access: 'staff',
    body: z.strictObject({
      day: calendarDay('Please choose a day'),
      /** Null removes the mark. */
      status: z.nullable(z.enum(keysOf(attendanceLabels), { error: 'Please choose present or absent' })),
      /** Everybody with a seat who has no mark on that day, unless given. */
      applicationIds: z.optional(
        z
          .array(z.uuid({ error: 'Unknown application' }))
          .check(z.minLength(1, 'Choose at least one person'), z.maxLength(maxMoves)),
      ),
    }),
    response: z.object({ changed: z.number(), present: z.number(), absent: z.number() }),
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/staff/batches/{batchId}/messages/create/': endpoint({
    row: 'API-42',
    summary: 'Write to everybody in a batch whose application is open; a preview sends nothing',
    access: 'staff',
    body: batchMessage,
    response: z.object({
      id: z.string(),
      isPreview: z.boolean(),
      isExisting: z.boolean(),
      /** The number of people in the batch, also of those who have turned such messages off. */
      seats: z.number(),
      messages: messagePreview,
    }),
    errors: ['INVALID_STATE', 'STALE_WRITE'],
  }),
};
