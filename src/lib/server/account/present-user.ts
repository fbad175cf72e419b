import type * as z from 'zod/mini';
import type { user, userResponse } from '#lib/contract/account/user.ts';
import type { ProfileType } from '#lib/domain/account/profiles.ts';
import { defaultTimeZone, findCountry } from '#lib/domain/core/countries.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { presentAvatar } from '#lib/server/media/present-media.ts';
import { toNationalDigits } from './phone.ts';

export type User = z.output<typeof user>;
export type UserResponse = z.output<typeof userResponse>;

/** Returns the person as the API sends them. [USER-01] */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: [row.firstName, row.lastName].filter(Boolean).join(' '),
    firstName: row.firstName,
    lastName: row.lastName,
    phone: toNationalDigits(row.phoneE164, row.countryIsoCode),
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

/** Returns the person with the number that they want to change to, unverified, in place of their own. [C-23] */
export function presentUserWithPendingPhone(row: UserRow): User {
  if (!row.pendingPhoneE164 || !row.pendingCountryIsoCode) return presentUser(row);
  return presentUser({
    ...row,
    phoneE164: row.pendingPhoneE164,
    countryIsoCode: row.pendingCountryIsoCode,
    phoneVerifiedAt: null,
  });
}

/** Returns the person and their profiles as the API sends them. [USER-03] */
export async function presentUserResponse(db: Db, row: UserRow): Promise<UserResponse> {
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
