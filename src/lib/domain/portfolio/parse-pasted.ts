import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { portfolioLengths, portfolioLimits } from './portfolio.ts';
import { normaliseLink } from './portfolio-link.ts';

/** What was made of a text that somebody typed or pasted to add several things at once. */
export interface PasteResult {
  /** To be added. */
  added: string[];
  /** What could not be taken: it stays where it was typed. */
  rest: string[];
  /** Why not all of it was taken; null when all was. */
  error: string | null;
}

/** FORM-03: skills, with commas or line breaks between them. */
export function parseSkills(text: string, present: readonly string[]): PasteResult {
  const words = text
    .split(/[,;\n]/)
    .map(formatTrimmedText)
    .filter(Boolean);
  const known = new Set(present.map((word) => word.toLowerCase()));
  const [good, long] = partition(words, (word) => word.length <= portfolioLengths.skill);
  const [news, doubles] = partition(good, (word) => {
    const isNew = !known.has(word.toLowerCase());
    known.add(word.toLowerCase());
    return isNew;
  });
  const [fresh, over] = split(news, portfolioLimits.skills - present.length);
  const problems = [
    over.length > 0 && noRoom('skills', portfolioLimits.skills, over.length),
    long.length > 0 && `At most ${portfolioLengths.skill} characters each, please: “${long[0]}”`,
    fresh.length === 0 && doubles.length > 0 && `${doubles[0]} is there already`,
  ];
  return { added: fresh, rest: [...over, ...long], error: sentences(problems) };
}

export interface LinkPasteResult extends PasteResult {
  /** Nothing but addresses: a sentence that mentions one is not. */
  isAllLinks: boolean;
}

/** API-31: one or several addresses; what stands around an address in a sentence is not part of it. */
export function parseLinks(text: string, present: readonly string[]): LinkPasteResult {
  const words = text.split(/\s+/).filter(Boolean);
  const read = words.map((word) => ({ word, url: normaliseLink(bare(word)) }));
  const others = read.filter(({ url }) => url === null).map(({ word }) => word);
  const urls = new Set(read.flatMap(({ url }) => url ?? []));
  const news = [...urls].filter((url) => !present.includes(url));
  const [fresh, over] = split(news, portfolioLimits.links - present.length);
  const problems = [
    over.length > 0 && noRoom('links', portfolioLimits.links, over.length),
    urls.size > 0 && others.length > 0 && `No web address: ${others.join(' ')}`,
    urls.size > 0 && news.length === 0 && 'That link is there already',
    urls.size === 0 && (words.length > 0 ? 'Please enter a full web address' : 'Please enter a web address'),
  ];
  return {
    added: fresh,
    rest: [...over, ...others],
    error: sentences(problems),
    isAllLinks: urls.size > 0 && others.length === 0,
  };
}

/** Without quotes, brackets and the end of a sentence; a bracket that was opened within stays. */
function bare(word: string): string {
  const text = word.replace(/^[("'<[“‘«]+/, '');
  const end = text.includes('(') ? /[.,;:!?"'>\]”’»]+$/ : /[.,;:!?"'>\]”’»)]+$/;
  return text.replace(end, '');
}

const noRoom = (noun: string, most: number, over: number): string =>
  `There is room for ${most} ${noun}: ${over} ${over === 1 ? 'was' : 'were'} left out`;

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  const [first, second]: [Item[], Item[]] = [[], []];
  for (const item of items) (isFirst(item) ? first : second).push(item);
  return [first, second];
}

function split<Item>(items: readonly Item[], room: number): [Item[], Item[]] {
  const place = Math.max(0, room);
  return [items.slice(0, place), items.slice(place)];
}

function sentences(problems: readonly (string | false)[]): string | null {
  return problems.filter(Boolean).join('. ') || null;
}
