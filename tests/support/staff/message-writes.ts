import { randomUUID } from 'node:crypto';
import type { TestApi } from '../api.ts';
import { insertFailedMessage, insertSentMessage } from './today.ts';

/** One valid request for each write of staff about messages that a person was sent. */
export const messageWrites = (test: TestApi) => ({
  'POST /api/v1/staff/messages/{messageId}/dismiss/': async () => ({
    key: `POST /api/v1/staff/messages/${await insertFailedMessage(test.db)}/dismiss/`,
    body: {},
  }),
  'POST /api/v1/staff/messages/dismiss/': async () => ({
    key: 'POST /api/v1/staff/messages/dismiss/',
    body: { message_ids: [await insertFailedMessage(test.db)] },
  }),
  'POST /api/v1/staff/messages/resend/': async () => ({
    key: 'POST /api/v1/staff/messages/resend/',
    body: { message_ids: [await insertFailedMessage(test.db, { isRepeatable: true })] },
  }),
  'POST /api/v1/staff/messages/{messageId}/resend/': async () => ({
    key: `POST /api/v1/staff/messages/${await insertSentMessage(test.db)}/resend/`,
    body: { id: randomUUID(), to: 'meera@example.com' },
  }),
});
