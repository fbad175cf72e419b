import { isAlike } from '#lib/domain/core/is-equivalent.ts';
import { endsBeforeStart } from '#lib/domain/core/partial-date.ts';
import { isEmpty } from './entry-labels.ts';

export interface KeyIndex<Entry> {
  entries: Map<string, Entry>;
  duplicates: Entry[];
}

/** Where a key is for one entry only: what comes under it later is left over. */
export function indexByUniqueKey<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): KeyIndex<Entry> {
  const found = new Map<string, Entry>();
  const twice: Entry[] = [];
  for (const entry of entries)
    if (found.has(keyOf(entry))) twice.push(entry);
    else found.set(keyOf(entry), entry);
  return { entries: found, duplicates: twice };
}

/** The same key for the second time is the second such entry: two projects may have one title. */
export function indexByKey<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): KeyIndex<Entry> {
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    const key = keyOf(entry).toLowerCase();
    let nth = 1;
    while (found.has(`${key}#${nth}`)) nth += 1;
    found.set(`${key}#${nth}`, entry);
  }
  return { entries: found, duplicates: [] };
}

/**
 * What the résumé leaves empty, what it hides and what is featured here stays as it is. So do both years where one of
 * them, beside the other that is known, would turn them round.
 */
export function mergeEntry<Entry extends object>(known: Entry, wanted: Entry) {
  const news = Object.entries(wanted).filter(
    ([name, value]) =>
      !(name in ownDecisions) && !isEmpty(value) && !isAlike(known[name as keyof Entry], value),
  );
  const isTurned = runsBackwards({ ...known, ...Object.fromEntries(news) });
  const taken = isTurned ? news.filter(([name]) => !(name in years)) : news;
  const merged: Entry = { ...known, ...Object.fromEntries(taken) };
  return { merged, names: taken.map(([name]) => name), isTurned };
}

const ownDecisions = { visible: true, isFeatured: true };
const years = { startedOn: true, endedOn: true };

const runsBackwards = ({
  startedOn = null,
  endedOn = null,
}: {
  startedOn?: string | null;
  endedOn?: string | null;
}) => endsBeforeStart(startedOn, endedOn);
