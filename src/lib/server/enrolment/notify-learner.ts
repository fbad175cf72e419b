import type { EnrolmentStatus } from '#lib/domain/enrolment/enrolment-flow.ts';
import {
  describeBankTransfer,
  type EnrolmentNotice,
  formatEnrolmentNotification,
} from '#lib/domain/enrolment/enrolment-text.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import type { SenderName } from '#lib/server/account/notifications/senders.ts';
import { getPaymentDetails } from '#lib/server/catalog/content/index.ts';
import type { EmailTemplate } from '#lib/server/messages/email-template.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import type { EnrolmentAggregate } from './enrolment-aggregate.ts';
import { enrolmentPath, factsOf } from './present-enrolment.ts';

interface NotifyOptions {
  from: EnrolmentStatus | null;
  reasonCode?: string | null;
  /** A text that staff wrote for this person; only the email has it. */
  publicNote?: string | null;
  /** Identifies the change, so that it is sent once. */
  key: string;
}

/** Queues the SMS and, where the person has verified an email, the email about a change. Each is sent once per key. [C-22, C-41] */
export async function notifyLearner(
  work: UnitOfWork,
  aggregate: EnrolmentAggregate,
  notice: EnrolmentNotice,
  { from, reasonCode = null, publicNote = null, key }: NotifyOptions,
): Promise<void> {
  const facts = factsOf(aggregate);
  const content = formatEnrolmentNotification(notice, facts, { from, reasonCode });
  if (!content) return;
  const { enrolment, person } = aggregate;
  const { config } = work;
  const href = `${config.siteOrigin}${enrolmentPath(enrolment.id)}`;
  const email: EmailTemplate = {
    title: content.subject,
    paragraphs: [
      `Hello ${person.firstName},`,
      content.text,
      ...(content.hasPaymentDetails ? describeBankTransfer(getPaymentDetails(), facts) : []),
      ...(publicNote ? [publicNote] : []),
    ],
    links: [{ label: 'See your enrolment', href }],
    footnote: `You get this email because you reserved a seat or joined a wait-list at ${new URL(config.siteOrigin).host}.`,
  };
  await notify(work, {
    sender: senderOf(notice),
    recipient: { person },
    text: content.text,
    href,
    email: { subject: content.subject, body: email },
    dedupeKey: `enrolment:${key}`,
  });
}

/**
 * A reservation, a payment and a cancellation are what the learner just did. A free seat is what a learner on the wait-list
 * asked for, and is lost after 24 hours. The rest is news to them.
 */
function senderOf(notice: EnrolmentNotice): SenderName {
  switch (notice) {
    case 'REMIND':
      return 'enrolment-reminder';
    case 'EXPIRE':
    case 'RELEASE':
    case 'DROP':
      return 'enrolment-update';
    default:
      return 'enrolment-confirmation';
  }
}
