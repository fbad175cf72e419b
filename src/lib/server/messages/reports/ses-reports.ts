import { isRecord } from '#lib/domain/core/record.ts';
import { sesIdTag } from '../mail/ses.ts';
import { parseJson } from '../provider-answer.ts';
import { cleanReason, type DeliveryReport, type ReadReports, readText } from './delivery-report.ts';
import { checkSnsSignature, parseSnsMessage, type SnsOptions } from './sns-message.ts';

/**
 * Reads the events of Amazon SES, which SNS posts, signed by a certificate of Amazon. Only the topic of the configuration counts. The
 * first message of a topic asks to confirm the subscription, which is done by opening its address.
 */
export const createSesReports =
  ({ topicArn }: { topicArn: string }, options: SnsOptions = {}): ReadReports =>
  async ({ body }) => {
    const message = parseSnsMessage(body);
    if (message?.TopicArn !== topicArn || !(await checkSnsSignature(message, options))) return null;
    if (message.Type === 'SubscriptionConfirmation') {
      await (options.confirm ?? confirmSubscription)(message.SubscribeURL ?? '');
      return [];
    }
    return message.Type === 'Notification' ? parseEvent(parseJson(message.Message)) : [];
  };

/** The signature covers the address, which leads to SNS. */
async function confirmSubscription(url: string): Promise<void> {
  if (!/^https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com\/\?/.test(url)) return;
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(5000) });
  await response.body?.cancel();
}

/** A person who reports an email as spam has got it, so a complaint says nothing about the delivery. */
function parseEvent(event: unknown): DeliveryReport[] {
  if (!isRecord(event) || !isRecord(event.mail)) return [];
  const { mail, bounce } = event;
  const tags = isRecord(mail.tags) ? mail.tags[sesIdTag] : null;
  const ids = {
    messageId: readText(Array.isArray(tags) ? tags[0] : null),
    providerId: readText(mail.messageId),
  };
  const type = event.eventType ?? event.notificationType;
  if (type === 'Delivery') return [{ ...ids, state: 'DELIVERED', reason: null }];
  if (type === 'Reject' || type === 'Rendering Failure')
    return [{ ...ids, state: 'FAILED', reason: 'Amazon SES has rejected the content' }];
  if (type !== 'Bounce' || !isRecord(bounce)) return [];
  return [{ ...ids, state: 'FAILED', reason: bounceReason(bounce) }];
}

/** The words of a mail server may contain the address, so only its code is kept. */
function bounceReason({
  bounceType,
  bounceSubType,
  bouncedRecipients,
}: Record<string, unknown>): string | null {
  const [recipient] = Array.isArray(bouncedRecipients) ? bouncedRecipients.filter(isRecord) : [];
  const code = /^\d\.\d{1,3}\.\d{1,3}$/.exec(String(recipient?.status ?? ''))?.[0];
  const words = [bounceType, bounceSubType].filter((part): part is string => typeof part === 'string');
  return cleanReason([code && `the mailbox answered ${code}`, ...words].filter(Boolean).join(', ')) || null;
}
