import { domainToUnicode } from 'node:url';
import { normalizeMailbox } from '#lib/server/core/normalize-mailbox.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';

/** Whom an export or an erasure is about: the accounts, and the numbers and addresses that are theirs. */
export interface Subject {
  userIds: readonly string[];
  /** E.164. */
  phones: readonly string[];
  /** As `mailboxesOf` has them. */
  emails: readonly string[];
  /** What was theirs before a change. A number may belong to somebody else since then. */
  former: readonly FormerContact[];
}

export interface ErasedPerson extends Subject {
  /** Every name by which the person is called. */
  names: readonly { firstName: string; lastName: string }[];
}

interface FormerContact {
  kind: 'PHONE' | 'EMAIL';
  value: string;
  until: Date;
}

/** Returns the mailbox of an address, with its domain as DNS has it and as people write it. */
export function mailboxesOf(email: string): string[] {
  const mailbox = normalizeMailbox(email);
  const at = mailbox.lastIndexOf('@') + 1;
  return [...new Set([mailbox, mailbox.slice(0, at) + domainToUnicode(mailbox.slice(at))])];
}

/** Returns whose data an account's is. A number or an address that nobody has verified may be somebody else's. [C-22] */
export async function loadSubject(db: Db, user: UserRow): Promise<Subject> {
  const former = await db
    .selectFrom('formerContact')
    .select(['kind', 'value', 'until'])
    .where('userId', '=', user.id)
    .execute();
  return {
    userIds: [user.id],
    phones: user.phoneVerifiedAt ? [user.phoneE164] : [],
    emails: user.emailVerifiedAt ? mailboxesOf(user.email) : [],
    former: former.flatMap(({ kind, value, until }) =>
      (kind === 'EMAIL' ? mailboxesOf(value) : [value]).map((one) => ({ kind, value: one, until })),
    ),
  };
}

/** How a text is searched for a contact: by patterns that PostgreSQL and JavaScript read alike, without regard to case. */
export interface ContactPatterns {
  /** Find the contact as a word of its own: `verma@gmail.com`, but not in `asha.verma@gmail.com`. */
  strict: readonly string[];
  /** Find it in a text with escapes as well, where a letter may stand before it. */
  loose: readonly string[];
}

/** Returns the patterns of the contacts that are the person's now. */
export const currentPatterns = ({ phones, emails }: Subject): ContactPatterns =>
  patternsOf([
    ...phones.map((value) => ({ kind: 'PHONE', value }) as const),
    ...emails.map((value) => ({ kind: 'EMAIL', value }) as const),
  ]);

export function patternsOf(contacts: readonly Omit<FormerContact, 'until'>[]): ContactPatterns {
  const phones = contacts.flatMap(({ kind, value }) =>
    kind === 'PHONE' ? [escapeRegex(value), escapeRegex(value.slice(-10))] : [],
  );
  const emails = contacts.flatMap(({ kind, value }) => (kind === 'EMAIL' ? [spellingsOf(value)] : []));
  return {
    strict: [...phones, ...emails.map((email) => `(?<![a-z0-9._%+-])${email}(?![a-z0-9-])(?![.][a-z0-9])`)],
    loose: [...phones, ...emails],
  };
}

/** Returns a pattern for every spelling of a mailbox: with a tag, and for Gmail with dots. */
function spellingsOf(mailbox: string): string {
  const at = mailbox.lastIndexOf('@');
  const [name, domain] = [mailbox.slice(0, at), mailbox.slice(at + 1)];
  const tag = '(?:[+][^@\\s"<>,;]*)?';
  if (domain !== 'gmail.com') return `${escapeRegex(name)}${tag}@${escapeRegex(domain)}`;
  return `${[...name].map(escapeRegex).join('[.]*')}${tag}@(?:gmail|googlemail)[.]com`;
}

export const escapeRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
