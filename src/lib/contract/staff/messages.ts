import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { notificationChannels } from '#lib/domain/account/notification-preferences.ts';

/** Messages that a person was sent. */
export const staffMessageRoutes = {
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
