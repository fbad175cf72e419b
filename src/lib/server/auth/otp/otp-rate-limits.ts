import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { type DeliveryMedium, type OtpPurpose, otpPolicy } from '#lib/domain/auth/otp-policy.ts';
import type { Phone } from '#lib/server/account/phone.ts';
import { peek, type RateLimit } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { Limits } from '#lib/server/limits.ts';
import type { PhoneOnDevice } from './known-device.ts';

const minutes = 60;
const hours = 60 * minutes;

/** A limit on sending OTPs, and the error to return when it is exceeded. */
export interface SendLimit extends RateLimit {
  errorCode: ErrorCode;
}

interface VolumeLimitsInput extends PhoneOnDevice {
  phone: Phone;
  medium: DeliveryMedium;
  limits: Limits;
}

/**
 * Returns the limit of one OTP per 30 seconds for a number and a purpose: a number that was just changed, and one that is
 * verified after an OTP to another number, start an interval of their own. It is reset when the provider did not accept
 * the message. [C-09]
 */
export function resendLimit({ phoneE164, isKnownDevice }: PhoneOnDevice, purpose: OtpPurpose): SendLimit {
  return {
    key: `otp:interval:${isKnownDevice ? 'known:' : ''}${purpose}:${phoneE164}`,
    max: 1,
    windowSeconds: otpPolicy.resendSeconds,
    errorCode: 'OTP_RESEND_TOO_SOON',
  };
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
function phoneLimits({ phoneE164, isKnownDevice }: PhoneOnDevice): SendLimit[] {
  return isKnownDevice
    ? [perPhone(`known:${phoneE164}`, 5, hours)]
    : [perPhone(`15m:${phoneE164}`, 5, 15 * minutes), perPhone(`24h:${phoneE164}`, 10, 24 * hours)];
}

/** Returns the limits that decide when a person may ask for the next OTP. [C-09, C-10] */
export function waitLimits(device: PhoneOnDevice, purpose: OtpPurpose): SendLimit[] {
  return [resendLimit(device, purpose), ...phoneLimits(device)];
}

/**
 * Returns the limits on OTPs per number, prefix, country and in total, from the narrowest to the widest: parallel sends lock
 * the counters' rows in the same order. [C-10, C-11, C-13]
 */
export function volumeLimits({ phone, medium, limits, ...device }: VolumeLimitsInput): SendLimit[] {
  const { e164, countryIsoCode } = phone;
  const isCall = medium === 'VOICE_CALL';
  return [
    ...(isCall ? [perPhone(`call:1h:${e164}`, 2, hours), perPhone(`call:24h:${e164}`, 3, 24 * hours)] : []),
    ...phoneLimits(device),
    ...(device.isKnownDevice
      ? []
      : [shared(`prefix:${e164.slice(0, -4)}`, limits.otpSendsPerHourPrefix, hours)]),
    ...(countryIsoCode === 'IN'
      ? []
      : [shared(`country:${countryIsoCode}`, limits.otpSendsPerHourForeignCountry, hours)]),
    ...(isCall ? [shared('calls', limits.voiceCallsPerHour, hours)] : []),
    shared('all', limits.otpSendsPerHour, hours),
  ];
}

/** A limit on how many different numbers one account verifies; a number counts once per window. */
interface DistinctPhonesLimit {
  /** Full once the number was counted. */
  counted: RateLimit;
  limit: SendLimit;
}

/** Returns the limits of five different numbers an hour and ten a day for one account. [C-09] */
export function distinctPhonesLimits(userId: string, phoneE164: string): DistinctPhonesLimit[] {
  const per = (window: string, max: number, windowSeconds: number): DistinctPhonesLimit => ({
    counted: { key: `otp:number:${window}:${userId}:${phoneE164}`, max: 1, windowSeconds },
    limit: perPhone(`numbers:${window}:${userId}`, max, windowSeconds),
  });
  return [per('1h', 5, hours), per('24h', 10, 24 * hours)];
}

/**
 * Returns the limits on attempts at all OTPs of a number; once one is reached the number is locked for as long again. A
 * known device has a limit of its own, so that the wrong attempts of strangers do not lock out the owner, and its own do
 * not give strangers more. The keys are stored and keep their name. [C-04]
 */
export function attemptLimits({ phoneE164, isKnownDevice }: PhoneOnDevice): RateLimit[] {
  if (isKnownDevice)
    return [{ key: `otp:guesses:known:1h:${phoneE164}`, max: 10, windowSeconds: hours, lockSeconds: hours }];
  return [
    { key: `otp:guesses:1h:${phoneE164}`, max: 20, windowSeconds: hours, lockSeconds: hours },
    { key: `otp:guesses:24h:${phoneE164}`, max: 50, windowSeconds: 24 * hours, lockSeconds: 24 * hours },
  ];
}

/**
 * Throws `ACCOUNT_LOCKED`, with the seconds to wait, when the number has too many wrong attempts, counted on this known
 * device or on all others. [C-04]
 */
export async function requireUnlocked(
  db: Db,
  device: PhoneOnDevice,
  fields: readonly string[],
): Promise<void> {
  const locked = await peek(db, attemptLimits(device));
  if (locked) throw new HttpError('ACCOUNT_LOCKED', { retryAfter: locked.retryAfter, fields });
}
