import { sql } from 'kysely';
import { type Db, executePrepared, isUniqueViolation } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { emailRecipientOf, isSameEmail, unverifiedEmailOf } from './email-recipient.ts';

/**
 * Ownership of numbers and emails: the owner is the one account that has verified it. Until then, any number of
 * accounts may claim the same one, and a claim blocks nobody. [C-22]
 */

/** Returns the account that verified the number, if there is one. */
export async function findPhoneOwner(db: Db, phoneE164: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('appUser')
    .selectAll()
    .where('phoneE164', '=', phoneE164)
    .where('phoneVerifiedAt', 'is not', null)
    .executeTakeFirst();
}

/** Returns whether an account has verified the number. Everybody who signs in asks this first, so the statement is prepared. */
export async function hasPhoneOwner(db: Db, phoneE164: string): Promise<boolean> {
  const query = db
    .selectFrom('appUser')
    .select('id')
    .where('phoneE164', '=', phoneE164)
    .where('phoneVerifiedAt', 'is not', null);
  const { rows } = await executePrepared(db, query.compile());
  return rows.length > 0;
}

/** Throws `PHONE_ALREADY_REGISTERED` when another account verified the number. */
export async function requireAvailablePhone(db: Db, phoneE164: string, exceptUserId?: string): Promise<void> {
  const owner = await findPhoneOwner(db, phoneE164);
  if (owner && owner.id !== exceptUserId)
    throw new HttpError('PHONE_ALREADY_REGISTERED', { fields: ['phone'] });
}

/** Throws `EMAIL_ALREADY_REGISTERED` when an account has verified the address. */
export async function requireAvailableEmail(db: Db, email: string): Promise<void> {
  const owner = await db
    .selectFrom('appUser')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('emailVerifiedAt', 'is not', null)
    .executeTakeFirst();
  if (owner) throw new HttpError('EMAIL_ALREADY_REGISTERED', { fields: ['email'] });
}

/**
 * Locks the number until the transaction ends. People who verify the same number at once write each other's rows;
 * without the lock they could deadlock.
 */
export async function lockPhone(trx: Db, phoneE164: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${phoneE164}, 0))`.execute(trx);
}

/**
 * Makes the person the owner of the number, deletes the unverified accounts that hold it, and returns the updated row.
 * The unique index decides when two people verify one number at once; `toOwnershipError` names the error it raises.
 * Throws `OTP_SUPERSEDED` when the person has changed to another number since the OTP was sent. [C-22]
 */
export async function assignVerifiedPhone(trx: Db, userId: string, phoneE164: string): Promise<UserRow> {
  const user = await trx
    .updateTable('appUser')
    .set({
      phoneE164,
      countryIsoCode: sql<string>`case when pending_phone_e164 = ${phoneE164} then pending_country_iso_code else country_iso_code end`,
      phoneVerifiedAt: sql<Date>`now()`,
      pendingPhoneE164: null,
      pendingCountryIsoCode: null,
    })
    .where('id', '=', userId)
    .where((where) =>
      where.or([where('pendingPhoneE164', '=', phoneE164), where('phoneE164', '=', phoneE164)]),
    )
    .returningAll()
    .executeTakeFirst();
  if (!user) throw new HttpError('OTP_SUPERSEDED', { fields: ['otp'] });
  await trx
    .deleteFrom('appUser')
    .where('phoneE164', '=', phoneE164)
    .where('phoneVerifiedAt', 'is', null)
    .where('id', '!=', userId)
    .execute();
  return user;
}

/** Returns the HttpError for a violation of the unique index on numbers or emails, and any other error unchanged. */
export function toOwnershipError(error: unknown): unknown {
  if (isUniqueViolation(error, 'app_user_phone_owner'))
    return new HttpError('PHONE_ALREADY_REGISTERED', { fields: ['phone'] });
  if (isUniqueViolation(error, 'app_user_email_owner'))
    return new HttpError('EMAIL_ALREADY_REGISTERED', { fields: ['email'] });
  return error;
}

/** Clears the number that the person wanted to change to, after somebody else verified it first. [C-22] */
export async function clearPendingPhone(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('appUser')
    .set({ pendingPhoneE164: null, pendingCountryIsoCode: null })
    .where('id', '=', userId)
    .execute();
}

/**
 * Makes the person the owner of the email that they entered last, and returns the updated row and the verified email that it
 * replaces. `email` is the address that the code was sent to. The unique index decides when two people verify one email at
 * once; `toOwnershipError` names the error it raises. Throws `OTP_SUPERSEDED` when the person has entered another email
 * since. [C-22, C-23]
 */
export async function assignVerifiedEmail(
  trx: Db,
  userId: string,
  email: string,
): Promise<{ user: UserRow; formerEmail: string | null }> {
  const before = await trx
    .selectFrom('appUser')
    .select(['email', 'emailVerifiedAt', 'pendingEmail'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const unverified = before && unverifiedEmailOf(before);
  if (!unverified || !isSameEmail(unverified, email))
    throw new HttpError('OTP_SUPERSEDED', {
      message: 'Use the code from our newest email',
      fields: ['code'],
    });
  const user = await trx
    .updateTable('appUser')
    .set({ email: unverified, emailVerifiedAt: sql<Date>`now()`, pendingEmail: null })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { user, formerEmail: emailRecipientOf(before) };
}

/** Clears the email that the person wanted to change to, after somebody else verified it first. [C-22] */
export async function clearPendingEmail(db: Db, userId: string, email: string): Promise<void> {
  await db
    .updateTable('appUser')
    .set({ pendingEmail: null })
    .where('id', '=', userId)
    .where(sql`lower(pending_email)`, '=', email.toLowerCase())
    .execute();
}
