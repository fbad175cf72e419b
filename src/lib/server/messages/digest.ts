import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { dateTimeText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Log } from '#lib/server/log.ts';
import { type EmailTemplate, renderEmailHtml, renderEmailText } from './email-template.ts';
import type { Medium, MessageKind } from './message.ts';
import { messageBudgets } from './message-budgets.ts';

/** A digest is one message in place of several of one kind that were over the budget. [C-41] */

interface DigestDeps {
  db: Db;
  log: Log;
  siteOrigin: string;
  findRecipient: FindRecipient;
}

/** A message that was held because it was over its budget. */
export interface HeldMessage {
  id: string;
  sender: string | null;
  medium: Medium;
  recipient: string;
  userId: string | null;
}

/** Returns the address to which a held message goes now, or null if the person does not want it any more. */
export type FindRecipient = (trx: Db, message: HeldMessage) => Promise<string | null>;

/** The page has the whole text, so a digest stays readable. */
const maxLineLength = 400;
const maxLines = 50;

/** Replaces held messages that are due by one digest for each recipient, medium and kind. */
export async function createDueDigests(deps: DigestDeps): Promise<void> {
  while (await createDigest(deps));
}

/**
 * Releases the held messages of one recipient, medium and kind: one alone is queued as it is, several become a digest.
 * Everything is one transaction, so a process that dies in the middle has changed nothing. The oldest message is the
 * lock: another process skips it and finds no other one of the group. Where a message goes to another address by now, or to
 * none, the next round sees the group without it. Returns false when nothing is due.
 */
async function createDigest({ db, log, siteOrigin, findRecipient }: DigestDeps): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const group = await lockGroup(trx);
    if (!group) return false;
    const messages = await trx
      .selectFrom('outbox')
      .select(['id', 'userId', 'sender', 'medium', 'recipient', 'summary', 'createdAt', 'timeZone'])
      .select('unsubscribeUrl')
      .where('recipient', '=', group.recipient)
      .where('medium', '=', group.medium)
      .where('kind', '=', group.kind)
      .where(isDue)
      .orderBy('createdAt')
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute();
    if (await updateRecipients(trx, messages, findRecipient)) return true;
    if (messages.length === 1) {
      await trx.updateTable('outbox').set({ status: 'QUEUED' }).where('id', '=', group.id).execute();
      return true;
    }
    await trx
      .insertInto('outbox')
      .values({
        ...{ recipient: group.recipient, medium: group.medium, kind: group.kind },
        ...renderDigest(group, messages, siteOrigin),
        id: uuidv7(),
        userId: messages[0]?.userId ?? null,
        sender: null,
        unsubscribeUrl: findUnsubscribeUrl(messages),
        dedupeKey: `digest:${group.id}`,
        finishedAt: null,
        lastError: null,
      })
      .execute();
    const erased = { text: null, html: null, code: null, summary: null };
    await trx
      .updateTable('outbox')
      .set({ status: 'MERGED', ...erased, finishedAt: sql<Date>`now()` })
      .where(
        'id',
        'in',
        messages.map(({ id }) => id),
      )
      .execute();
    const { medium, kind } = group;
    log.info({ event: 'outbox.digest', medium, kind, count: messages.length }, 'held messages merged');
    return true;
  });
}

/** Asks for each message where it goes now, after the hours in which it was held. Returns whether any has changed. */
async function updateRecipients(
  trx: Db,
  messages: readonly HeldMessage[],
  findRecipient: FindRecipient,
): Promise<boolean> {
  let isChanged = false;
  for (const message of messages) {
    const recipient = await findRecipient(trx, message);
    if (recipient === message.recipient) continue;
    isChanged = true;
    if (recipient) await trx.updateTable('outbox').set({ recipient }).where('id', '=', message.id).execute();
    else await trx.deleteFrom('outbox').where('id', '=', message.id).execute();
  }
  return isChanged;
}

const isDue = sql<boolean>`status = 'HELD' and due_at <= now()`;

/** Locks the oldest due message of a group that no other process has locked, and returns it. */
function lockGroup(trx: Db) {
  return trx
    .selectFrom('outbox')
    .select(['id', 'recipient', 'medium', 'kind'])
    .where(isDue)
    .where(
      sql<boolean>`not exists (
        select from outbox as older
        where older.status = 'HELD' and older.recipient = outbox.recipient and older.medium = outbox.medium
          and older.kind = outbox.kind and (older.due_at, older.id) < (outbox.due_at, outbox.id))`,
    )
    .orderBy('dueAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

interface DigestLine {
  summary: string | null;
  /** The link that stops messages of this kind; null or absent for one that cannot be turned off. */
  unsubscribeUrl?: string | null;
  createdAt: Date;
  timeZone: string | null;
}

/** Renders the digest: an email lists every message with its time, oldest first, and an SMS has only their number. */
export function renderDigest(
  { kind, medium }: { kind: MessageKind; medium: Medium },
  messages: readonly DigestLine[],
  siteOrigin: string,
): { subject: string | null; text: string; html: string | null } {
  const digest = messageBudgets[kind]?.digest;
  if (!digest) throw new Error(`Messages of the kind ${kind} have no digest`);
  const title = `${messages.length} ${digest.subject}`;
  const href = `${siteOrigin}${digest.link.path}`;
  if (medium !== 'EMAIL') return { subject: null, text: `Liftoff: ${title}. See ${href}`, html: null };
  const leftOut = messages.length - maxLines;
  const template: EmailTemplate = {
    title,
    paragraphs: [
      'Hello,',
      'Here are several messages in one email.',
      ...(leftOut > 0 ? [`The latest ${maxLines} are:`] : []),
      ...messages.slice(-maxLines).map(formatLine),
    ],
    links: [{ label: digest.link.label, href }],
    unsubscribeUrl: findUnsubscribeUrl(messages),
    footnote: `You get this email because ${digest.reason} at ${new URL(siteOrigin).host}.`,
  };
  return { subject: title, text: renderEmailText(template), html: renderEmailHtml(template) };
}

/** Returns the newest link that stops such messages; a digest may also contain confirmations, which have none. */
const findUnsubscribeUrl = (messages: readonly DigestLine[]): string | null =>
  messages.findLast(({ unsubscribeUrl }) => unsubscribeUrl)?.unsubscribeUrl ?? null;

function formatLine({ summary, createdAt, timeZone }: DigestLine): string {
  const text = summary ?? '';
  const isLong = text.length > maxLineLength;
  const shortened = isLong ? `${text.slice(0, maxLineLength - 1).replace(/\s+\S*$/, '')}…` : text;
  return `${dateTimeText(createdAt, timeZone ?? defaultTimeZone)}: ${shortened}`;
}
