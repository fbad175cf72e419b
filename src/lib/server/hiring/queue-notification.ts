import type { UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import { type EmailTemplate, renderEmailHtml, renderEmailText } from '#lib/server/messages/email-template.ts';

export interface Notification {
  subject: string;
  /** One or two sentences: the whole SMS and the beginning of the email. */
  text: string;
  /** A text that staff wrote for this person; only the email has it. */
  note: string | null;
  link: { label: string; path: string };
  more?: { label: string; path: string };
  dedupeKey: string;
}

/** Queues an email and an SMS with the same text; they are sent after the commit, each once per key. [C-41] */
export async function queueNotification(
  { trx, messages, config }: UnitOfWork,
  person: { email: string; phoneE164: string },
  { subject, text, note, link, more, dedupeKey }: Notification,
): Promise<void> {
  const href = (path: string) => `${config.siteOrigin}${path}`;
  const email: EmailTemplate = {
    title: subject,
    paragraphs: ['Hello,', text, ...(note ? [note] : [])],
    links: [link, ...(more ? [more] : [])].map(({ label, path }) => ({ label, href: href(path) })),
    footnote: `You get this mail because you take part in Moonshot at ${new URL(config.siteOrigin).host}.`,
  };
  await messages.queue(
    trx,
    {
      to: person.email,
      medium: 'EMAIL',
      subject,
      text: renderEmailText(email),
      html: renderEmailHtml(email),
      dedupeKey: `${dedupeKey}:email`,
    },
    {
      to: person.phoneE164,
      medium: 'SMS',
      text: `Liftoff: ${text} ${href(link.path)}`,
      dedupeKey: `${dedupeKey}:sms`,
    },
  );
}
