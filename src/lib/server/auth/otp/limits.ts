import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { type DeliveryMedium, otpPolicy } from '#lib/domain/auth/otp-policy.ts';
import type { Phone } from '#lib/server/account/phone.ts';
import type { RateLimit } from '#lib/server/core/rate-limit.ts';
import type { Limits } from '#lib/server/limits.ts';

const minutes = 60;
const hours = 60 * minutes;

/** A limit of a send and the error that its refusal is. */
export interface SendLimit extends RateLimit {
  errorCode: ErrorCode;
}

interface Wait {
  phone: Pick<Phone, 'e164'>;
  userId: string;
  /** The device signed in with this number before (C-10). */
  isKnownDevice: boolean;
}

interface Send extends Wait {
  phone: Phone;
  medium: DeliveryMedium;
  limits: Limits;
}

/** 30 s between sends, for the number and for the person (C-09). Given back when the provider took nothing. */
export function intervalLimits({ phone, userId }: Pick<Wait, 'phone' | 'userId'>): SendLimit[] {
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

/** A stranger who spends the number's budget leaves its owner's own device one of its own (C-10). */
function phoneLimits(e164: string, isKnownDevice: boolean): SendLimit[] {
  return isKnownDevice
    ? [perPhone(`known:${e164}`, 5, hours)]
    : [perPhone(`15m:${e164}`, 5, 15 * minutes), perPhone(`24h:${e164}`, 10, 24 * hours)];
}

/** What a person waits for before they may ask for the next code (C-09, C-10). */
export function waitLimits({ phone, userId, isKnownDevice }: Wait): SendLimit[] {
  return [...intervalLimits({ phone, userId }), ...phoneLimits(phone.e164, isKnownDevice)];
}

/**
 * How many sends a number, its neighbours, its country and all the world get (C-10, C-11, C-13).
 * From the narrowest to the widest, so that parallel sends take the counters' rows in one order.
 */
export function volumeLimits({ phone, medium, isKnownDevice, limits }: Send): SendLimit[] {
  const { e164, countryIsoCode } = phone;
  const call = medium === 'VOICE_CALL';
  return [
    ...(call ? [perPhone(`call:1h:${e164}`, 2, hours), perPhone(`call:24h:${e164}`, 3, 24 * hours)] : []),
    ...phoneLimits(e164, isKnownDevice),
    ...(isKnownDevice ? [] : [shared(`prefix:${e164.slice(0, -4)}`, limits.otpSendsPerHourPrefix, hours)]),
    ...(countryIsoCode === 'IN'
      ? []
      : [shared(`country:${countryIsoCode}`, limits.otpSendsPerHourForeignCountry, hours)]),
    ...(call ? [shared('calls', limits.voiceCallsPerHour, hours)] : []),
    shared('all', limits.otpSendsPerHour, hours),
  ];
}

/** Ten numbers an hour from one network (C-12). */
export function distinctPhonesLimit(network: string): SendLimit {
  return { key: `otp:phones:${network}`, max: 10, windowSeconds: hours, errorCode: 'RATE_LIMITED' };
}

/** Guesses at a number over all its codes (C-04); full means locked, for as long again. */
export function guessLimits(phoneE164: string): RateLimit[] {
  return [
    { key: `otp:guesses:1h:${phoneE164}`, max: 20, windowSeconds: hours, lockSeconds: hours },
    { key: `otp:guesses:24h:${phoneE164}`, max: 50, windowSeconds: 24 * hours, lockSeconds: 24 * hours },
  ];
}
