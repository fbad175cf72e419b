import { isEqual } from 'es-toolkit/predicate';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { portfolioLists, portfolioParts } from '#lib/domain/portfolio/merge-portfolio.ts';
import { type AnyEntry, entriesOf, findEntry, withEntries } from './document.ts';
import type { FieldValues, PendingChange } from './pending-changes.ts';

interface ReconcileInput {
  draft: Portfolio;
  /** The part of the draft that can be saved at the time of the response. */
  sendable: Portfolio;
  saved: Portfolio;
  change: PendingChange;
  /** The entry in the response. */
  entry: AnyEntry | null;
}

/**
 * Returns the draft after a change was saved. Where the server stored another value than was sent, the draft takes it,
 * unless the person has edited the field meanwhile.
 */
export function reconcileDraft({ draft, sendable, saved, change, entry }: ReconcileInput): Portfolio {
  const reconciled = withServerFields(draft, saved);
  if (change.kind === 'FIELDS')
    return { ...reconciled, ...pickServerValues(change.changes, { ...sendable }, { ...saved }) };
  if (entry === null || (change.kind !== 'CREATE' && change.kind !== 'UPDATE')) return reconciled;
  const sent = change.kind === 'CREATE' ? change.fields : change.changes;
  const current = findEntry(sendable, change.list, change.id);
  const isDuplicate = entry.id !== change.id && findEntry(draft, change.list, entry.id) !== undefined;
  const entries = entriesOf(draft, change.list).flatMap((one): AnyEntry[] => {
    if (one.id !== change.id) return [one];
    // The server returned another entry with the same address, and the draft has that entry already.
    if (isDuplicate) return [];
    const values = current ? pickServerValues(sent, { ...current }, { ...entry }) : {};
    return [{ ...one, ...values, id: entry.id } as AnyEntry];
  });
  return withEntries(reconciled, change.list, entries);
}

/** Takes the fields that nobody edits, such as the version, from the server. */
function withServerFields(draft: Portfolio, saved: Portfolio): Portfolio {
  const own: FieldValues = { ...draft };
  const names = [...portfolioParts.fields, ...portfolioParts.sets, ...portfolioLists, 'featuredProjectId'];
  return { ...saved, ...Object.fromEntries(names.map((name) => [name, own[name]])) };
}

function pickServerValues(sent: FieldValues, current: FieldValues, saved: FieldValues): FieldValues {
  const names = Object.keys(sent).filter(
    (name) => isEqual(current[name], sent[name]) && !isEqual(sent[name], saved[name]),
  );
  return Object.fromEntries(names.map((name) => [name, saved[name]]));
}
