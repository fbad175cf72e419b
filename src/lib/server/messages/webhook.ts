import { createHmac } from 'node:crypto';
import { type DltRegistration, findDltTemplate } from './delivery/dlt-templates.ts';
import { post } from './http-post.ts';
import type { Message } from './message.ts';

interface WebhookOptions {
  url: string;
  secret: string;
  /** What is registered with India's DLT, for a receiver that hands messages on to an operator there. */
  dlt?: DltRegistration | null;
}

/** Creates the delivery that posts `{to, medium, text, code}` to the operator's URL, signed; with `dlt`, also what the DLT asks for. */
export function createWebhookDelivery({ url, secret, dlt = null }: WebhookOptions) {
  return async ({ to, medium, text, code = undefined }: Message, id: string): Promise<null> => {
    const body = JSON.stringify({ to, medium, text, code: code ?? null, ...(dlt && presentDlt(dlt, text)) });
    const headers = { 'content-type': 'application/json', ...signWebhook({ secret }, id, body) };
    await post({ url, headers, body });
    // The receiver reports by our own id.
    return null;
  };
}

/** Returns the ids of a text at the DLT; the template is null where none fits. */
function presentDlt(dlt: DltRegistration, text: string) {
  const { entityId, senderId } = dlt;
  const template_id = findDltTemplate(dlt, text)?.template.id ?? null;
  return { dlt: { entity_id: entityId, sender_id: senderId, template_id } };
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
export function signingKey(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
}

function sign(key: Buffer, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64');
}
