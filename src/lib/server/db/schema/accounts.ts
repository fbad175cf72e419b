import type { Generated, Selectable } from 'kysely';
import type { Json, Timestamp } from './columns.ts';

/** A person. Many unverified rows may claim a number or an e-mail, one verified row owns it (C-22). */
export interface AppUserTable {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  countryIsoCode: string;
  /** E.164, `+919876543210`: what uniqueness is on, since +1 is two countries. */
  phoneE164: string;
  phoneVerifiedAt: Date | null;
  /** A number asked for by a verified person and not proven yet; the old one signs in until then (C-23). */
  pendingPhoneE164: string | null;
  pendingCountryIsoCode: string | null;
  /** IANA; null means the country's default (APP-13). */
  timeZone: string | null;
  notificationPreferences: Json<NotificationPreferences>;
  dateJoined: Generated<Date>;
  disabledAt: Date | null;
  /** A public picture of their own (USER-01). */
  avatarMediaId: string | null;
}

/** A person as the database returns them. */
export type UserRow = Selectable<AppUserTable>;

export interface NotificationPreferences {
  call: boolean;
  email: boolean;
  whatsapp: boolean;
}

export interface UserProfileTable {
  userId: string;
  /** `ProfileType` of domain/account/profiles.ts (USER-03). */
  type: string;
  createdAt: Generated<Date>;
}

export interface SessionTable {
  /** SHA-256 of the token, hex: a dump of this table signs nobody in (C-19). */
  tokenHash: string;
  /** What the person's list of devices calls it. */
  id: Generated<string>;
  userId: string;
  createdAt: Generated<Date>;
  lastSeenAt: Generated<Date>;
  expiresAt: Timestamp;
  /** When an OTP last proved the person; sensitive acts need it to be recent (C-20). */
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
  /** Which secret key made the HMAC (C-08). */
  keyId: string;
  attempts: Generated<number>;
  /** How many resends came before in this chain; a call needs two (C-13). */
  resendCount: number;
  createdAt: Generated<Date>;
  expiresAt: Timestamp;
  consumedAt: Date | null;
  supersededAt: Date | null;
}

/** One row per limited thing and window; `count` never passes its maximum (C-38). */
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
  rateCounter: RateCounterTable;
}
