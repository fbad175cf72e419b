/**
 * The writing that a certificate can print: Latin with accents, Devanagari, Tamil, Bengali and Telugu. The documents' fonts
 * have these; any other letter would be a box.
 */
const printable =
  /^(?:[ -~\u00a0-\u017f\u0218-\u021b\u2010-\u2015\u2018-\u201e\u2026\u20ac\u20b9\u0900-\u097f\u0980-\u09fe\u0b82-\u0bfa\u0c00-\u0c7f]|\u200c|\u200d)*$/u;

export const printableNames = 'Latin, Devanagari, Tamil, Bengali or Telugu';

/** Returns whether a document can print the text. */
export const isPrintable = (text: string): boolean => printable.test(text.normalize('NFC'));
