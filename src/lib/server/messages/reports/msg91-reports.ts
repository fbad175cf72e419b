import { isRecord } from '#lib/domain/core/record.ts';
import { parseJson } from '../provider-answer.ts';
import { cleanReason, type DeliveryReport, type ReadReports, readText } from './delivery-report.ts';
import { isEqualSecret } from './signature.ts';

/** The statuses of its webhook (https://msg91.com/help/webhooks), and those in words of the newer one. */
const failures: Readonly<Record<string, string>> = {
  '2': 'failed',
  '9': 'the number is on the do-not-disturb list',
  '16': 'rejected',
  '17': 'the number is blocked',
  '25': 'rejected',
  failed: 'failed',
  rejected: 'rejected',
  blocked: 'the number is blocked',
};

/**
 * Reads the reports of MSG91, as a form with a list or as one JSON object. MSG91 signs nothing, so the address that the operator enters
 * there has a key. A report names the request, of which each has one message.
 */
export const createMsg91Reports =
  ({ key }: { key: string }): ReadReports =>
  ({ url, headers, body }) => {
    if (!isEqualSecret(new URL(url).searchParams.get('key'), key)) return null;
    const isForm = headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false;
    const sent = parseJson(
      isForm ? (new URLSearchParams(body.toString()).get('data') ?? '') : body.toString(),
    );
    return (Array.isArray(sent) ? sent : [sent]).filter(isRecord).flatMap(parseRequest);
  };

function parseRequest({ requestId, report, ...own }: Record<string, unknown>): DeliveryReport[] {
  const reports = Array.isArray(report) ? report.filter(isRecord) : [own];
  return reports.flatMap((one) => parseReport(readText(requestId), one));
}

function parseReport(providerId: string | null, one: Record<string, unknown>): DeliveryReport[] {
  const status = String(one.status ?? '').toLowerCase();
  const ids = { messageId: null, providerId };
  if (status === '1' || status === 'delivered') return [{ ...ids, state: 'DELIVERED', reason: null }];
  if (!Object.hasOwn(failures, status)) return [];
  const words = cleanReason(readText(one.failedReason) ?? readText(one.failureReason) ?? '');
  return [{ ...ids, state: 'FAILED', reason: words || (failures[status] ?? null) }];
}
