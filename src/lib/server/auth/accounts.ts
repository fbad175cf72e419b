import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Product } from '#lib/domain/account/profiles.ts';
import type { Phone } from '#lib/server/account/phone.ts';
import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** Accounts and who owns a number. Only a proven number or e-mail is owned (C-22). */

export async function findOwner(db: Db, phoneE164: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('appUser')
    .selectAll()
    .where('phoneE164', '=', phoneE164)
    .where('phoneVerifiedAt', 'is not', null)
    .executeTakeFirst();
}

/** @throws HttpError PHONE_ALREADY_REGISTERED when somebody else proved the number */
export async function refuseOwnedPhone(db: Db, phoneE164: string, exceptUserId?: string): Promise<void> {
  const owner = await findOwner(db, phoneE164);
  if (owner && owner.id !== exceptUserId)
    throw new HttpError('PHONE_ALREADY_REGISTERED', { fields: ['phone'] });
}

/** @throws HttpError EMAIL_ALREADY_REGISTERED when a verified account has the address */
export async function refuseOwnedEmail(db: Db, email: string, exceptUserId?: string): Promise<void> {
  const owner = await db
    .selectFrom('appUser')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('phoneVerifiedAt', 'is not', null)
    .executeTakeFirst();
  if (owner && owner.id !== exceptUserId)
    throw new HttpError('EMAIL_ALREADY_REGISTERED', { fields: ['email'] });
}

export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  phone: Phone;
  product?: Product | undefined;
}

/**
 * Opens an account that owns nothing yet. A person who goes back and corrects their details before proving
 * the number keeps the one they have (`current`).
 */
export async function registerAccount(
  trx: Db,
  { phone, product, ...names }: Registration,
  current: UserRow | null,
): Promise<{ user: UserRow; isExisting: boolean }> {
  const values = { ...names, countryIsoCode: phone.countryIsoCode, phoneE164: phone.e164 };
  const corrected =
    current &&
    (await trx
      .updateTable('appUser')
      .set(values)
      .where('id', '=', current.id)
      .where('phoneVerifiedAt', 'is', null)
      .returningAll()
      .executeTakeFirst());
  const user =
    corrected ||
    (await trx
      .insertInto('appUser')
      .values({
        id: uuidv7(),
        ...values,
        notificationPreferences: JSON.stringify({ call: true, email: true, whatsapp: true }),
      })
      .returningAll()
      .executeTakeFirstOrThrow());
  if (product === 'cap')
    await trx
      .insertInto('userProfile')
      .values({ userId: user.id, type: 'CAP_CANDIDATE' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return { user, isExisting: Boolean(corrected) };
}

/**
 * Holds the number for this transaction. Those who prove one number at once each touch the others' rows;
 * in turn, they cannot lock each other out.
 */
export async function lockPhone(trx: Db, phoneE164: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${phoneE164}, 0))`.execute(trx);
}

/**
 * Gives the number to the person who proved it; other unproven claims to it end, sessions included. One
 * conditional write: of two who prove the same number at once, the index lets one through (C-22).
 * @throws HttpError PHONE_ALREADY_REGISTERED, EMAIL_ALREADY_REGISTERED
 */
export async function grantPhone(trx: Db, userId: string, phoneE164: string): Promise<UserRow> {
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
    // The code may be for a number that the person has since left.
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

/** Names the owner's index that a write ran into; every other error stays what it is. */
export function ownedError(error: unknown): unknown {
  if (isUniqueViolation(error, 'app_user_phone_owner'))
    return new HttpError('PHONE_ALREADY_REGISTERED', { fields: ['phone'] });
  if (isUniqueViolation(error, 'app_user_email_owner'))
    return new HttpError('EMAIL_ALREADY_REGISTERED', { fields: ['email'] });
  return error;
}

/** The loser of a race for a number no longer waits for it (C-22). */
export async function clearPendingPhone(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('appUser')
    .set({ pendingPhoneE164: null, pendingCountryIsoCode: null })
    .where('id', '=', userId)
    .execute();
}
