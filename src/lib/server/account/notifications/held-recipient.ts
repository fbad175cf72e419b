import type { Db } from '#lib/server/db/index.ts';
import type { MessageKind } from '#lib/server/db/schema/messages.ts';
import type { HeldMessage } from '#lib/server/messages/digest.ts';
import { addressesOf, listChannels } from './notify.ts';
import { channelOf, isSender } from './repeat-message.ts';
import { senderOf } from './senders.ts';

/** These go to an address that somebody typed, or that an account had, whatever the account has now. */
const addressedKinds: readonly MessageKind[] = [
  'account-notice',
  'email-code',
  'brochure',
  'callback',
  'lead-alert',
  'interviewer',
];

/**
 * Returns the address to which a message that was held goes now: the one that the person has proved by now. Null if they have
 * turned such messages off since, have no address any more, or have deleted their account. [C-22, C-41]
 */
export async function findHeldRecipient(
  trx: Db,
  { sender, medium, recipient, userId }: HeldMessage,
): Promise<string | null> {
  const channel = channelOf[medium];
  if (!userId || !channel || !isSender(sender)) return recipient;
  const { kind, budget } = senderOf(sender);
  if (kind === 'transactional' && addressedKinds.includes(budget)) return recipient;
  const person = await trx.selectFrom('appUser').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!person) return null;
  const allowed = await listChannels(trx, sender, { person });
  return allowed.includes(channel) ? (addressesOf(person, sender).byChannel[channel] ?? null) : null;
}
