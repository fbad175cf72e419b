import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares a sent signature or token with the expected one, in a time that depends on neither. [C-26] */
export function isEqualSecret(sent: string | null, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return sent !== null && timingSafeEqual(digest(sent), digest(expected));
}
