import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { DeliveryError, type Message } from '../message.ts';
import { signWebhook } from '../webhook.ts';
import { isPublicAddress, lookupPublic, PrivateAddressError } from './public-address.ts';

/** Another system that gets events as JSON, at an address of the public internet. */
export interface WebhookTarget {
  url: string;
  secret: string;
  /** While a secret is replaced: the one before it, which signs as well. */
  oldSecret?: string | null;
}

export interface AddressRules {
  lookup: LookupFunction;
  isAllowed(address: string): boolean;
}

export const publicOnly: AddressRules = { lookup: lookupPublic, isAllowed: isPublicAddress };
const totalMs = 10_000;
/** What of an answer is read at most. */
const answerBytes = 512;

export interface WebhookAnswer {
  status: number;
  /** The first bytes, as text. */
  beginning: string;
}

/**
 * Creates the delivery that posts the text of a message, which is JSON, signed by the Standard Webhooks specification. It
 * connects to public addresses only and follows no redirect. Every response but 2xx is a failure that is tried again, because
 * a receiver knows repeats by their `webhook-id`; 410 says that it wants no more. Throws DeliveryError. [C-41]
 */
export function createPublicWebhookDelivery(target: WebhookTarget, rules: AddressRules = publicOnly) {
  return async ({ text }: Message, id: string): Promise<null> => {
    requireSuccess(await postWebhook(target, text, id, rules));
    return null;
  };
}

/** Throws DeliveryError for every status but 2xx. */
export function requireSuccess({ status }: Pick<WebhookAnswer, 'status'>): void {
  if (status < 200 || status > 299)
    throw new DeliveryError(`the webhook answered ${status}`, { isFinal: status === 410 });
}

/** Posts a signed body and returns the answer, whatever its status, within 10 seconds in all. Throws DeliveryError. */
export function postWebhook(
  { url, ...secrets }: WebhookTarget,
  body: string,
  id: string,
  { lookup, isAllowed }: AddressRules,
): Promise<WebhookAnswer> {
  const { hostname, protocol } = new URL(url);
  // A literal address is not looked up.
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !isAllowed(literal)) return Promise.reject(createPrivateError());
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(toDeliveryError(error));
    const request = (protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      lookup,
      signal: AbortSignal.timeout(totalMs),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Liftoff',
        ...signWebhook(secrets, id, body),
      },
    });
    request.on('error', fail);
    // 101: without this, Node would close the connection and report neither a response nor an error.
    request.on('upgrade', ({ statusCode: status = 0 }, socket) => {
      socket.destroy();
      resolve({ status, beginning: '' });
    });
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      readBeginning(response).then((beginning) => resolve({ status, beginning }), fail);
    });
    request.end(body);
  });
}

/** Reads the first bytes of a response; a long or slow rest must not keep the connection. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length >= answerBytes) break;
  }
  response.destroy();
  return Buffer.concat(chunks).subarray(0, answerBytes).toString().replaceAll('\0', '');
}

function toDeliveryError(error: NodeJS.ErrnoException): DeliveryError {
  if (error instanceof PrivateAddressError) return createPrivateError();
  const isLate = error.name === 'TimeoutError' || error.name === 'AbortError';
  const reason = isLate ? 'no answer in time' : (error.code ?? error.name);
  return new DeliveryError(`the webhook: ${reason}`, { cause: error });
}

const createPrivateError = () => new DeliveryError('the webhook has a private address', { isFinal: true });
