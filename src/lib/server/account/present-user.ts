import type * as z from 'zod/mini';
import type { user, userAnswer } from '#lib/contract/account/user.ts';
import type { ProfileType } from '#lib/domain/account/profiles.ts';
import { defaultTimeZone, findCountry } from '#lib/domain/core/countries.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { presentAvatar } from '#lib/server/media/present-media.ts';
import { nationalDigits } from './phone.ts';

export type User = z.output<typeof user>;
export type UserAnswer = z.output<typeof userAnswer>;

/** Row → wire (USER-01). */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: [row.firstName, row.lastName].filter(Boolean).join(' '),
    firstName: row.firstName,
    lastName: row.lastName,
    phone: nationalDigits(row.phoneE164, row.countryIsoCode),
    countryIsoCode: row.countryIsoCode,
    fullPhone: row.phoneE164,
    isPhoneVerified: row.phoneVerifiedAt !== null,
    dateJoined: row.dateJoined.toISOString(),
    avatar: presentAvatar(row.avatarMediaId),
    intercomHash: null,
    timeZone: row.timeZone ?? findCountry(row.countryIsoCode)?.timeZone ?? defaultTimeZone,
    notificationPreferences: row.notificationPreferences,
  };
}

/** The person with a number asked for and not proven yet in place of their own, as the next step needs it (C-23). */
export function presentWithPendingPhone(row: UserRow): User {
  if (!row.pendingPhoneE164 || !row.pendingCountryIsoCode) return presentUser(row);
  return presentUser({
    ...row,
    phoneE164: row.pendingPhoneE164,
    countryIsoCode: row.pendingCountryIsoCode,
    phoneVerifiedAt: null,
  });
}

/** The person and what else they are to us (USER-03). */
export async function presentUserAnswer(db: Db, row: UserRow): Promise<UserAnswer> {
  const profiles = await db
    .selectFrom('userProfile')
    .selectAll()
    .where('userId', '=', row.id)
    .orderBy('createdAt')
    .execute();
  return {
    user: presentUser(row),
    userProfiles: profiles.map(({ type, createdAt }) => ({
      type: type as ProfileType,
      createdAt: createdAt.toISOString(),
    })),
  };
}
