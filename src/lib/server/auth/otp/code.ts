import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { type OtpPurpose, otpPolicy } from '#lib/domain/auth/otp-policy.ts';
import { derive } from '#lib/server/config.ts';

/** Six digits, every one of the million equally likely (C-01). */
export function newCode(random: (below: number) => number = (below) => randomInt(0, below)): string {
  return String(random(10 ** otpPolicy.digits)).padStart(otpPolicy.digits, '0');
}

/** What a code is bound to (C-07, C-08). */
export interface CodeBinding {
  otpId: string;
  purpose: OtpPurpose;
  phoneE164: string;
}

type Keys = readonly [string, ...string[]];

/** The HMAC to store, with the id of the key that made it, so that keys can be rotated (C-08). */
export function hashCode(
  keys: Keys,
  binding: CodeBinding,
  code: string,
): { codeHmac: string; keyId: string } {
  return { codeHmac: hmac(keys[0], binding, code).toString('hex'), keyId: keyIdOf(keys[0]) };
}

/** Compares in constant time; false also when the key that made the HMAC is gone. */
export function matchesCode(
  keys: Keys,
  binding: CodeBinding,
  sealed: { codeHmac: string; keyId: string },
  code: string,
): boolean {
  const key = keys.find((one) => keyIdOf(one) === sealed.keyId) ?? keys[0];
  return timingSafeEqual(hmac(key, binding, code), Buffer.from(sealed.codeHmac, 'hex'));
}

function hmac(key: string, { otpId, purpose, phoneE164 }: CodeBinding, code: string): Buffer {
  return createHmac('sha256', derive(key, 'otp'))
    .update([otpId, purpose, phoneE164, code].join('|'))
    .digest();
}

const keyIdOf = (key: string) => derive(key, 'otp-key-id').slice(0, 8);
