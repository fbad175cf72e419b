import type { Generated, Selectable } from 'kysely';
import type { Json, Timestamp } from './columns.ts';

/** A person. Several rows may hold the same unverified number or email, but only one row has verified it. [C-22] */
export interface AppUserTable {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  /** The time at which the person entered the code from that mailbox. Until then nothing else is sent there. [C-22] */
  emailVerifiedAt: Date | null;
  /** The new email of a person with a verified one, until it is verified. Until then the old one gets the mail. [C-23] */
  pendingEmail: string | null;
  countryIsoCode: string;
  /** E.164, `+919876543210`. It is unique, and not the national number, because two countries share +1. */
  phoneE164: string;
  phoneVerifiedAt: Date | null;
  /** The new number of a verified person until it is verified. Until then the old one signs in. [C-23] */
  pendingPhoneE164: string | null;
  pendingCountryIsoCode: string | null;
  /** IANA; null means the country's default (APP-13). */
  timeZone: string | null;
  /** As `readPreferences` of domain/account/notification-preferences.ts reads them. */
  notificationPreferences: Json<Record<string, unknown>>;
  dateJoined: Generated<Date>;
  /** Which version of the words they saw, see domain/account/consent-texts.ts. */
  consentVersion: Generated<number>;
  disabledAt: Date | null;
  /** The person's avatar, a public image. [USER-01] */
  avatarMediaId: string | null;
}

/** A person as the database returns them. */
export type UserRow = Selectable<AppUserTable>;

export interface UserProfileTable {
  userId: string;
  /** `ProfileType` of domain/account/profiles.ts (USER-03). */
  type: string;
  createdAt: Generated<Date>;
}

export interface SessionTable {
  /** SHA-256 of the token in hex, so that nobody can sign in with a dump of this table. [C-19] */
  tokenHash: string;
  /** Identifies the session in the person's list of devices. */
  id: Generated<string>;
  userId: string;
  createdAt: Generated<Date>;
  lastSeenAt: Generated<Date>;
  expiresAt: Timestamp;
  /** The time when the person last entered an OTP. Sensitive actions need a recent one. [C-20] */
  provenAt: Date | null;
  userAgent: string;
}

export interface OtpChallengeTable {
  id: string;
  /** `LOGIN` or `PHONE_VERIFICATION`. */
  purpose: string;
  userId: string;
  phoneE164: string;
  medium: string;
  codeHmac: string;
  /** The version of the secret key of the HMAC. [C-08] */
  keyId: string;
  attempts: Generated<number>;
  /** The number of previous resends; a call needs two. [C-13] */
  resendCount: number;
  createdAt: Generated<Date>;
  expiresAt: Timestamp;
  consumedAt: Date | null;
  supersededAt: Date | null;
  /** The time at which the code was first seen to be expired; it stays so when the clock goes back. [C-02] */
  expiredAt: Date | null;
  /** Whether it was requested on a device on which the number logged in before. [C-04] */
  isKnownDevice: Generated<boolean>;
}

/** A code that proves an email. [C-22] */
export interface EmailChallengeTable {
  id: string;
  userId: string;
  /** The address in lower case. */
  email: string;
  codeHmac: string;
  /** The version of the secret key of the HMAC. [C-08] */
  keyId: string;
  attempts: Generated<number>;
  createdAt: Generated<Date>;
  expiresAt: Timestamp;
  consumedAt: Date | null;
  supersededAt: Date | null;
}

/** A counter per rate limit and window. `count` never exceeds the limit's maximum. [C-38] */
export interface RateCounterTable {
  key: string;
  count: number;
  expiresAt: Timestamp;
}

export interface AccountsTables {
  appUser: AppUserTable;
  userProfile: UserProfileTable;
  session: SessionTable;
  otpChallenge: OtpChallengeTable;
  emailChallenge: EmailChallengeTable;
  rateCounter: RateCounterTable;
}
