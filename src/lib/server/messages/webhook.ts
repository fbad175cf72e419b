import { createHmac } from 'node:crypto';
import { post } from './http-post.ts';
import type { Message } from './message.ts';

/**
 * Posts `{to, medium, text, code}` to a URL of the operator's, signed as Standard Webhooks describes
 * (https://www.standardwebhooks.com): `webhook-id` names the message and stays the same when it is sent again,
 * `webhook-timestamp` is in seconds, and `webhook-signature` is `v1,` and the base64 HMAC-SHA-256 of
 * `id.timestamp.body`. A receiver refuses old timestamps and ids that it has seen: see docs/messages.md.
 */
export function webhook({ url, secret }: { url: string; secret: string }) {
  const key = signingKey(secret);
  return async ({ to, medium, text, code = undefined }: Message, id: string): Promise<void> => {
    const body = JSON.stringify({ to, medium, text, code: code ?? null });
    const timestamp = String(Math.floor(Date.now() / 1000));
    await post({
      url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${sign(key, `${id}.${timestamp}.${body}`)}`,
      },
      body,
    });
  };
}

/** The base64 after `whsec_`, as that standard writes secrets; any other text as it is. */
function signingKey(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
}

function sign(key: Buffer, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64');
}
