import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listOf } from '#lib/contract/core/list.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { findLengthProblem, notificationKinds } from '#lib/domain/hiring/applications/notification-kinds.ts';
import { fieldsAreKnown } from './message-templates.ts';

/** The texts about moves of applications, which an admin changes for everybody. */

const content = {
  subject: z.string(),
  /** The text of the email. */
  text: z.string(),
  /** The text of an SMS and a WhatsApp message. */
  shortText: z.string(),
};

export const notificationText = z.object({
  action: z.enum(keysOf(notificationKinds)),
  label: z.string(),
  ...content,
  standard: z.object(content),
  isStandard: z.boolean(),
  /** 0 until somebody changes the text for the first time. */
  version: z.number(),
  updatedBy: z.nullable(z.string()),
  updatedAt: z.nullable(instant),
});
export type NotificationText = z.output<typeof notificationText>;

const fitsShortText = z.superRefine<string>((text, context) => {
  const problem = findLengthProblem(text);
  if (problem) context.addIssue({ code: 'custom', message: problem, input: text });
});
const version = z.int({ error: 'Please reload the page' }).check(z.minimum(0), z.maximum(2_147_483_646));
const route = { row: 'API-42', access: 'staff' } as const;

export const notificationTextRoutes = {
  'GET /api/v1/staff/notification-texts/': endpoint({
    ...route,
    summary: 'List the texts that candidates get about moves of their applications',
    response: listOf(notificationText),
  }),

  'PATCH /api/v1/staff/notification-texts/{action}/update/': endpoint({
    ...route,
    summary:
      'Change the text about a move for everybody, for admins; of two changes of one version, the second is rejected',
    body: z.strictObject({
      subject: z
        .string({ error: 'Enter a subject' })
        .check(
          z.overwrite(formatTrimmedText),
          z.minLength(1, 'Enter a subject'),
          maxLength(120),
          fieldsAreKnown,
        ),
      text: z
        .string({ error: 'Write the text' })
        .check(z.trim(), z.minLength(1, 'Write the text'), maxLength(500), fieldsAreKnown),
      shortText: z
        .string({ error: 'Write the short text' })
        .check(
          z.overwrite(formatTrimmedText),
          z.minLength(1, 'Write the short text'),
          maxLength(300),
          fitsShortText,
          fieldsAreKnown,
        ),
      version,
    }),
    response: notificationText,
    errors: ['PERMISSION_DENIED', 'STALE_WRITE'],
  }),

  'POST /api/v1/staff/notification-texts/{action}/restore/': endpoint({
    ...route,
    summary: 'Use the standard text about a move again, for admins',
    body: z.strictObject({ version }),
    response: notificationText,
    errors: ['PERMISSION_DENIED', 'STALE_WRITE'],
  }),
};
