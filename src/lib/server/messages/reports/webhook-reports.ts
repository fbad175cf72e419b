import { isRecord } from '#lib/domain/core/record.ts';
import { parseJson } from '../provider-answer.ts';
import { webhookSignature } from '../webhook.ts';
import { cleanReason, type ReadReports, readText } from './delivery-report.ts';
import { isEqualSecret } from './signature.ts';

const toleranceSeconds = 300;

/**
 * Reads a report of the operator's own receiver, `{id, status, reason}`, signed as we sign what we post to it. A timestamp
 * that is more than five minutes off is rejected.
 */
export const createWebhookReports =
  ({ secret, now = Date.now }: { secret: string; now?: () => number }): ReadReports =>
  ({ headers, body }) => {
    const id = headers.get('webhook-id') ?? '';
    const timestamp = headers.get('webhook-timestamp') ?? '';
    const isRecent =
      /^\d{1,12}$/.test(timestamp) && Math.abs(now() / 1000 - Number(timestamp)) <= toleranceSeconds;
    const expected = webhookSignature(secret, { id, timestamp, body: body.toString() });
    // The standard allows several signatures, while a secret is replaced.
    const sent = (headers.get('webhook-signature') ?? '').split(' ').slice(0, 5);
    const isSigned = sent.map((one) => isEqualSecret(one, expected)).includes(true);
    if (!isRecent || !isSigned) return null;
    const report = parseJson(body.toString());
    if (!isRecord(report)) return [];
    const ids = { messageId: readText(report.id), providerId: null };
    if (report.status === 'delivered') return [{ ...ids, state: 'DELIVERED', reason: null }];
    if (report.status !== 'failed') return [];
    return [{ ...ids, state: 'FAILED', reason: cleanReason(readText(report.reason) ?? '') || null }];
  };
