const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Formats texts as one enumeration: `Indore, Jaipur and Noida`. Returns an empty text for no texts. */
export const formatList = (texts: Iterable<string>): string => list.format(texts);
