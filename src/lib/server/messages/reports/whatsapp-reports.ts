import { createHmac } from 'node:crypto';
import { isRecord } from '#lib/domain/core/record.ts';
import { parseJson } from '../provider-answer.ts';
import { cleanReason, type DeliveryReport, type ReadReports, readText } from './delivery-report.ts';
import { isEqualSecret } from './signature.ts';

export interface WhatsAppReportsAccount {
  /** Signs what Meta posts. */
  appSecret: string;
  /** Proves to us that it is our app that subscribes. */
  verifyToken: string;
}

/** Reads the statuses of Meta's Cloud API, signed by `X-Hub-Signature-256` over the raw body. */
export const createWhatsAppReports =
  ({ appSecret }: WhatsAppReportsAccount): ReadReports =>
  ({ headers, body }) => {
    const expected = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
    if (!isEqualSecret(headers.get('x-hub-signature-256'), expected)) return null;
    return listStatuses(parseJson(body.toString())).flatMap(parseStatus);
  };

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

function listStatuses(payload: unknown): Record<string, unknown>[] {
  const { entry } = isRecord(payload) ? payload : { entry: null };
  return listOf(entry)
    .flatMap((one) => listOf(one.changes))
    .flatMap(({ value }) => (isRecord(value) ? listOf(value.statuses) : []));
}

/** A message that was read was delivered. `sent` says no more than that Meta has accepted it. */
function parseStatus({
  id,
  status,
  errors,
  biz_opaque_callback_data,
}: Record<string, unknown>): DeliveryReport[] {
  const ids = { messageId: readText(biz_opaque_callback_data), providerId: readText(id) };
  if (status === 'delivered' || status === 'read') return [{ ...ids, state: 'DELIVERED', reason: null }];
  if (status !== 'failed') return [];
  const [error] = listOf(errors);
  const words = [error?.code, error?.title].filter((part) => ['string', 'number'].includes(typeof part));
  return [{ ...ids, state: 'FAILED', reason: cleanReason(words.join(' ')) || null }];
}

/** Returns the challenge that Meta expects when the app subscribes, or null for a wrong token. */
export function answerChallenge(
  { verifyToken }: WhatsAppReportsAccount,
  query: URLSearchParams,
): string | null {
  const challenge = query.get('hub.challenge') ?? '';
  const isMeant = query.get('hub.mode') === 'subscribe' && /^[\w-]{1,200}$/.test(challenge);
  return isMeant && isEqualSecret(query.get('hub.verify_token'), verifyToken) ? challenge : null;
}
