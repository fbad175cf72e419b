import type { staffMessageRoutes } from '#lib/contract/staff/messages.ts';
import type { Handlers } from '#lib/server/context.ts';
import { presentPage } from '../list-page.ts';
import { dismissMessages, listFailedMessages } from './failed-messages.ts';
import { resendMessage, resendMessages } from './resend-messages.ts';

/** Handlers of messages that a person was sent. */
export const staffMessageHandlers: Handlers<keyof typeof staffMessageRoutes> = {
  'GET /api/v1/staff/messages/failed/': async ({ db, query }) =>
    presentPage('/api/v1/staff/messages/failed/', query, await listFailedMessages(db, query)),

  'POST /api/v1/staff/messages/dismiss/': async ({ session, body, ...deps }) => ({
    dismissed: await dismissMessages(deps, session.user.id, body.messageIds),
  }),

  'POST /api/v1/staff/messages/resend/': ({ session, body, ...deps }) =>
    resendMessages(deps, session.user.id, body.messageIds),

  'POST /api/v1/staff/messages/{messageId}/resend/': async ({ params, session, body, ...deps }) => {
    const sent = await resendMessage(deps, session.user.id, params.messageId, body);
    return { ...body, ...sent };
  },
};
