import { type NotificationChannel, readPreferences } from '#lib/domain/account/notification-preferences.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { type EmailTemplate, renderEmailHtml, renderEmailText } from '#lib/server/messages/email-template.ts';
import type { Message, QueuedMessage } from '#lib/server/messages/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { emailRecipientOf } from '../email-recipient.ts';
import { presentUser } from '../present-user.ts';
import { type SenderName, senderOf, type TransactionalSender } from './senders.ts';
import { unsubscribePath } from './unsubscribe.ts';

/** A recipient by address: a visitor without an account, or an address that an account has lost or has yet to prove. */
interface AddressRecipient {
  /** The account that the message is about; null for a visitor. */
  userId: string | null;
  email?: string | null;
  /** E.164. */
  phone?: string | null;
  timeZone?: string;
}

/** Messages that the preferences decide about go to a person; only a transactional one goes to a bare address. */
type RecipientOf<Name extends SenderName> =
  | { person: UserRow }
  | (Name extends TransactionalSender ? { address: AddressRecipient } : never);

interface EmailContent {
  subject: string;
  /** A template, or the plain text of an email without HTML. */
  body: EmailTemplate | string;
  attachments?: Message['attachments'];
  /** The one-time code in the text. */
  code?: string;
  /** Identifies the email in the outbox; generated unless given. */
  id?: string;
}

export interface NotificationInput<Name extends SenderName> {
  sender: Name;
  recipient: RecipientOf<Name>;
  /** One or two sentences: the text of an SMS and a WhatsApp message, and the line of an email in a digest. */
  text: string;
  /** The address of the page that the message is about. */
  href?: string;
  /** The whole SMS, where it is not the product's name, the text and the page. */
  sms?: string;
  /** The line of the email in a digest, where it says more than the text. */
  emailSummary?: string;
  /** Whether the email alone has a note of staff. */
  hasEmailNote?: boolean;
  email: EmailContent;
  /** Identifies the message; each channel sends it once per key. */
  dedupeKey: string;
}

/** The addresses that a message can be delivered to; a channel without one is not used. */
interface Addresses {
  userId: string | null;
  timeZone?: string;
  byChannel: Partial<Record<NotificationChannel, string | null | undefined>>;
}

/**
 * Queues a message to a person in the caller's transaction, on each channel of the sender that the person has an address
 * for and has not turned off. It is the only way to write to a person, besides one-time codes, which `messages.send`
 * delivers at once. [C-22, C-41]
 */
export async function notify<Name extends SenderName>(
  { trx, messages, config }: UnitOfWork,
  input: NotificationInput<Name>,
): Promise<void> {
  const { recipient } = input;
  const addresses =
    'person' in recipient ? addressesOf(recipient.person, input.sender) : ofAddress(recipient.address);
  const channels = await listChannels(trx, input.sender, recipient);
  const unsubscribeUrl = unsubscribeUrlOf(config, input.sender, addresses.userId);
  const queued = channels.flatMap((channel) => {
    const to = addresses.byChannel[channel];
    const isConfigured = channel !== 'whatsapp' || config.whatsapp !== null;
    return to && isConfigured ? [createMessage(channel, to, addresses, input, unsubscribeUrl)] : [];
  });
  if (queued.length > 0) await messages.queue(trx, ...queued);
  else if (addresses.userId) messages.onUnreached?.(addresses.userId);
}

/** Lists the channels of a sender that the recipient's preferences allow. Offers also need a consent. */
export async function listChannels(
  trx: Db,
  name: SenderName,
  recipient: RecipientOf<TransactionalSender>,
): Promise<readonly NotificationChannel[]> {
  const { kind, channels } = senderOf(name);
  if (kind === 'transactional' || !('person' in recipient)) return channels;
  const { id, notificationPreferences } = recipient.person;
  const preferences = readPreferences(notificationPreferences);
  const allowed = channels.filter((channel) => preferences[kind][channel]);
  if (kind !== 'offers') return allowed;
  const consents = await trx
    .selectFrom('consent')
    .select('channel')
    .where('userId', '=', id)
    .where('kind', '=', kind)
    .where('withdrawnAt', 'is', null)
    .execute();
  return allowed.filter((one) => consents.some(({ channel }) => channel === null || channel === one));
}

/** Returns the link that stops a kind of emails; null for messages that cannot be turned off. */
export function unsubscribeUrlOf(config: UnitOfWork['config'], name: SenderName, userId: string | null) {
  const { kind } = senderOf(name);
  return kind === 'transactional' || !userId
    ? null
    : `${config.siteOrigin}${unsubscribePath(config, userId, kind)}`;
}

/** Returns the proved addresses of a person. What somebody just did is confirmed by SMS before the number is proved. */
export function addressesOf(person: UserRow, name: SenderName): Addresses {
  const isPhoneUsable = person.phoneVerifiedAt !== null || senderOf(name).kind === 'transactional';
  const phone = isPhoneUsable ? person.phoneE164 : null;
  return {
    userId: person.id,
    timeZone: presentUser(person).timeZone,
    byChannel: { email: emailRecipientOf(person), sms: phone, whatsapp: phone },
  };
}

const ofAddress = ({ userId, email, phone, timeZone }: AddressRecipient): Addresses => ({
  userId,
  ...(timeZone !== undefined && { timeZone }),
  byChannel: { email, sms: phone },
});

function createMessage<Name extends SenderName>(
  channel: NotificationChannel,
  to: string,
  { userId, timeZone }: Addresses,
  { sender, text, href, sms, email, emailSummary, hasEmailNote = false, dedupeKey }: NotificationInput<Name>,
  unsubscribeUrl: string | null,
): QueuedMessage {
  const about = {
    ...{ to, userId, sender },
    kind: senderOf(sender).budget,
    isRepeatable: senderOf(sender).isRepeatable ?? false,
    dedupeKey: `${dedupeKey}:${channel}`,
    hasEmailNote,
    ...(timeZone !== undefined && { timeZone }),
  };
  if (channel === 'whatsapp')
    return { ...about, medium: 'WHATSAPP', text: href ? `${text} ${href}` : text, summary: text };
  if (channel === 'sms')
    return {
      ...about,
      medium: 'SMS',
      text: sms ?? ['Liftoff:', text, ...(href ? [href] : [])].join(' '),
      summary: text,
    };
  const { subject, body, attachments, code, id } = email;
  return {
    ...about,
    medium: 'EMAIL',
    subject,
    ...(typeof body === 'string' ? { text: body } : renderEmail({ ...body, unsubscribeUrl })),
    ...(unsubscribeUrl !== null && { unsubscribeUrl }),
    ...(attachments && { attachments }),
    ...(code !== undefined && { code }),
    ...(id !== undefined && { id }),
    summary: emailSummary ?? text,
  };
}

const renderEmail = (template: EmailTemplate) => ({
  text: renderEmailText(template),
  html: renderEmailHtml(template),
});
