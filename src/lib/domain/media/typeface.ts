/**
 * Characters that Figtree lacks (docs/design-tokens.md). Pages fall back to the system's fonts. A PDF or a preview picture
 * has no fallback and would show boxes.
 */
const missing =
  /[^\n\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u2010-\u2015\u2018-\u201e\u2020\u2022\u2026\u2032\u2033\u2039\u203a\u20ac\u20b9\u2122\u2190-\u2193\u2212]+/gu;

/** Removes what Figtree cannot draw from a text: emoji and other scripts. */
export const removeUndrawable = (text: string): string =>
  text.normalize('NFC').replace(missing, '').replace(/ {2,}/g, ' ').trim();
