import type { Selectable } from 'kysely';
import type { NotificationChannel } from '#lib/domain/account/notification-preferences.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { Medium, OutboxTable } from '#lib/server/db/schema/messages.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { addressesOf, listChannels } from './notify.ts';
import { type SenderName, senders } from './senders.ts';

/** Sends a message again as it was, to the address that the person has proved now, if their preferences still allow it. */

export type OutboxRow = Selectable<OutboxTable>;

/** The address that a repeated message goes to, or why it cannot be repeated. */
export type RepeatCheck = { to: string; reason: null } | { to: null; reason: string };

const channelOf: Partial<Record<Medium, NotificationChannel>> = {
  EMAIL: 'email',
  SMS: 'sms',
  WHATSAPP: 'whatsapp',
};
const isSender = (name: string | null): name is SenderName => name !== null && Object.hasOwn(senders, name);

const reject = (reason: string): RepeatCheck => ({ to: null, reason });

/** Checks whether a message can be sent again. `person` is the account that it is about; null for a visitor. [C-22] */
export async function checkRepeat(trx: Db, row: OutboxRow, person: UserRow | null): Promise<RepeatCheck> {
  const channel = channelOf[row.medium];
  if (!row.isRepeatable || !channel || !isSender(row.sender))
    return reject('Messages of this kind are not sent again.');
  if (row.status === 'QUEUED' || row.status === 'HELD') return reject('It has not been sent yet.');
  if (row.status === 'MERGED') return reject('It was sent as a part of another message.');
  if (row.text === null) return reject('Its text is not stored.');
  // The account is deleted.
  if (row.userId && !person) return reject('There is no such account any more.');
  if (!person) return { to: row.recipient, reason: null };
  const to = addressesOf(person, row.sender).byChannel[channel];
  if (!to) return reject(`The person has no confirmed ${channel === 'email' ? 'email' : 'mobile number'}.`);
  const allowed = await listChannels(trx, row.sender, { person });
  return allowed.includes(channel)
    ? { to, reason: null }
    : reject('The person has turned these messages off.');
}

/**
 * Queues a message again in the caller's transaction. It counts against the budget of its kind, and its `id` is queued once.
 * The caller has checked it. [C-41]
 */
export async function repeatMessage(
  { trx, messages }: UnitOfWork,
  row: OutboxRow,
  { id, to }: { id: string; to: string },
): Promise<void> {
  const { medium, kind, userId, sender, subject, html, attachments, unsubscribeUrl, timeZone } = row;
  await messages.queue(trx, {
    ...{ id, to, medium, kind, userId, attachments: attachments ?? [] },
    ...(sender !== null && { sender }),
    ...(subject !== null && { subject }),
    ...(html !== null && { html }),
    ...(unsubscribeUrl !== null && { unsubscribeUrl }),
    ...(timeZone !== null && { timeZone }),
    text: row.text ?? '',
    summary: row.summary ?? subject ?? '',
    isRepeatable: true,
    repeatOf: row.repeatOf ?? row.id,
    dedupeKey: `repeat:${id}`,
  });
}
