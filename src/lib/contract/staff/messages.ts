import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listMaximum, listOfRows } from '#lib/contract/core/list.ts';
import { notificationChannels } from '#lib/domain/account/notification-preferences.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { mediumLabels, messageKindLabels } from '#lib/domain/staff/message-log.ts';
import { staffPaging } from './list.ts';

const failedMessage = z.object({
  id: z.string(),
  /** When it failed, or when the provider reported that it did not arrive. */
  at: instant,
  /** The person's name, or else the address. */
  who: z.string(),
  /** The number in E.164 or the email that it went to. */
  to: z.string(),
  /** Null for anybody who is no candidate. */
  candidateId: z.nullable(z.string()),
  channel: z.enum(keysOf(mediumLabels)),
  channelLabel: z.string(),
  kind: z.string(),
  kindLabel: z.string(),
  title: z.string(),
  /** Why it failed, in a sentence. */
  reason: z.string(),
  /** The page on which it can be sent again, or else the address of the person. */
  href: z.string(),
});
export type FailedMessage = z.output<typeof failedMessage>;

const chosenMessages = z.strictObject({
  messageIds: z
    .array(z.uuid({ error: 'Please reload the page' }), { error: 'Choose at least one message' })
    .check(z.minLength(1, 'Choose at least one message'), z.maxLength(listMaximum, 'Choose fewer messages')),
});

const resentMessages = z.object({
  /** How many go out again. */
  sent: z.number(),
  /** How many of them go out later, because their people got many messages. */
  held: z.number(),
  notSent: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      to: z.string(),
      /** Why not, in a sentence. */
      reason: z.string(),
    }),
  ),
});
export type ResentMessages = z.output<typeof resentMessages>;

/** Messages that a person was sent. */
export const staffMessageRoutes = {
  'GET /api/v1/staff/messages/failed/': endpoint({
    row: 'C-41',
    summary: 'List the messages of the last 14 days that failed and that nobody has dealt with, newest first',
    access: 'staff',
    query: z.object({
      channel: z.optional(z.enum(keysOf(mediumLabels), { error: 'Unknown channel' })),
      kind: z.optional(z.enum(keysOf(messageKindLabels), { error: 'Unknown kind' })),
      ...staffPaging,
    }),
    response: listOfRows(failedMessage),
  }),

  'POST /api/v1/staff/messages/dismiss/': endpoint({
    row: 'C-41',
    summary: 'Take messages that failed off the list; those that are not on it change nothing',
    access: 'staff',
    body: chosenMessages,
    response: z.object({
      /** How many were on the list. */
      dismissed: z.number(),
    }),
  }),

  'POST /api/v1/staff/messages/resend/': endpoint({
    row: 'C-41',
    summary:
      'Send messages that failed again as they were, to the addresses that their people have confirmed now; those whose text may not be true any more are left out',
    access: 'staff',
    body: chosenMessages,
    response: resentMessages,
  }),

  'POST /api/v1/staff/messages/{messageId}/resend/': endpoint({
    row: 'C-41',
    summary:
      'Send a message again as it was, or in short by another channel, to the address that the person has confirmed now; never a code',
    access: 'staff',
    body: z.strictObject({
      /** Made by the sender, so that a request that is sent twice is one message. */
      id: z.uuid({ error: 'Please reload the page' }),
      /** The address that staff were shown. */
      to: z.string({ error: 'Please reload the page' }).check(z.maxLength(254)),
      /** Another channel than before, which the person has an address for; absent is the same one. */
      channel: z.optional(z.enum(notificationChannels, { error: 'Choose how to send it' })),
    }),
    response: z.object({
      id: z.string(),
      to: z.string(),
      isExisting: z.boolean(),
      /** It goes out later, because this person got many messages. */
      isHeld: z.boolean(),
    }),
    errors: ['INVALID_STATE', 'STALE_WRITE'],
  }),
};
