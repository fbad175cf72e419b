import { type Letter, letterHtml, letterText } from '#lib/server/messages/letter.ts';
import type { Work } from './work.ts';

export interface Told {
  subject: string;
  /** One or two sentences: the whole SMS, and the beginning of the mail. */
  text: string;
  /** What staff add for this person; in the mail only. */
  note: string | null;
  link: { label: string; path: string };
  more?: { label: string; path: string };
  dedupeKey: string;
}

/** An e-mail and an SMS that say the same, after the transaction has committed; each once per key (C-41). */
export async function tell(
  { trx, messages, config }: Work,
  person: { email: string; phoneE164: string },
  { subject, text, note, link, more, dedupeKey }: Told,
): Promise<void> {
  const href = (path: string) => `${config.siteOrigin}${path}`;
  const letter: Letter = {
    title: subject,
    paragraphs: ['Hello,', text, ...(note ? [note] : [])],
    links: [link, ...(more ? [more] : [])].map(({ label, path }) => ({ label, href: href(path) })),
    footnote: `You get this mail because you take part in Moonshot at ${new URL(config.siteOrigin).host}.`,
  };
  await messages.queue(trx, {
    to: person.email,
    medium: 'EMAIL',
    subject,
    text: letterText(letter),
    html: letterHtml(letter),
    dedupeKey: `${dedupeKey}:email`,
  });
  await messages.queue(trx, {
    to: person.phoneE164,
    medium: 'SMS',
    text: `Liftoff: ${text} ${href(link.path)}`,
    dedupeKey: `${dedupeKey}:sms`,
  });
}
