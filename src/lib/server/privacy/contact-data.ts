import { sql } from 'kysely';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { mailboxOf } from '#lib/server/core/mailbox-sql.ts';
import { normalizeMailbox } from '#lib/server/core/normalize-mailbox.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { eraseData } from './erase-data.ts';
import { collectData } from './personal-data/collect-data.ts';
import { mailboxesOf, type Subject } from './personal-data/subject.ts';

/** What we hold about an email or a number. */
export interface ContactData {
  /** The email or number as it is stored. */
  contact: string;
  /** Whether it belongs to an account, whose owner has a page of their own. */
  hasAccount: boolean;
  tables: Record<string, Record<string, unknown>[]>;
  /** How many rows there are in all. */
  rows: number;
  /** Other emails and numbers in these rows, which may be the same person's. */
  others: string[];
}

const nobody: Subject = { userIds: [], phones: [], emails: [], former: [] };

/** Reads an email or a number as staff type it. Throws `VALIDATION_FAILED`. */
function parseContact(text: string): Subject {
  const typed = text.trim();
  if (/^[^\s@]+@[^\s@]+$/.test(typed)) return { ...nobody, emails: mailboxesOf(typed) };
  const parsed = parsePhoneNumberFromString(typed, 'IN');
  if (!parsed?.isValid())
    throw new HttpError('VALIDATION_FAILED', {
      message: 'Enter an email or a mobile number.',
      fields: ['contact'],
    });
  return { ...nobody, phones: [parsed.number] };
}

/**
 * Returns whether the contact is verified by an account. An account whose number nobody has verified belongs to no one, so what it holds
 * counts as the contact's. [C-22]
 */
async function findAccounts(db: Db, subject: Subject): Promise<{ hasAccount: boolean; userIds: string[] }> {
  const { rows } = await sql<{ id: string; isOwner: boolean }>`
    select id, phone_verified_at is not null or phone_e164 <> all(${[...subject.phones]}::text[]) as "isOwner" from app_user
    where phone_e164 = any(${[...subject.phones]}::text[])
      or (${mailboxOf(sql.ref('email'))} = any(${[...subject.emails]}::text[]) and email_verified_at is not null)`.execute(
    db,
  );
  return {
    hasAccount: rows.some(({ isOwner }) => isOwner),
    userIds: rows.flatMap(({ id, isOwner }) => (isOwner ? [] : [id])),
  };
}

/** Finds everything about an email or a number. Throws `VALIDATION_FAILED`. */
export async function findContactData(db: Db, text: string): Promise<ContactData> {
  const subject = parseContact(text);
  const { hasAccount, userIds } = await findAccounts(db, subject);
  const tables = await collectData(db, { ...subject, userIds });
  const values = Object.values(tables).flat();
  const contacts = values
    .flatMap((row) => [row.email, row.phone_e164])
    .filter((one) => typeof one === 'string');
  const own = new Set([...subject.phones, ...subject.emails]);
  return {
    contact: subject.phones[0] ?? text.trim().toLowerCase(),
    ...{ hasAccount, tables },
    rows: values.length,
    others: [...new Set(contacts)].filter((one) => !own.has(one) && !own.has(normalizeMailbox(one))),
  };
}

/** Erases what `findContactData` finds, and returns how many rows of each table were changed. */
export async function eraseContact(
  trx: Db,
  text: string,
  { tables }: ContactData,
): Promise<Record<string, number>> {
  const subject = parseContact(text);
  const { userIds } = await findAccounts(trx, subject);
  const names = ['lead', 'callback_request', 'certificate', 'app_user'].flatMap((table) =>
    (tables[table] ?? []).map((row) => ({
      firstName: String(row.first_name ?? ''),
      lastName: String(row.last_name ?? ''),
    })),
  );
  return eraseData(trx, { ...subject, userIds, names });
}
