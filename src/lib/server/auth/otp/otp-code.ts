import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { type OtpPurpose, otpPolicy } from '#lib/domain/auth/otp-policy.ts';
import { derive } from '#lib/server/config.ts';

/** Returns six random digits, each of the million codes equally likely. [C-01] */
export function generateCode(random: (below: number) => number = (below) => randomInt(0, below)): string {
  return String(random(10 ** otpPolicy.digits)).padStart(otpPolicy.digits, '0');
}

/** The values that a stored code is bound to; with any other value it does not match. [C-07, C-08] */
export interface CodeBinding {
  otpId: string;
  purpose: OtpPurpose;
  phoneE164: string;
}

type Keys = readonly [string, ...string[]];

/** Returns the HMAC to store and the id of its key, so that keys can be rotated. [C-08] */
export function hashCode(
  keys: Keys,
  binding: CodeBinding,
  code: string,
): { codeHmac: string; keyId: string } {
  return { codeHmac: hmac(keys[0], binding, code).toString('hex'), keyId: keyIdOf(keys[0]) };
}

/** Compares in constant time; returns false also when the key of the stored HMAC was removed. */
export function matchesCode(
  keys: Keys,
  binding: CodeBinding,
  stored: { codeHmac: string; keyId: string },
  code: string,
): boolean {
  const key = keys.find((candidate) => keyIdOf(candidate) === stored.keyId) ?? keys[0];
  return timingSafeEqual(hmac(key, binding, code), Buffer.from(stored.codeHmac, 'hex'));
}

function hmac(key: string, { otpId, purpose, phoneE164 }: CodeBinding, code: string): Buffer {
  return createHmac('sha256', derive(key, 'otp'))
    .update([otpId, purpose, phoneE164, code].join('|'))
    .digest();
}

const keyIdOf = (key: string) => derive(key, 'otp-key-id').slice(0, 8);
