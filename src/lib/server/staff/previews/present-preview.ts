import type { MessagePreview } from '#lib/contract/staff/message-preview.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import { loadPersonNames } from '../person-names.ts';
import { fingerprintOf, selectShown } from './run-confirmed.ts';

interface PreviewOptions {
  maxNames?: number;
  maxTexts?: number;
  /** Whether it lists people without an account too, by their address. */
  hasVisitors?: boolean;
}

/** Presents collected messages: the people whom they inform, and the different texts. */
export async function presentMessagePreview(
  db: Db,
  messages: readonly QueuedMessage[],
  { maxNames = 10, maxTexts = 5, hasVisitors = false }: PreviewOptions = {},
): Promise<MessagePreview> {
  const texts = new Map<string, PreviewedText>();
  const people: { userId: string | null; address: string }[] = [];
  const shown = selectShown(messages, hasVisitors);
  for (const own of Map.groupBy(shown, (one) => one.userId ?? sourceOf(one)).values()) {
    const [first] = own;
    if (first) people.push({ userId: first.userId, address: first.to });
    for (const text of listTexts(own)) {
      const key = JSON.stringify([text.channels, text.subject, text.text]);
      texts.set(key, { ...text, people: (texts.get(key)?.people ?? 0) + 1 });
    }
  }
  const named = people.slice(0, maxNames);
  const accounts = named.flatMap(({ userId }) => userId ?? []);
  const names = await loadPersonNames(db, accounts);
  return {
    fingerprint: fingerprintOf(messages, hasVisitors),
    people: people.length,
    names: named.flatMap(({ userId, address }) => (userId ? (names.get(userId) ?? []) : address)),
    texts: [...texts.values()].toSorted((one, other) => other.people - one.people).slice(0, maxTexts),
  };
}

/** Returns what the messages of all channels about the same have in common. */
const sourceOf = ({ dedupeKey }: QueuedMessage): string => dedupeKey.slice(0, dedupeKey.lastIndexOf(':'));

type PreviewedText = MessagePreview['texts'][number];

const channelNames: Record<QueuedMessage['medium'], string> = {
  EMAIL: 'email',
  SMS: 'SMS',
  WHATSAPP: 'WhatsApp',
  VOICE_CALL: 'call',
  WEBHOOK: 'webhook',
};

/**
 * Returns the texts that one person gets, each with the channels that it goes by. An email has a subject and the note of
 * staff, so its text may differ from the one of the SMS about the same.
 */
function listTexts(messages: readonly QueuedMessage[]): PreviewedText[] {
  const bySource = Map.groupBy(messages, sourceOf);
  return [...bySource.values()].flatMap((sent) => {
    const emailsFirst = sent.toSorted((one, other) => Number(!one.subject) - Number(!other.subject));
    return [...Map.groupBy(emailsFirst, ({ summary }) => summary)].map(([text, channels]) => ({
      people: 1,
      channels: channels.map(({ medium }) => channelNames[medium]),
      subject: channels[0]?.subject ?? null,
      text,
    }));
  });
}
