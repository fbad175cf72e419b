import { describeFields, isEmpty } from './entry-labels.ts';
import type { ImportReport, ImportSection } from './import-change.ts';
import { indexByKey, indexByUniqueKey, mergeEntry } from './merge-entry.ts';
import type { MatchRule } from './same-entry.ts';

/** The changes of one list: entries with their new values, and new entries. */
export interface ListPlan<Current, New> {
  changed: Current[];
  added: New[];
}

interface ListInput<Entry> {
  section: ImportSection;
  current: readonly Entry[];
  imported: readonly Entry[];
  rule: MatchRule<Entry>;
  labelOf(entry: Entry): string;
  /** The maximum number of entries. */
  max: number;
}

/**
 * Plans the import of one list. An entry that the portfolio has already changes nothing. One that is the same or nearly
 * the same with other values can replace them, and where two such entries may stand side by side it can be added.
 */
export function planList<Entry extends object>(
  report: ImportReport,
  { section, current, imported, rule, labelOf, max }: ListInput<Entry>,
): ListPlan<Entry, Entry> {
  const plan: ListPlan<Entry, Entry> = { changed: [], added: [] };
  const { matches, duplicates } = matchEntries(current, imported, rule);
  const hasRoom = () => current.length + plan.added.length < max;
  const identify = (entry: Entry) => ({
    key: `${section}/${imported.indexOf(entry)}`,
    section,
    label: labelOf(entry),
  });
  const describe = (entry: Entry, names = Object.keys(entry)) => describeFields(entry, names) || null;

  for (const { entry, known, isNear } of matches) {
    const item = identify(entry);
    if (!known && !hasRoom()) report.skip(item, `You can have at most ${max}`);
    else if (!known) {
      const change = { ...item, kind: 'ADD', before: null, after: describe(entry) } as const;
      if (report.offer({ ...change, options: ['ADD', 'SKIP'], choice: 'ADD' }) === 'ADD')
        plan.added.push(entry);
    } else {
      const { merged, names, hasReversedDates } = mergeEntry(known, entry);
      if (names.length === 0) report.keep({ ...item, after: null });
      else {
        const choice = report.offer({
          ...item,
          kind: 'CHANGE',
          before: describe(known, names),
          after: describe(merged, names),
          options: isNear && hasRoom() ? ['ADD', 'REPLACE', 'SKIP'] : ['REPLACE', 'SKIP'],
          choice: !isNear && fillsOnlyGaps(known, names) ? 'REPLACE' : 'SKIP',
        });
        if (choice === 'REPLACE') plan.changed.push(merged);
        if (choice === 'ADD') plan.added.push(entry);
      }
      if (hasReversedDates)
        report.skip(
          { ...item, key: `${item.key}/years`, label: `Years of ${item.label}` },
          'The end would be before the start',
        );
    }
  }
  for (const entry of duplicates) report.skip(identify(entry), 'The file has this address twice');
  return plan;
}

/** Returns whether a change fills empty fields only. */
const fillsOnlyGaps = <Entry extends object>(known: Entry, names: readonly string[]): boolean =>
  names.every((name) => isEmpty(known[name as keyof Entry]));

interface Match<Entry> {
  entry: Entry;
  known: Entry | undefined;
  isNear: boolean;
}

/** Finds the entry of the portfolio for each of the file. The same entries are matched before nearly the same ones. */
function matchEntries<Entry extends object>(
  current: readonly Entry[],
  imported: readonly Entry[],
  rule: MatchRule<Entry>,
): { matches: Match<Entry>[]; duplicates: Entry[] } {
  const indexEntries = rule.hasUniqueKey ? indexByUniqueKey : indexByKey;
  const before = indexEntries(current, rule.keyOf).entries;
  const { entries, duplicates } = indexEntries(imported, rule.keyOf);
  const matches = [...entries].map(([key, entry]) => ({ entry, known: before.get(key), isNear: false }));
  const used = new Set(matches.map(({ known }) => known));
  for (const match of matches) {
    if (match.known) continue;
    const near = current.find((known) => !used.has(known) && rule.isNear(known, match.entry));
    if (!near) continue;
    used.add(near);
    Object.assign(match, { known: near, isNear: true });
  }
  return { matches, duplicates };
}
