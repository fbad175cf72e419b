import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { DeliveryError, type Message } from '../message.ts';
import { signWebhook } from '../webhook.ts';
import { isPublicAddress, lookupPublic, PrivateAddressError } from './public-address.ts';

/** Another system that gets events as JSON, at an address of the public internet. */
export interface WebhookTarget {
  url: string;
  secret: string;
}

export interface AddressRules {
  lookup: LookupFunction;
  isAllowed(address: string): boolean;
}

const publicOnly: AddressRules = { lookup: lookupPublic, isAllowed: isPublicAddress };
const totalMs = 10_000;

/**
 * Creates the delivery that posts the text of a message, which is JSON, signed by the Standard Webhooks specification. It
 * connects to public addresses only and follows no redirect. Every response but 2xx is a failure that is tried again, because
 * a receiver knows repeats by their `webhook-id`; 410 says that it wants no more. Throws DeliveryError. [C-41]
 */
export function createPublicWebhookDelivery(target: WebhookTarget, rules: AddressRules = publicOnly) {
  return async ({ text }: Message, id: string): Promise<null> => {
    const status = await post(target, text, id, rules);
    if (status < 200 || status > 299)
      throw new DeliveryError(`the webhook answered ${status}`, { isFinal: status === 410 });
    return null;
  };
}

function post(
  { url, secret }: WebhookTarget,
  body: string,
  id: string,
  { lookup, isAllowed }: AddressRules,
): Promise<number> {
  const { hostname, protocol } = new URL(url);
  // A literal address is not looked up.
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !isAllowed(literal)) return Promise.reject(createPrivateError());
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      lookup,
      signal: AbortSignal.timeout(totalMs),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Liftoff',
        ...signWebhook(secret, id, body),
      },
    });
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      // The body is not read; a long one must not keep the connection.
      response.destroy();
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error instanceof PrivateAddressError) return reject(createPrivateError());
      const reason =
        error.name === 'TimeoutError' || error.name === 'AbortError' ? 'no answer in time' : error.code;
      reject(new DeliveryError(`the webhook: ${reason ?? error.name}`, { cause: error }));
    });
    request.end(body);
  });
}

const createPrivateError = () => new DeliveryError('the webhook has a private address', { isFinal: true });
