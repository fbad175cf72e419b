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

/** The sides of an avatar on our pages in CSS pixels, each with the squares for a plain and for a dense screen. */
const squares = { md: [48, 96], lg: [64, 128], xl: [96, 192], photo: [192, 384] } as const;
export type AvatarSize = keyof typeof squares;

/**
 * Returns the `srcset` of a photo in src/assets: the square that the size needs, and one for dense screens. Null for a
 * drawing, which has one file, and for an upload, of which every page shows the same square. [IMG-01]
 */
export function avatarSrcset(avatar: AvatarVariants | null | undefined, size: AvatarSize): string | null {
  const url = pageAvatarUrl(avatar);
  if (!url?.startsWith('/images/thumb/192/content/')) return null;
  const [plain, dense] = squares[size].map((side) => url.replace('/192/', `/${side}/`));
  return `${plain} 1x, ${dense} 2x`;
}

/** Returns whether a person has a photo, not a drawing. Only a photo is shown large. */
export const hasPhoto = (avatar: AvatarVariants | null | undefined): boolean =>
  avatarSrcset(avatar, 'photo') !== null;

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
