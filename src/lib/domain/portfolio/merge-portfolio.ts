import { isAlike } from '#lib/domain/core/is-equivalent.ts';
import { mergeOrder } from './list-order.ts';

/** What a person writes into a portfolio, part by part; all else is the server's. Shapes: contract/portfolio/portfolios.ts. */
export const portfolioParts = {
  fields: ['slug', 'headline', 'about', 'location', 'visibility', 'allowIndexing', 'showEmail', 'showPhone'],
  /** Lists of words: what both sides added or took out is done. */
  sets: ['openTo', 'skills'],
  /** Lists of entries with an id, and what is written of each. */
  lists: {
    links: ['url', 'label'],
    projects: [
      'title',
      'summary',
      'role',
      'problem',
      'approach',
      'outcome',
      'startedOn',
      'endedOn',
      'skills',
      'coverImage',
      'documentUrl',
      'visible',
    ],
    publishedWorks: ['kind', 'title', 'publisher', 'publishedOn', 'url', 'summary', 'coverImage', 'visible'],
    experience: ['title', 'company', 'location', 'startedOn', 'endedOn', 'summary'],
    education: ['institution', 'degree', 'startedOn', 'endedOn', 'summary'],
  },
} as const;

export type PortfolioList = keyof typeof portfolioParts.lists;
export const portfolioLists = Object.keys(portfolioParts.lists) as PortfolioList[];

/** What is told from a field goes with it, until the server says so itself. */
const companions: Readonly<Record<string, readonly string[]>> = {
  url: ['kind', 'embedUrl'],
  documentUrl: ['embedUrl'],
};

/** Both sides changed the same to something else. `field` is null where one of them took the entry away. */
export interface MergeConflict {
  list: PortfolioList | null;
  id: string | null;
  field: string | null;
  /** null in place of an entry that was taken away. */
  mine: unknown;
  theirs: unknown;
}

type Fields = Readonly<Record<string, unknown>>;
type Entry = Fields & { readonly id: string };
export type MergeableList = readonly Entry[];

/**
 * Three ways: what only I changed is mine, what only they changed is theirs. Where both did, mine stands and the
 * conflict is named, for the person to choose.
 */
export function mergePortfolio<Document extends object>(
  base: Document,
  mine: Document,
  theirs: Document,
): { merged: Document; conflicts: MergeConflict[] } {
  const conflicts: MergeConflict[] = [];
  const [was, own, other] = [base, mine, theirs] as unknown as [Fields, Fields, Fields];
  const merged: Record<string, unknown> = { ...other };
  const named = { list: null, id: null };
  mergeFields(portfolioParts.fields, was, own, other, merged, (conflict) =>
    conflicts.push({ ...named, ...conflict }),
  );
  for (const name of portfolioParts.sets)
    merged[name] = mergeSet(textsOf(was[name]), textsOf(own[name]), textsOf(other[name]));
  for (const list of portfolioLists) {
    const all = [was[list], own[list], other[list]] as [MergeableList, MergeableList, MergeableList];
    const result = mergeList(list, ...all);
    merged[list] = result.entries;
    conflicts.push(...result.conflicts);
  }
  // A star is one press: the latest wins without a question.
  if (own.featuredProjectId !== was.featuredProjectId) merged.featuredProjectId = own.featuredProjectId;
  return { merged: merged as Document, conflicts };
}

type Clash = Pick<MergeConflict, 'field' | 'mine' | 'theirs'>;

function mergeFields(
  names: readonly string[],
  base: Fields,
  mine: Fields,
  theirs: Fields,
  merged: Record<string, unknown>,
  report: (clash: Clash) => void,
): void {
  for (const field of names) {
    if (isAlike(base[field], mine[field]) && !isAlike(base[field], theirs[field])) continue;
    for (const name of [field, ...(companions[field] ?? [])]) if (name in mine) merged[name] = mine[name];
    if (isAlike(base[field], theirs[field]) || isAlike(mine[field], theirs[field])) continue;
    report({ field, mine: mine[field], theirs: theirs[field] });
  }
}

function mergeSet(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const removed = base.filter((word) => !mine.includes(word));
  const added = mine.filter((word) => !base.includes(word));
  const others = theirs.filter((word) => !removed.includes(word));
  const isOrderMine = isAlike(base, theirs);
  const kept = isOrderMine
    ? mine.filter((word) => added.includes(word) || others.includes(word))
    : [...others, ...added];
  return [...new Set(kept)];
}

function mergeList(list: PortfolioList, base: MergeableList, mine: MergeableList, theirs: MergeableList) {
  const conflicts: MergeConflict[] = [];
  const entries = new Map<string, Entry>();
  for (const id of new Set([...theirs, ...mine].map((entry) => entry.id))) {
    const sides = [base, mine, theirs].map((side) => side.find((entry) => entry.id === id));
    const result = mergeEntry(list, id, ...(sides as [Entry?, Entry?, Entry?]));
    if (result.entry) entries.set(id, result.entry);
    conflicts.push(...result.conflicts);
  }
  const isOrderMine = !isAlike(commonIds(base, mine), commonIds(mine, base));
  const order = isOrderMine ? mergeOrder(idsOf(mine), idsOf(theirs)) : mergeOrder(idsOf(theirs), idsOf(mine));
  return { entries: order.flatMap((id) => entries.get(id) ?? []), conflicts };
}

function mergeEntry(list: PortfolioList, id: string, base?: Entry, mine?: Entry, theirs?: Entry) {
  const names = portfolioParts.lists[list];
  const conflicts: MergeConflict[] = [];
  const isChanged = (entry: Entry) => names.some((name) => !isAlike(base?.[name], entry[name]));
  const clash = { list, id, field: null, mine: mine ?? null, theirs: theirs ?? null };
  if (!mine || !theirs) {
    const left = mine ?? theirs;
    if (!base) return { entry: left, conflicts };
    if (left && isChanged(left)) return { entry: mine, conflicts: [clash] };
    return { entry: undefined, conflicts };
  }
  const merged: Record<string, unknown> = { ...theirs };
  mergeFields(names, base ?? {}, mine, theirs, merged, (one) => conflicts.push({ list, id, ...one }));
  return { entry: { ...merged, id }, conflicts };
}

const idsOf = (list: MergeableList): string[] => list.map(({ id }) => id);
const commonIds = (list: MergeableList, other: MergeableList): string[] =>
  idsOf(list).filter((id) => other.some((entry) => entry.id === id));
const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);
