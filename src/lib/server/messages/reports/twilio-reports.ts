import { createHmac } from 'node:crypto';
import { type ReadReports, readText } from './delivery-report.ts';
import { isEqualSecret } from './signature.ts';

/** The codes that people meet (https://www.twilio.com/docs/api/errors), in our words. */
const errorWords: Readonly<Record<string, string>> = {
  '30003': 'the phone is off or out of reach',
  '30004': 'the number blocks these messages',
  '30005': 'the number does not exist',
  '30006': 'the number gets no SMS',
  '30007': 'the carrier has filtered the message',
};

/**
 * Reads a status of Twilio, signed by `X-Twilio-Signature`: HMAC-SHA-1 over the address and the sorted fields
 * (https://www.twilio.com/docs/usage/security). The address has our id of the message.
 */
export const createTwilioReports =
  ({ authToken }: { authToken: string }): ReadReports =>
  ({ url, headers, body }) => {
    const fields = new URLSearchParams(body.toString());
    const names = [...new Set(fields.keys())].toSorted();
    const signed = url + names.map((name) => `${name}${fields.get(name)}`).join('');
    const expected = createHmac('sha1', authToken).update(signed).digest('base64');
    if (!isEqualSecret(headers.get('x-twilio-signature'), expected)) return null;
    const ids = {
      messageId: readText(new URL(url).searchParams.get('message')),
      providerId: readText(fields.get('MessageSid')),
    };
    const status = fields.get('MessageStatus');
    if (status === 'delivered' || status === 'read') return [{ ...ids, state: 'DELIVERED', reason: null }];
    if (status !== 'undelivered' && status !== 'failed') return [];
    const code = /^\d{5}$/.exec(fields.get('ErrorCode') ?? '')?.[0];
    const reason = code ? (errorWords[code] ?? `error ${code} of the provider`) : null;
    return [{ ...ids, state: 'FAILED', reason }];
  };
