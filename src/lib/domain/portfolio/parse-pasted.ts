import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { portfolioLengths, portfolioLimits } from './portfolio.ts';
import { normaliseLink } from './portfolio-link.ts';

/** The result of parsing a text that adds several items at once. */
export interface PasteResult {
  /** The items to add. */
  added: string[];
  /** The parts of the text that are not items; they stay in the input. */
  rest: string[];
  /** The reason why a part is left, or null. */
  error: string | null;
}

/** Parses skills separated by commas or line breaks. [FORM-03] */
export function parseSkills(text: string, present: readonly string[]): PasteResult {
  const words = text
    .split(/[,;\n]/)
    .map(formatTrimmedText)
    .filter(Boolean);
  const known = new Set(present.map((word) => word.toLowerCase()));
  const [good, long] = partition(words, (word) => word.length <= portfolioLengths.skill);
  const [newUrls, doubles] = partition(good, (word) => {
    const isNew = !known.has(word.toLowerCase());
    known.add(word.toLowerCase());
    return isNew;
  });
  const [fresh, over] = split(newUrls, portfolioLimits.skills - present.length);
  const errors = [
    over.length > 0 && limitMessage('skills', portfolioLimits.skills, over.length),
    long.length > 0 && `“${long[0]}” is too long. Use at most ${portfolioLengths.skill} characters.`,
    fresh.length === 0 && doubles.length > 0 && `${doubles[0]} is already in the list`,
  ];
  return { added: fresh, rest: [...over, ...long], error: joinSentences(errors) };
}

export interface LinkPasteResult extends PasteResult {
  /** True when the text holds only addresses; false for a sentence that mentions one. */
  isAllLinks: boolean;
}

/** Parses one or several addresses, without the punctuation around them. [API-31] */
export function parseLinks(text: string, present: readonly string[]): LinkPasteResult {
  const words = text.split(/\s+/).filter(Boolean);
  const read = words.map((word) => ({ word, url: normaliseLink(stripPunctuation(word)) }));
  const others = read.filter(({ url }) => url === null).map(({ word }) => word);
  const urls = new Set(read.flatMap(({ url }) => url ?? []));
  const news = [...urls].filter((url) => !present.includes(url));
  const [fresh, over] = split(news, portfolioLimits.links - present.length);
  const errors = [
    over.length > 0 && limitMessage('links', portfolioLimits.links, over.length),
    urls.size > 0 && others.length > 0 && `Not a web address: ${others.join(' ')}`,
    urls.size > 0 && news.length === 0 && 'This link is already in the list',
    urls.size === 0 && (words.length > 0 ? 'Please enter a full web address' : 'Please enter a web address'),
  ];
  return {
    added: fresh,
    rest: [...over, ...others],
    error: joinSentences(errors),
    isAllLinks: urls.size > 0 && others.length === 0,
  };
}

/** Strips quotes, brackets and the full stop of a sentence. A closing bracket stays if it was opened within the word. */
function stripPunctuation(word: string): string {
  const text = word.replace(/^[("'<[“‘«]+/, '');
  const end = text.includes('(') ? /[.,;:!?"'>\]”’»]+$/ : /[.,;:!?"'>\]”’»)]+$/;
  return text.replace(end, '');
}

const limitMessage = (noun: string, max: number, over: number): string =>
  `You can have ${max} ${noun}. ${over} ${over === 1 ? 'was' : 'were'} left out.`;

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  const [first, second]: [Item[], Item[]] = [[], []];
  for (const item of items) (isFirst(item) ? first : second).push(item);
  return [first, second];
}

function split<Item>(items: readonly Item[], room: number): [Item[], Item[]] {
  const place = Math.max(0, room);
  return [items.slice(0, place), items.slice(place)];
}

function joinSentences(errors: readonly (string | false)[]): string | null {
  return errors.filter(Boolean).join('. ') || null;
}
