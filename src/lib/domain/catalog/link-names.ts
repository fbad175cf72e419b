/** A piece of a text; with an address it is a link. */
export interface TextPart {
  text: string;
  href?: string;
}

/**
 * Splits a text at the names of pages, except the page on which the text stands. Of two names at the same place, the longer
 * one is the link. The first name of each page is the link, so that a text does not link twice to the same page.
 */
export function linkNames(text: string, pages: ReadonlyMap<string, string>, ownPath = ''): TextPart[] {
  const linked = new Set([ownPath]);
  const names = [...pages.keys()].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`\\b(${names.map(escapePattern).join('|')})\\b`);
  return text
    .split(pattern)
    .filter((part) => part !== '')
    .map((part) => {
      const href = pages.get(part);
      if (!href || linked.has(href)) return { text: part };
      linked.add(href);
      return { text: part, href };
    });
}

const escapePattern = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
