import { createHmac } from 'node:crypto';
import type * as z from 'zod/mini';
import type { user, userResponse } from '#lib/contract/account/user.ts';
import { readPreferences } from '#lib/domain/account/notification-preferences.ts';
import type { ProfileType } from '#lib/domain/account/profiles.ts';
import { findCountry } from '#lib/domain/core/countries.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { presentAvatar } from '#lib/server/media/present-media.ts';
import { unverifiedEmailOf } from './email-recipient.ts';
import { toNationalDigits } from './phone.ts';

export type User = z.output<typeof user>;
export type UserResponse = z.output<typeof userResponse>;

/** Returns the person as the API sends them: with the email that they entered last. [USER-01, C-23] */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.pendingEmail ?? row.email,
    isEmailVerified: unverifiedEmailOf(row) === null,
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
    notificationPreferences: presentPreferences(row),
  };
}

/** The agenda and the leads are the staff's alone, so nobody else sees that they exist. New jobs have their switch beside the searches. */
function presentPreferences({ notificationPreferences }: UserRow): User['notificationPreferences'] {
  const { reminders, updates, offers } = readPreferences(notificationPreferences);
  return { reminders, updates, offers };
}

/** Returns the person for themselves: with the signature that proves to the chat service who they are. [USER-01] */
function presentSelf(config: Config, row: UserRow): User {
  return { ...presentUser(row), intercomHash: createIntercomHash(config.intercomIdentitySecret, row.id) };
}

/** Returns the HMAC-SHA256 of the id in hex; null where no chat is configured. [USER-01] */
function createIntercomHash(secret: string | null, userId: string): string | null {
  return secret && createHmac('sha256', secret).update(userId).digest('hex');
}

/** Returns the person with the number that they want to change to, unverified, in place of their own. [C-23] */
export function presentUserWithPendingPhone(config: Config, row: UserRow): User {
  if (!row.pendingPhoneE164 || !row.pendingCountryIsoCode) return presentSelf(config, row);
  return presentSelf(config, {
    ...row,
    phoneE164: row.pendingPhoneE164,
    countryIsoCode: row.pendingCountryIsoCode,
    phoneVerifiedAt: null,
  });
}

/** Returns the person and their profiles as the API sends them. [USER-03] */
export async function presentUserResponse(
  { db, config }: { db: Db; config: Config },
  row: UserRow,
): Promise<UserResponse> {
  const profiles = await db
    .selectFrom('userProfile')
    .selectAll()
    .where('userId', '=', row.id)
    .orderBy('createdAt')
    .execute();
  return {
    user: presentSelf(config, row),
    userProfiles: profiles.map(({ type, createdAt }) => ({
      type: type as ProfileType,
      createdAt: createdAt.toISOString(),
    })),
  };
}
