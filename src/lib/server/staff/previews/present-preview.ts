import type { MessagePreview } from '#lib/contract/staff/message-preview.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import type { ReplacedMessage } from '#lib/server/messages/unit-of-work.ts';
import { isToInterviewer, listInterviewersAt } from '../notified-people.ts';
import { loadPersonNames } from '../person-names.ts';
import { fingerprintOf, selectShown } from './run-confirmed.ts';

interface PreviewOptions {
  maxNames?: number;
  maxTexts?: number;
  /** Whether it lists people without an account too, by their address. */
  hasVisitors?: boolean;
  /** Messages that are not sent, because these take their place. */
  replaced?: readonly ReplacedMessage[];
  /** Accounts that a message was for and that get none. */
  unreached?: readonly string[];
}

/** A text names its readers while they are no more than this. */
const maxReaders = 3;

/** Presents collected messages: the people whom they inform, interviewers last, and the different texts. */
export async function presentMessagePreview(
  db: Db,
  messages: readonly QueuedMessage[],
  { maxNames = 10, maxTexts = 5, hasVisitors = false, replaced = [], unreached = [] }: PreviewOptions = {},
): Promise<MessagePreview> {
  const shown = selectShown(messages, hasVisitors);
  const ordered = shown.toSorted(
    (one, other) => Number(isToInterviewer(one)) - Number(isToInterviewer(other)),
  );
  const people = [...Map.groupBy(ordered, readerOf).values()];
  const texts = mergeTexts(people);
  const named = people.slice(0, maxNames).flatMap(([first]) => first ?? []);
  const byPhone = people.filter((own) => own.every(({ medium }) => medium !== 'EMAIL'));
  const withoutEmail = await listUnconfirmed(
    db,
    byPhone.flatMap(([first]) => first?.userId ?? []),
  );
  const reached = new Set(shown.map(({ userId }) => userId));
  const silent = [...new Set(unreached)].filter((userId) => !reached.has(userId)).slice(0, maxNames);
  const readers = texts.flatMap((text) => text.readers.slice(0, maxReaders));
  const missed = people
    .filter((own) => own.some(hasNote) && !own.some((one) => hasNote(one) && one.medium === 'EMAIL'))
    .flatMap((own) => own.slice(0, 1));
  const dropped = mergeReplaced(replaced).slice(0, maxTexts);
  const nameOf = await loadNames(db, [
    ...named,
    ...readers,
    ...missed.slice(0, maxNames),
    ...dropped.flatMap((one) => one.readers.slice(0, maxReaders)),
  ]);
  return {
    fingerprint: fingerprintOf(messages, hasVisitors),
    people: people.length,
    names: named.flatMap(nameOf),
    texts: texts
      .map(({ readers, ...text }) => ({
        ...text,
        people: readers.length,
        names: readers.length <= maxReaders ? readers.flatMap(nameOf) : [],
      }))
      .toSorted((one, other) => other.people - one.people)
      .slice(0, maxTexts),
    replaced: dropped.map(({ subject, readers }) => ({
      ...{ subject, people: readers.length },
      names: readers.length <= maxReaders ? readers.flatMap(nameOf) : [],
    })),
    withoutMessage: [...(await loadPersonNames(db, silent)).values()].toSorted(),
    withoutEmail: withoutEmail.slice(0, maxNames),
    hasEmailNote: shown.some(hasNote),
    withoutNote: missed.slice(0, maxNames).flatMap(nameOf),
  };
}

const hasNote = ({ hasEmailNote = false }: QueuedMessage): boolean => hasEmailNote;

/** Returns what the messages of all channels about the same have in common. */
const sourceOf = ({ dedupeKey }: Pick<QueuedMessage, 'dedupeKey'>): string =>
  dedupeKey.slice(0, dedupeKey.lastIndexOf(':'));

/** Returns who reads a message: the account, an interviewer's address, or of a visitor, who has several addresses, the source. */
const readerOf = (message: QueuedMessage): string =>
  message.userId ?? (isToInterviewer(message) ? message.to : sourceOf(message));

type Reader = Pick<QueuedMessage, 'to'> & { userId: string | null; sender?: string | null };

/** Returns what replaced messages were about, each with those who would have got it, the most frequent first. */
function mergeReplaced(replaced: readonly ReplacedMessage[]) {
  const bySource = [...Map.groupBy(replaced, sourceOf).values()];
  const messages = bySource.flatMap((sent) => sent.find(({ subject }) => subject) ?? sent.slice(0, 1));
  return [...Map.groupBy(messages, ({ subject, summary }) => subject ?? summary ?? '')]
    .map(([subject, readers]) => ({ subject, readers }))
    .toSorted((one, other) => other.readers.length - one.readers.length);
}

/** Returns the function that names the reader of a message. A deleted account has no name. */
async function loadNames(db: Db, messages: readonly Reader[]) {
  const names = await loadPersonNames(
    db,
    messages.flatMap(({ userId }) => userId ?? []),
  );
  const guests = messages.filter((one) => !one.userId && isToInterviewer(one)).map(({ to }) => to);
  const interviewers = new Map(
    (await listInterviewersAt(db, guests)).map(({ email, name }) => [email, name]),
  );
  return ({ userId, to }: Reader): string[] =>
    userId ? [names.get(userId) ?? []].flat() : [interviewers.get(to) ?? to];
}

/** Returns the names of those accounts whose email is not confirmed, so that no email can be sent to them. */
async function listUnconfirmed(db: Db, userIds: readonly string[]): Promise<string[]> {
  if (!userIds.length) return [];
  const rows = await db
    .selectFrom('appUser')
    .select('id')
    .where('id', 'in', [...userIds])
    .where('emailVerifiedAt', 'is', null)
    .orderBy('id')
    .execute();
  const names = await loadPersonNames(
    db,
    rows.map(({ id }) => id),
  );
  return [...names.values()].toSorted();
}

interface PreviewedText {
  channels: string[];
  subject: string | null;
  text: string;
  /** A message to each of those who get it. */
  readers: QueuedMessage[];
}

const channelNames: Record<QueuedMessage['medium'], string> = {
  EMAIL: 'email',
  SMS: 'SMS',
  WHATSAPP: 'WhatsApp',
  VOICE_CALL: 'call',
  WEBHOOK: 'webhook',
};

/** Returns the different texts, each with those who get it. */
function mergeTexts(people: readonly (readonly QueuedMessage[])[]): PreviewedText[] {
  const texts = new Map<string, PreviewedText>();
  for (const { readers, ...text } of people.flatMap(listTexts)) {
    const key = JSON.stringify([text.channels, text.subject, text.text]);
    texts.set(key, { ...text, readers: [...(texts.get(key)?.readers ?? []), ...readers] });
  }
  return [...texts.values()];
}

/**
 * Returns the texts that one person gets, each with the channels that it goes by. An email has a subject and the note of
 * staff, so its text may differ from the one of the SMS about the same.
 */
function listTexts(messages: readonly QueuedMessage[]): PreviewedText[] {
  const bySource = Map.groupBy(messages, sourceOf);
  return [...bySource.values()].flatMap((sent) => {
    const emailsFirst = sent.toSorted((one, other) => Number(!one.subject) - Number(!other.subject));
    return [...Map.groupBy(emailsFirst, ({ summary }) => summary)].map(([text, channels]) => ({
      channels: channels.map(({ medium }) => channelNames[medium]),
      subject: channels[0]?.subject ?? null,
      text,
      readers: channels.slice(0, 1),
    }));
  });
}
