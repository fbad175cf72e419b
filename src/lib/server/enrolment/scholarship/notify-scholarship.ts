import {
  formatScholarshipNotification,
  type ScholarshipNotice,
} from '#lib/domain/enrolment/scholarship/scholarship-text.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import type { SenderName } from '#lib/server/account/notifications/senders.ts';
import type { EmailTemplate } from '#lib/server/messages/email-template.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { scholarshipFactsOf, scholarshipPath } from './present-scholarship.ts';
import type { ScholarshipAggregate } from './scholarship-aggregate.ts';

const senders: Record<ScholarshipNotice, SenderName> = {
  REGISTERED: 'scholarship-confirmation',
  BOOKED: 'scholarship-confirmation',
  RESULT: 'scholarship-confirmation',
  CHANGED: 'scholarship-update',
  REMIND: 'scholarship-reminder',
};

interface NotifyOptions {
  /** Identifies the change, so that it is sent once. */
  key: string;
  /** A text that staff wrote for this person; only the email has it. */
  publicNote?: string | null;
}

/** Queues the SMS and, where the person has verified an email, the email about a change. Each is sent once per key. [C-41] */
export async function notifyScholarship(
  work: UnitOfWork,
  aggregate: ScholarshipAggregate,
  notice: ScholarshipNotice,
  { key, publicNote = null }: NotifyOptions,
): Promise<void> {
  const { registration, person } = aggregate;
  const { siteOrigin } = work.config;
  const { subject, text } = formatScholarshipNotification(
    notice,
    registration.status,
    scholarshipFactsOf(aggregate),
  );
  const href = `${siteOrigin}${scholarshipPath(registration.id)}`;
  const body: EmailTemplate = {
    title: subject,
    paragraphs: [`Hello ${person.firstName},`, text, ...(publicNote ? [publicNote] : [])],
    links: [{ label: 'See your test', href }],
    footnote: `You get this email because you registered for the scholarship test at ${new URL(siteOrigin).host}.`,
  };
  await notify(work, {
    sender: senders[notice],
    recipient: { person },
    text,
    href,
    email: { subject, body },
    dedupeKey: `scholarship:${key}`,
  });
}
