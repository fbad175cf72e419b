/** The variants that a user carries (USER-01); only the square of 192 px is shown. */
export interface AvatarVariants {
  '192X192'?: { url?: string | undefined } | undefined;
  /** The picture as it was given. */
  s3Url?: string | undefined;
}

/** The address of the picture to show, if there is one. */
export function avatarUrl(avatar: AvatarVariants | null | undefined): string | null {
  return avatar?.['192X192']?.url || null;
}

/** The one for a page of ours: a drawing as it is, because no square of pixels is as small, or as sharp. */
export function pageAvatarUrl(avatar: AvatarVariants | null | undefined): string | null {
  const given = avatar?.s3Url ?? '';
  return given.endsWith('.svg') ? given : avatarUrl(avatar);
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * What stands for a person without a picture: the upper-case first letter of the name, or null when there
 * is none and the generic icon is shown (USER-02). A letter is what a reader takes for one: an accent, a vowel
 * sign or a joined emoji stays whole.
 */
export function avatarLetter(name: string | null | undefined): string | null {
  const text = (name ?? '').normalize('NFC').replace(/^[\p{P}\p{Z}\p{C}]+/u, '');
  const first = characters.segment(text)[Symbol.iterator]().next().value?.segment;
  if (!first) return null;
  const upper = first.toLocaleUpperCase('en');
  // ß has no upper case of one letter.
  return [...upper].length === [...first].length ? upper : first;
}
