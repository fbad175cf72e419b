import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { type DeliveryMedium, otpPolicy } from '#lib/domain/auth/otp-policy.ts';
import type { Phone } from '#lib/server/account/phone.ts';
import { peek, type RateLimit } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { Limits } from '#lib/server/limits.ts';

const minutes = 60;
const hours = 60 * minutes;

/** A limit on sending OTPs, and the error to return when it is exceeded. */
export interface SendLimit extends RateLimit {
  errorCode: ErrorCode;
}

interface WaitLimitsInput {
  phone: Pick<Phone, 'e164'>;
  userId: string;
  /** Whether this number logged in on the device before. [C-10] */
  isKnownDevice: boolean;
}

interface VolumeLimitsInput extends WaitLimitsInput {
  phone: Phone;
  medium: DeliveryMedium;
  limits: Limits;
}

/**
 * Returns the limits of one OTP per 30 seconds, by number and by person. They are reset when the provider did not accept the
 * message. [C-09]
 */
export function resendLimits({ phone, userId }: Pick<WaitLimitsInput, 'phone' | 'userId'>): SendLimit[] {
  const once = { max: 1, windowSeconds: otpPolicy.resendSeconds, errorCode: 'OTP_RESEND_TOO_SOON' } as const;
  return [
    { ...once, key: `otp:interval:${phone.e164}` },
    { ...once, key: `otp:interval:${userId}` },
  ];
}

const sendLimit =
  (errorCode: ErrorCode) =>
  (key: string, max: number, windowSeconds: number): SendLimit => ({
    key: `otp:${key}`,
    max,
    windowSeconds,
    errorCode,
  });
const perPhone = sendLimit('OTP_SEND_LIMIT');
const shared = sendLimit('OTP_DELIVERY_PAUSED');

/** A known device has a limit of its own: a stranger who uses up the number's limits does not lock its owner out. [C-10] */
function phoneLimits(e164: string, isKnownDevice: boolean): SendLimit[] {
  return isKnownDevice
    ? [perPhone(`known:${e164}`, 5, hours)]
    : [perPhone(`15m:${e164}`, 5, 15 * minutes), perPhone(`24h:${e164}`, 10, 24 * hours)];
}

/** Returns the limits that decide when a person may ask for the next OTP. [C-09, C-10] */
export function waitLimits({ phone, userId, isKnownDevice }: WaitLimitsInput): SendLimit[] {
  return [...resendLimits({ phone, userId }), ...phoneLimits(phone.e164, isKnownDevice)];
}

/**
 * Returns the limits on OTPs per number, prefix, country and in total, from the narrowest to the widest: parallel sends lock
 * the counters' rows in the same order. [C-10, C-11, C-13]
 */
export function volumeLimits({ phone, medium, isKnownDevice, limits }: VolumeLimitsInput): SendLimit[] {
  const { e164, countryIsoCode } = phone;
  const isCall = medium === 'VOICE_CALL';
  return [
    ...(isCall ? [perPhone(`call:1h:${e164}`, 2, hours), perPhone(`call:24h:${e164}`, 3, 24 * hours)] : []),
    ...phoneLimits(e164, isKnownDevice),
    ...(isKnownDevice ? [] : [shared(`prefix:${e164.slice(0, -4)}`, limits.otpSendsPerHourPrefix, hours)]),
    ...(countryIsoCode === 'IN'
      ? []
      : [shared(`country:${countryIsoCode}`, limits.otpSendsPerHourForeignCountry, hours)]),
    ...(isCall ? [shared('calls', limits.voiceCallsPerHour, hours)] : []),
    shared('all', limits.otpSendsPerHour, hours),
  ];
}

/** Returns the limit of ten different numbers per hour from one network. [C-12] */
export function distinctPhonesLimit(network: string): SendLimit {
  return { key: `otp:phones:${network}`, max: 10, windowSeconds: hours, errorCode: 'RATE_LIMITED' };
}

/**
 * Returns the limits on attempts at all OTPs of a number; once one is reached the number is locked for as long again.
 * The keys are stored and keep their name. [C-04]
 */
export function attemptLimits(phoneE164: string): RateLimit[] {
  return [
    { key: `otp:guesses:1h:${phoneE164}`, max: 20, windowSeconds: hours, lockSeconds: hours },
    { key: `otp:guesses:24h:${phoneE164}`, max: 50, windowSeconds: 24 * hours, lockSeconds: 24 * hours },
  ];
}

/** Throws `ACCOUNT_LOCKED`, with the seconds to wait, for a number with too many wrong attempts. [C-04] */
export async function requireUnlocked(db: Db, phoneE164: string, fields: readonly string[]): Promise<void> {
  const locked = await peek(db, attemptLimits(phoneE164));
  if (locked) throw new HttpError('ACCOUNT_LOCKED', { retryAfter: locked.retryAfter, fields });
}
