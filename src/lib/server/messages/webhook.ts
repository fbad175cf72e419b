import { createHmac } from 'node:crypto';
import { post } from './http-post.ts';
import type { Message } from './message.ts';

/** Creates the delivery that posts `{to, medium, text, code}` to the operator's URL, signed. */
export function createWebhookDelivery({ url, secret }: { url: string; secret: string }) {
  return async ({ to, medium, text, code = undefined }: Message, id: string): Promise<null> => {
    const body = JSON.stringify({ to, medium, text, code: code ?? null });
    const headers = { 'content-type': 'application/json', ...signWebhook({ secret }, id, body) };
    await post({ url, headers, body });
    // The receiver reports by our own id.
    return null;
  };
}

/**
 * Returns the headers that sign a request by the Standard Webhooks specification (https://www.standardwebhooks.com):
 * `webhook-id` identifies the message and is the same in a retry, `webhook-timestamp` is in seconds, and
 * `webhook-signature` is `v1,` and the base64 HMAC-SHA-256 of `id.timestamp.body`, one by each secret while the old one is being
 * replaced. A receiver rejects old timestamps and known ids: see docs/messages.md.
 */
export function signWebhook(
  { secret, oldSecret = null }: { secret: string; oldSecret?: string | null },
  id: string,
  body: string,
) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const secrets = oldSecret === null ? [secret] : [secret, oldSecret];
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((one) => webhookSignature(one, { id, timestamp, body })).join(' '),
  };
}

/** Returns the signature of a request, which a report about a message has too. */
export const webhookSignature = (
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: string; body: string },
): string => `v1,${sign(signingKey(secret), `${id}.${timestamp}.${body}`)}`;

/** Returns the key of a secret: the decoded base64 after `whsec_`, as the standard has it, or the text itself. */
function signingKey(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
}

function sign(key: Buffer, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64');
}
