import type { Selectable } from 'kysely';
import type { NotificationChannel } from '#lib/domain/account/notification-preferences.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { Medium, OutboxTable } from '#lib/server/db/schema/messages.ts';
import { type EmailTemplate, renderEmailHtml, renderEmailText } from '#lib/server/messages/email-template.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { addressesOf, listChannels, unsubscribeUrlOf } from './notify.ts';
import { type SenderName, senderOf, senders } from './senders.ts';

/**
 * Sends a message again, as it was or in its short words by another channel, to the address that the person has proved now, if
 * their preferences still allow it.
 */

export type OutboxRow = Selectable<OutboxTable>;

/** The address that a repeated message goes to, or why it cannot be repeated. */
export type RepeatCheck = { to: string; reason: null } | { to: null; reason: string };

/** The channel that a medium stands for in preferences. */
export const channelOf: Partial<Record<Medium, NotificationChannel>> = {
  EMAIL: 'email',
  SMS: 'sms',
  WHATSAPP: 'whatsapp',
};
export const isSender = (name: string | null): name is SenderName =>
  name !== null && Object.hasOwn(senders, name);

const reject = (reason: string): RepeatCheck => ({ to: null, reason });

/**
 * Checks whether a message can be sent again, by its own channel or by another one of its sender. `person` is the account that it
 * is about; null for a visitor, who is known by one address only. [C-22]
 */
export async function checkRepeat(
  trx: Db,
  row: OutboxRow,
  person: UserRow | null,
  channel: NotificationChannel | undefined = channelOf[row.medium],
): Promise<RepeatCheck> {
  if (!row.isRepeatable || !channel || !isSender(row.sender))
    return reject('Messages of this kind are not sent again.');
  if (row.status === 'QUEUED' || row.status === 'HELD') return reject('It has not been sent yet.');
  if (row.status === 'MERGED') return reject('It was sent as a part of another message.');
  if (row.status === 'REPLACED') return reject('A later message has taken its place.');
  if (row.text === null) return reject('Its text is not stored.');
  // The account is deleted.
  if (row.userId && !person) return reject('There is no such account any more.');
  if (!senderOf(row.sender).channels.includes(channel))
    return reject('Messages of this kind are not sent by this channel.');
  if (!person)
    return channel === channelOf[row.medium]
      ? { to: row.recipient, reason: null }
      : reject('We know no other address of this person.');
  const to = addressesOf(person, row.sender).byChannel[channel];
  if (!to) return reject(`The person has no confirmed ${channel === 'email' ? 'email' : 'mobile number'}.`);
  const allowed = await listChannels(trx, row.sender, { person });
  return allowed.includes(channel)
    ? { to, reason: null }
    : reject('The person has turned these messages off.');
}

/** A way to send a message again. */
export interface RepeatWay {
  channel: NotificationChannel;
  to: string;
}

/** Lists the ways to send a message again, its own channel first. `hasWhatsApp` says whether WhatsApp is set up. */
export async function listRepeatWays(
  trx: Db,
  row: OutboxRow,
  person: UserRow | null,
  hasWhatsApp: boolean,
): Promise<RepeatWay[]> {
  const own = channelOf[row.medium];
  if (!own || !isSender(row.sender)) return [];
  const others = senderOf(row.sender).channels.filter(
    (channel) => channel !== own && (channel !== 'whatsapp' || hasWhatsApp),
  );
  const ways: RepeatWay[] = [];
  for (const channel of [own, ...others]) {
    const { to } = await checkRepeat(trx, row, person, channel);
    if (to !== null) ways.push({ channel, to });
  }
  return ways;
}

/** Returns the words of a message by another channel than its own: those that stand for it in a digest. */
export const shortTextOf = ({ summary, subject }: Pick<OutboxRow, 'summary' | 'subject'>): string =>
  summary ?? subject ?? '';

interface RepeatOptions {
  id: string;
  to: string;
  /** The channel of the message unless given. */
  channel?: NotificationChannel | undefined;
  /** The page that the message is about, for another channel than its own. */
  page?: { label: string; path: string } | undefined;
}

/**
 * Queues a message again in the caller's transaction. It counts against the budget of its kind, and its `id` is queued once.
 * The caller has checked it. [C-41]
 */
export async function repeatMessage(
  { trx, messages, config }: UnitOfWork,
  row: OutboxRow,
  { id, to, channel = channelOf[row.medium], page }: RepeatOptions,
): Promise<void> {
  const { kind, userId, sender, unsubscribeUrl, timeZone } = row;
  await messages.queue(trx, {
    ...{ id, to, kind, userId },
    ...(sender !== null && { sender }),
    ...(unsubscribeUrl !== null && { unsubscribeUrl }),
    ...(timeZone !== null && { timeZone }),
    ...(channel === channelOf[row.medium] ? sameContent(row) : contentFor(channel, row, config, page)),
    summary: shortTextOf(row),
    isRepeatable: true,
    repeatOf: row.repeatOf ?? row.id,
    dedupeKey: `repeat:${id}`,
  });
}

const sameContent = ({ medium, subject, html, attachments, text }: OutboxRow) => ({
  ...{ medium, attachments: attachments ?? [], text: text ?? '' },
  ...(subject !== null && { subject }),
  ...(html !== null && { html }),
});

/** Returns the content of a message in its short words, with the page that it is about, for another channel. */
function contentFor(
  channel: NotificationChannel | undefined,
  row: OutboxRow,
  config: UnitOfWork['config'],
  page: RepeatOptions['page'],
) {
  const words = shortTextOf(row);
  const href = `${config.siteOrigin}${page?.path ?? '/'}`;
  const text = page ? `${words} ${href}` : words;
  if (channel === 'sms') return { medium: 'SMS' as const, text: `Liftoff: ${text}` };
  if (channel === 'whatsapp') return { medium: 'WHATSAPP' as const, text };
  const unsubscribeUrl =
    row.userId && isSender(row.sender) ? unsubscribeUrlOf(config, row.sender, row.userId) : null;
  const template: EmailTemplate = {
    title: 'A message from Liftoff',
    paragraphs: [words],
    links: [{ label: page?.label ?? 'Open Liftoff', href }],
    footnote: 'You get this email because our message to your phone did not arrive.',
    unsubscribeUrl,
  };
  return {
    medium: 'EMAIL' as const,
    subject: template.title,
    text: renderEmailText(template),
    html: renderEmailHtml(template),
    ...(unsubscribeUrl !== null && { unsubscribeUrl }),
  };
}
