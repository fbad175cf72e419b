import { timingSafeEqual } from 'node:crypto';
import { type Config, derive } from '#lib/server/config.ts';

/** Keys of links that work without a login: whoever has the link may do what it says, and nobody can guess one. */

type Keys = Pick<Config, 'secretKeys'>;

/** 22 characters of base64url are 132 bits. */
const keyLength = 22;

/** Returns the key of a link, which differs for every purpose and subject. */
export const linkKey = ({ secretKeys }: Keys, purpose: string, subject: string): string =>
  keyOf(secretKeys[0], purpose, subject);

/** Returns whether a link's key is genuine. A key made with an older secret stays valid while that is listed. [C-08] */
export function isLinkKey({ secretKeys }: Keys, purpose: string, subject: string, key: string): boolean {
  const sent = Buffer.from(key);
  return secretKeys.some((secretKey) => {
    const expected = Buffer.from(keyOf(secretKey, purpose, subject));
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}

const keyOf = (secretKey: string, purpose: string, subject: string) =>
  derive(secretKey, `${purpose}:${subject}`).slice(0, keyLength);
