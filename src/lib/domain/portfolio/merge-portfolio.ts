import { isEquivalent } from '#lib/domain/core/is-equivalent.ts';
import { mergeOrder } from './list-order.ts';

/** The parts of a portfolio that its owner writes; the server sets all others. The shapes are in contract/portfolio. */
export const portfolioParts = {
  fields: [
    'slug',
    'headline',
    'about',
    'location',
    'visibility',
    'allowIndexing',
    'showEmail',
    'showPhone',
    'coverImage',
    'coverPosition',
  ],
  /** Lists of words: additions and removals of both sides are merged. */
  sets: ['openTo', 'skills'],
  /** Lists of entries with an id, and the fields that the owner writes. */
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

/** Fields derived from another field go with it, until the server derives them itself. */
const derivedFields: Readonly<Record<string, readonly string[]>> = {
  url: ['kind', 'embedUrl'],
  documentUrl: ['embedUrl'],
};

/** Both sides changed the same value differently. `field` is null when one side removed the entry. */
export interface MergeConflict {
  list: PortfolioList | null;
  id: string | null;
  field: string | null;
  /** null when this side removed the entry. */
  mine: unknown;
  theirs: unknown;
}

type FieldValues = Readonly<Record<string, unknown>>;
type Entry = FieldValues & { readonly id: string };
export type MergeableList = readonly Entry[];

/**
 * Merges two versions of a portfolio with their common base. A value that one side changed is taken from that side.
 * Where both changed it, the result has mine and a conflict is reported, so that the person can choose.
 */
export function mergePortfolio<Document extends object>(
  base: Document,
  mine: Document,
  theirs: Document,
): { merged: Document; conflicts: MergeConflict[] } {
  const conflicts: MergeConflict[] = [];
  const [before, own, other] = [base, mine, theirs] as unknown as [FieldValues, FieldValues, FieldValues];
  const merged: Record<string, unknown> = { ...other };
  const portfolioField = { list: null, id: null };
  mergeFields(portfolioParts.fields, before, own, other, merged, (conflict) =>
    conflicts.push({ ...portfolioField, ...conflict }),
  );
  for (const name of portfolioParts.sets)
    merged[name] = mergeSet(textsOf(before[name]), textsOf(own[name]), textsOf(other[name]));
  for (const list of portfolioLists) {
    const all = [before[list], own[list], other[list]] as [MergeableList, MergeableList, MergeableList];
    const result = mergeList(list, ...all);
    merged[list] = result.entries;
    conflicts.push(...result.conflicts);
  }
  // Featuring a project is one click, so the latest choice wins without a question.
  if (own.featuredProjectId !== before.featuredProjectId) merged.featuredProjectId = own.featuredProjectId;
  return { merged: merged as Document, conflicts };
}

type FieldConflict = Pick<MergeConflict, 'field' | 'mine' | 'theirs'>;

function mergeFields(
  names: readonly string[],
  base: FieldValues,
  mine: FieldValues,
  theirs: FieldValues,
  merged: Record<string, unknown>,
  report: (conflict: FieldConflict) => void,
): void {
  for (const field of names) {
    if (isEquivalent(base[field], mine[field]) && !isEquivalent(base[field], theirs[field])) continue;
    for (const name of [field, ...(derivedFields[field] ?? [])]) if (name in mine) merged[name] = mine[name];
    if (isEquivalent(base[field], theirs[field]) || isEquivalent(mine[field], theirs[field])) continue;
    report({ field, mine: mine[field], theirs: theirs[field] });
  }
}

function mergeSet(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const removed = base.filter((word) => !mine.includes(word));
  const added = mine.filter((word) => !base.includes(word));
  const others = theirs.filter((word) => !removed.includes(word));
  const isOrderMine = isEquivalent(base, theirs);
  const merged = isOrderMine
    ? mine.filter((word) => added.includes(word) || others.includes(word))
    : [...others, ...added];
  return [...new Set(merged)];
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
  const isOrderMine = !isEquivalent(commonIds(base, mine), commonIds(mine, base));
  const order = isOrderMine ? mergeOrder(idsOf(mine), idsOf(theirs)) : mergeOrder(idsOf(theirs), idsOf(mine));
  return { entries: order.flatMap((id) => entries.get(id) ?? []), conflicts };
}

function mergeEntry(list: PortfolioList, id: string, base?: Entry, mine?: Entry, theirs?: Entry) {
  const names = portfolioParts.lists[list];
  const conflicts: MergeConflict[] = [];
  const isChanged = (entry: Entry) => names.some((name) => !isEquivalent(base?.[name], entry[name]));
  const conflict = { list, id, field: null, mine: mine ?? null, theirs: theirs ?? null };
  if (!mine || !theirs) {
    const remaining = mine ?? theirs;
    if (!base) return { entry: remaining, conflicts };
    if (remaining && isChanged(remaining)) return { entry: mine, conflicts: [conflict] };
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
