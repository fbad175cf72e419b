import { formatGreeting } from '#lib/domain/hiring/applications/message-fields.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import type { SenderName } from '#lib/server/account/notifications/senders.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { EmailTemplate } from '#lib/server/messages/email-template.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';

interface Notification {
  sender: SenderName;
  subject: string;
  /** One or two sentences: the beginning of the email, and the whole SMS without a text of its own. */
  text: string;
  shortText?: string;
  /** A text that staff wrote for this person; only the email has it, unless it is short and the whole point. */
  note: string | null;
  /** Whether all channels have the note, because the message says nothing without it. */
  isNoteForAll?: boolean;
  link: { label: string; path: string };
  more?: { label: string; path: string };
  dedupeKey: string;
}

/** Queues a text to a candidate: in full for the email, and with the page's address for the other channels. [C-22, C-41] */
export async function queueNotification(
  work: UnitOfWork,
  person: UserRow,
  {
    sender,
    subject,
    text,
    shortText = text,
    note,
    isNoteForAll = false,
    link,
    more,
    dedupeKey,
  }: Notification,
): Promise<void> {
  const { siteOrigin } = work.config;
  const href = (path: string) => `${siteOrigin}${path}`;
  const body: EmailTemplate = {
    title: subject,
    paragraphs: [formatGreeting(person.firstName), text, ...(note ? [note] : [])],
    links: [link, ...(more ? [more] : [])].map(({ label, path }) => ({ label, href: href(path) })),
    footnote: `You get this email because you take part in Moonshot at ${new URL(siteOrigin).host}.`,
  };
  await notify(work, {
    sender,
    recipient: { person },
    text: note && isNoteForAll ? `${shortText} Reason: ${note}` : shortText,
    href: href(link.path),
    hasEmailNote: note !== null && note !== '' && !isNoteForAll,
    emailSummary: note ? `${text} ${note}` : text,
    email: { subject, body },
    dedupeKey,
  });
}
