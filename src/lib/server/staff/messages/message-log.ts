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
  return messages.map((message, index) => ({
    ...message,
    others: listOthers(messages, rows.map(sourceOf(rows)), index),
  }));
}

/** Returns what a row is about: the key of a message without its channel, of a repetition the key of the first one. */
const sourceOf = (rows: readonly OutboxRow[]) => (row: OutboxRow) => {
  const { dedupeKey } = rows.find(({ id }) => id === row.repeatOf) ?? row;
  return `${row.userId}:${dedupeKey.slice(0, dedupeKey.lastIndexOf(':'))}`;
};

/** Lists the messages about the same as the one at `index`, by other channels. They begin with the latest. */
function listOthers(
  messages: readonly Omit<LoggedMessage, 'others'>[],
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
): Promise<Omit<LoggedMessage, 'others'>> {
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
