import type { MessagePreview } from '#lib/contract/staff/message-preview.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import { loadPersonNames } from '../person-names.ts';
import { fingerprintOf, selectShown } from './run-confirmed.ts';

const defaultLimits = { maxNames: 10, maxTexts: 5 };

/** Presents collected messages: the people whom they inform, and the different texts. */
export async function presentMessagePreview(
  db: Db,
  messages: readonly QueuedMessage[],
  { maxNames, maxTexts } = defaultLimits,
): Promise<MessagePreview> {
  const texts = new Map<string, PreviewedText>();
  const userIds: string[] = [];
  for (const [userId, own] of Map.groupBy(selectShown(messages), ({ userId }) => userId ?? '')) {
    userIds.push(userId);
    for (const text of listTexts(own)) {
      const key = JSON.stringify([text.channels, text.subject, text.text]);
      const people = (texts.get(key)?.people ?? 0) + 1;
      texts.set(key, { ...text, people });
    }
  }
  const names = await loadPersonNames(db, userIds.slice(0, maxNames));
  return {
    fingerprint: fingerprintOf(messages),
    people: userIds.length,
    names: userIds.flatMap((id) => names.get(id) ?? []),
    texts: [...texts.values()].toSorted((one, other) => other.people - one.people).slice(0, maxTexts),
  };
}

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
  const bySource = Map.groupBy(messages, ({ dedupeKey }) => dedupeKey.slice(0, dedupeKey.lastIndexOf(':')));
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
