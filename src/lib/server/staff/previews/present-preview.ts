import type { MessagePreview } from '#lib/contract/staff/message-preview.ts';
import type { SenderName } from '#lib/server/account/notifications/senders.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import { loadPersonNames } from '../person-names.ts';

const defaultLimits = { maxNames: 10, maxTexts: 5 };

/** Interviewers get calendar files of what happens to their slots; a preview is about the candidates. */
const interviewerSender: SenderName = 'interviewer-invite';

/** Presents collected messages: the people whom they inform, and the different texts. */
export async function presentMessagePreview(
  db: Db,
  messages: readonly QueuedMessage[],
  { maxNames, maxTexts } = defaultLimits,
): Promise<MessagePreview> {
  const texts = new Map<string, { people: number; subject: string | null; text: string }>();
  const userIds: string[] = [];
  const toPeople = messages.filter(({ userId, sender }) => userId && sender !== interviewerSender);
  for (const [userId, own] of Map.groupBy(toPeople, ({ userId }) => userId ?? '')) {
    userIds.push(userId);
    for (const { subject = null, text } of oneOfEach(own)) {
      const key = `${subject}\n${text}`;
      const people = (texts.get(key)?.people ?? 0) + 1;
      texts.set(key, { people, subject, text });
    }
  }
  const names = await loadPersonNames(db, userIds.slice(0, maxNames));
  return {
    people: userIds.length,
    names: userIds.flatMap((id) => names.get(id) ?? []),
    texts: [...texts.values()].toSorted((one, other) => other.people - one.people).slice(0, maxTexts),
  };
}

/** Returns each message once, although it goes by email and by SMS. The email has a subject and the note of staff. */
function oneOfEach(messages: readonly QueuedMessage[]): { subject?: string; text: string }[] {
  const bySource = Map.groupBy(messages, ({ dedupeKey }) => dedupeKey.slice(0, dedupeKey.lastIndexOf(':')));
  return [...bySource.values()].flatMap((channels) => {
    const shown = channels.find(({ medium }) => medium === 'EMAIL') ?? channels[0];
    return shown ? { ...(shown.subject && { subject: shown.subject }), text: shown.summary } : [];
  });
}
