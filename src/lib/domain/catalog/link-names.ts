/** A piece of a text; with an address it is a link. */
export interface TextPart {
  text: string;
  href?: string;
}

/** Splits a text at the names that have a page of their own. Of two names at the same place, the longer one is the link. */
export function linkNames(text: string, pages: ReadonlyMap<string, string>): TextPart[] {
  const names = [...pages.keys()].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`\\b(${names.map(escapePattern).join('|')})\\b`);
  return text
    .split(pattern)
    .filter((part) => part !== '')
    .map((part) => {
      const href = pages.get(part);
      return href ? { text: part, href } : { text: part };
    });
}

const escapePattern = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
