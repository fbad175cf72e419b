import {
  formatMessageStatus,
  formatMessageTitle,
  hasMessageFailed,
  mediumLabels,
} from '#lib/domain/staff/message-log.ts';
import {
  listRepeatWays,
  type OutboxRow,
  type RepeatWay,
  shortTextOf,
} from '#lib/server/account/notifications/repeat-message.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { loadMessageApplications, type MessageApplication } from './message-applications.ts';

/** A message that a person was sent, as their page lists it. */
export interface LoggedMessage {
  id: string;
  at: Date;
  medium: string;
  to: string;
  title: string;
  status: string;
  hasFailed: boolean;
  isRepeat: boolean;
  /** The ways to send it again, its own channel first. */
  ways: RepeatWay[];
  /** Its words by another channel. */
  shortText: string;
  /** The same message by other channels, the latest of each. */
  others: { id: string; medium: string; status: string; hasFailed: boolean }[];
  /** What it is about; the same by all channels and for its repetitions. */
  source: string;
  application: MessageApplication | null;
}

/** A message with the rows of all its channels and repetitions, the latest first. */
interface LoggedNotification extends Pick<LoggedMessage, 'at' | 'title' | 'application' | 'source'> {
  messages: LoggedMessage[];
}

/** An account, or the phone and the email of somebody without one. */
export interface Addressee {
  userId: string | null;
  phone?: string | null;
  email?: string | null;
}

const maxMessages = 50;
/** They go to staff and interviewers, whatever other roles the account has. */
const senderOfStaff = [
  'agenda',
  'expert-cancellation',
  'interviewer-invite',
  'lead-alert',
  'new-lead',
  'own-lead',
];

/**
 * Lists the latest messages to a person, the latest first. The outbox has those of the last 30 days. `hasWhatsApp` says whether
 * WhatsApp is set up. [C-40]
 */
export async function listMessages(
  db: Db,
  { userId, phone, email }: Addressee,
  hasWhatsApp = false,
): Promise<LoggedMessage[]> {
  const addresses = [phone, email].filter((one) => typeof one === 'string');
  if (!userId && !addresses.length) return [];
  const [ofAccount, ofAddresses] = await Promise.all([
    userId ? selectMessages(db).where('userId', '=', userId).execute() : [],
    addresses.length ? selectMessages(db).where('recipient', 'in', addresses).execute() : [],
  ]);
  const rows = [...new Map([...ofAccount, ...ofAddresses].map((row) => [row.id, row])).values()]
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, maxMessages);
  const people = await loadPeople(db, rows);
  const messages = await Promise.all(
    rows.map((row) => presentMessage(db, row, people.get(row.userId ?? '') ?? null, hasWhatsApp)),
  );
  const keys = rows.map((row) => (rows.find(({ id }) => id === row.repeatOf) ?? row).dedupeKey);
  const sources = keys.map((key, index) => sourceOf(key, rows[index]?.userId ?? null));
  const applications = await loadMessageApplications(db, keys);
  return messages.map((message, index) => ({
    ...message,
    others: listOthers(messages, sources, index),
    source: sources[index] ?? message.id,
    application: applications.get(keys[index] ?? '') ?? null,
  }));
}

/** Lists the messages to a candidate about one application, and those that are about none. */
export async function listApplicationMessages(
  db: Db,
  application: { id: string; candidate: { id: string } },
  hasWhatsApp: boolean,
): Promise<LoggedMessage[]> {
  const messages = await listMessages(db, { userId: application.candidate.id }, hasWhatsApp);
  return messages.filter((message) => !message.application || message.application.id === application.id);
}

/** Groups the rows of each message. Its title is the subject of the email, if there is one. */
export const groupNotifications = (messages: readonly LoggedMessage[]): LoggedNotification[] =>
  [...Map.groupBy(messages, ({ source }) => source).values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const { title } =
      rows.find(({ medium, isRepeat }) => medium === mediumLabels.EMAIL && !isRepeat) ?? first;
    return [{ at: first.at, source: first.source, application: first.application, title, messages: rows }];
  });

/** Returns what a row is about: the key of a message without its channel. */
const sourceOf = (dedupeKey: string, userId: string | null): string =>
  `${userId}:${dedupeKey.slice(0, dedupeKey.lastIndexOf(':'))}`;

/** Lists the messages about the same as the one at `index`, by other channels. They begin with the latest. */
function listOthers(
  messages: readonly Pick<LoggedMessage, 'id' | 'medium' | 'status' | 'hasFailed'>[],
  sources: readonly string[],
  index: number,
): LoggedMessage['others'] {
  const mediums = new Set([messages[index]?.medium]);
  return messages.flatMap(({ id, medium, status, hasFailed }, other) => {
    if (sources[other] !== sources[index] || mediums.has(medium)) return [];
    mediums.add(medium);
    return [{ id, medium, status, hasFailed }];
  });
}

const selectMessages = (db: Db) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where((where) => where.or([where('sender', 'is', null), where('sender', 'not in', senderOfStaff)]))
    .where('medium', '!=', 'WEBHOOK')
    .orderBy('createdAt', 'desc')
    .limit(maxMessages);

export async function loadPeople(db: Db, rows: readonly OutboxRow[]): Promise<Map<string, UserRow>> {
  const ids = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
  if (!ids.length) return new Map();
  const people = await db.selectFrom('appUser').selectAll().where('id', 'in', ids).execute();
  return new Map(people.map((person) => [person.id, person]));
}

async function presentMessage(
  db: Db,
  row: OutboxRow,
  person: UserRow | null,
  hasWhatsApp: boolean,
): Promise<Omit<LoggedMessage, 'others' | 'source' | 'application'>> {
  return {
    id: row.id,
    at: row.finishedAt ?? row.createdAt,
    medium: mediumLabels[row.medium],
    to: row.recipient,
    title: formatMessageTitle(row),
    status: formatMessageStatus(row),
    hasFailed: hasMessageFailed(row),
    isRepeat: row.repeatOf !== null,
    ways: await listRepeatWays(db, row, person, hasWhatsApp),
    shortText: shortTextOf(row),
  };
}
