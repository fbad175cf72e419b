import { v7 as uuidv7 } from 'uuid';
import { consentVersion } from '#lib/domain/account/consent-texts.ts';
import type { Product } from '#lib/domain/account/profiles.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { grantOffers, withdrawOffers } from './offers-consent.ts';
import type { Phone } from './phone.ts';

export interface RegisterAccountInput {
  firstName: string;
  lastName: string;
  email: string;
  phone: Phone;
  product?: Product | undefined;
  acceptsOffers?: boolean | undefined;
}

/**
 * Creates an account whose number and email are not verified, or updates `current` when the person goes back and
 * corrects their details before verifying the number. Returns the row, and whether it existed. [API-10]
 */
export async function registerAccount(
  trx: Db,
  { phone, product, acceptsOffers = false, ...names }: RegisterAccountInput,
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
        notificationPreferences: '{}',
        consentVersion: consentVersion('SIGN_UP'),
      })
      .returningAll()
      .executeTakeFirstOrThrow());
  if (acceptsOffers) await grantOffers(trx, user.id);
  else if (corrected) await withdrawOffers(trx, user.id);
  if (product === 'cap')
    await trx
      .insertInto('userProfile')
      .values({ userId: user.id, type: 'CAP_CANDIDATE' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return { user, isExisting: Boolean(corrected) };
}
