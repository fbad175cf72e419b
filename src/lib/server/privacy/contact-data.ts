import { sql } from 'kysely';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { collectData } from './collect-data.ts';
import { eraseData } from './erase-data.ts';
import type { Subject } from './personal-tables.ts';

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

/** Reads an email or a number as staff type it. Throws `VALIDATION_FAILED`. */
function parseContact(text: string): Subject {
  const typed = text.trim();
  if (/^[^\s@]+@[^\s@]+$/.test(typed)) return { userIds: [], phones: [], emails: [typed.toLowerCase()] };
  const parsed = parsePhoneNumberFromString(typed, 'IN');
  if (!parsed?.isValid())
    throw new HttpError('VALIDATION_FAILED', {
      message: 'Enter an email or a mobile number.',
      fields: ['contact'],
    });
  return { userIds: [], phones: [parsed.number], emails: [] };
}

/** Finds everything about an email or a number. Throws `VALIDATION_FAILED`. */
export async function findContactData(db: Db, text: string): Promise<ContactData> {
  const subject = parseContact(text);
  const { phones, emails } = subject;
  const { rows: accounts } = await sql`
    select id from app_user
    where (phone_e164 = any(${[...phones]}::text[]) and phone_verified_at is not null)
      or (lower(email) = any(${[...emails]}::text[]) and email_verified_at is not null)`.execute(db);
  const tables = await collectData(db, subject);
  const own = [...phones, ...emails];
  const values = Object.values(tables).flat();
  const contacts = values
    .flatMap((row) => [row.email, row.phone_e164])
    .filter((one) => typeof one === 'string');
  return {
    contact: own[0] ?? '',
    hasAccount: accounts.length > 0,
    tables,
    rows: values.length,
    others: [...new Set(contacts)].filter((one) => !own.includes(one.toLowerCase())),
  };
}

/** Erases what `findContactData` finds, and returns how many rows of each table were changed. */
export async function eraseContact(
  trx: Db,
  text: string,
  { tables }: ContactData,
): Promise<Record<string, number>> {
  const names = ['lead', 'callback_request', 'certificate'].flatMap((table) =>
    (tables[table] ?? []).map((row) => ({
      firstName: String(row.first_name ?? ''),
      lastName: String(row.last_name ?? ''),
    })),
  );
  return eraseData(trx, { ...parseContact(text), names });
}
