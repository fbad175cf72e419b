import { endsBeforeStart } from '#lib/domain/core/calendar.ts';
import { isEquivalent } from '#lib/domain/core/is-equivalent.ts';
import { defaultLinkLabel } from '../portfolio-link.ts';
import { isEmpty } from './entry-labels.ts';
import { hasSameSpelling } from './same-entry.ts';

export interface KeyIndex<Entry> {
  entries: Map<string, Entry>;
  duplicates: Entry[];
}

/** Indexes entries by a key that only one entry may have; later ones are duplicates. */
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

/** Indexes entries by a key that several may have: two projects with the same title are matched in order. */
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
 * Merges an entry of the résumé into a known one. Empty fields of the résumé, visibility and the featured mark change
 * nothing; neither do both dates when one of them would put the end before the start.
 */
export function mergeEntry<Entry extends object>(known: Entry, imported: Entry) {
  const differences = Object.entries(imported).filter(
    ([name, value]) =>
      !(name in ownerFields) &&
      !isEmpty(value) &&
      !isEquivalent(known[name as keyof Entry], value) &&
      !hasSameSpelling(name, known[name as keyof Entry], value) &&
      !isDerivedLabel(name, imported),
  );
  const hasReversedDates = endsBeforeItStarts({ ...known, ...Object.fromEntries(differences) });
  const accepted = hasReversedDates ? differences.filter(([name]) => !(name in dateFields)) : differences;
  const merged: Entry = { ...known, ...Object.fromEntries(accepted) };
  return { merged, names: accepted.map(([name]) => name), hasReversedDates };
}

/** Returns whether a label only repeats the address, as of a file that gives the address alone. */
const isDerivedLabel = (name: string, entry: { url?: string; label?: string }): boolean =>
  name === 'label' && entry.url !== undefined && entry.label === defaultLinkLabel(entry.url);

const ownerFields = { visible: true, isFeatured: true };
const dateFields = { startedOn: true, endedOn: true };

const endsBeforeItStarts = ({
  startedOn = null,
  endedOn = null,
}: {
  startedOn?: string | null;
  endedOn?: string | null;
}) => endsBeforeStart(startedOn, endedOn);
