/** The variants of a user's avatar, of which only the square of 192 px is shown. [USER-01] */
export interface AvatarVariants {
  '192X192'?: { url?: string | undefined } | undefined;
  /** The original image. */
  s3Url?: string | undefined;
}

/** Returns the address of the image to show, or null without one. */
export function avatarUrl(avatar: AvatarVariants | null | undefined): string | null {
  return avatar?.['192X192']?.url || null;
}

/** Returns the address of the image for our own pages: an SVG itself, which is smaller and sharper than its square. */
export function pageAvatarUrl(avatar: AvatarVariants | null | undefined): string | null {
  const original = avatar?.s3Url ?? '';
  return original.endsWith('.svg') ? original : avatarUrl(avatar);
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns what a person without an avatar is shown by: the upper-case first letter of the name, or null without one,
 * for the generic icon. A letter is a grapheme, so accents, vowel signs and joined emoji stay whole. [USER-02]
 */
export function avatarLetter(name: string | null | undefined): string | null {
  const text = (name ?? '').normalize('NFC').replace(/^[\p{P}\p{Z}\p{C}]+/u, '');
  const first = characters.segment(text)[Symbol.iterator]().next().value?.segment;
  if (!first) return null;
  const upper = first.toLocaleUpperCase('en');
  // The upper case of ß has two letters.
  return [...upper].length === [...first].length ? upper : first;
}
