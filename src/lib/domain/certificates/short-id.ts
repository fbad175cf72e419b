/**
 * The id of a certificate that people read out and type: 12 characters of 28, without vowels, L, 0 and 1. So no two
 * characters look alike and no word comes up by chance. There are 2^57 of them. [API-52]
 */

export const shortIdAlphabet = '23456789BCDFGHJKMNPQRSTVWXYZ';
const shortIdLength = 12;

/** Creates an id; `randomInt` returns a random whole number from 0 to one below its argument. */
export const createShortId = (randomInt: (below: number) => number): string =>
  Array.from({ length: shortIdLength }, () => shortIdAlphabet[randomInt(shortIdAlphabet.length)]).join('');

/** Parses what somebody typed: small letters, spaces and hyphens are accepted. Returns null for anything but an id. */
export function parseShortId(text: string): string | null {
  const id = text.toUpperCase().replace(/[\s-]/g, '');
  return new RegExp(`^[${shortIdAlphabet}]{${shortIdLength}}$`).test(id) ? id : null;
}

/** The id in the address of a certificate's page. */
export const certificatesInPath = /\/certificates\/([^/?#\s]+)/i;

/**
 * Finds the id in a pasted text: the id itself, or the address of a certificate's page on any domain. Returns null where there
 * is none.
 */
export function findShortId(text: string): string | null {
  const [, inAddress] = certificatesInPath.exec(text) ?? [];
  return parseShortId(inAddress ?? text);
}

/** Formats an id in groups of four: `K7TQ M4XW HN2C`. */
export const formatShortId = (id: string): string => id.replace(/(.{4})(?=.)/g, '$1 ');
