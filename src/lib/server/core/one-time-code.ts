import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { derive } from '#lib/server/config.ts';

const digits = 6;

/** Returns six random digits, each of the million codes equally likely. [C-01] */
export function generateCode(random: (below: number) => number = (below) => randomInt(0, below)): string {
  return String(random(10 ** digits)).padStart(digits, '0');
}

/** The values that a stored code is bound to; with any other value it does not match. [C-07, C-08] */
export interface CodeBinding {
  /** The id of the row that stores the code. */
  id: string;
  /** What the code proves; a code for one purpose never passes for another. */
  purpose: string;
  /** The number or the address that the code is sent to. */
  recipient: string;
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

function hmac(key: string, { id, purpose, recipient }: CodeBinding, code: string): Buffer {
  return createHmac('sha256', derive(key, 'otp')).update([id, purpose, recipient, code].join('|')).digest();
}

const keyIdOf = (key: string) => derive(key, 'otp-key-id').slice(0, 8);
