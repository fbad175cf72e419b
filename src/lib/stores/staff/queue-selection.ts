import { atom, type ReadableAtom } from 'nanostores';
import { maxMoves } from '#lib/domain/staff/staff-actions.ts';

/** Creates the selection of a queue: at most as many applications as one request moves, at first those of `firstIds` that it has. */
export function createSelection(
  $cards: ReadableAtom<readonly { id: string }[]>,
  firstIds: readonly string[] = [],
) {
  const shownIds = new Set($cards.get().map(({ id }) => id));
  const $selectedIds = atom<ReadonlySet<string>>(new Set(firstIds.filter((id) => shownIds.has(id))));
  let anchor: string | null = null;

  function select(ids: readonly string[], isSelected: boolean): void {
    const selected = new Set($selectedIds.get());
    for (const id of ids) {
      if (!isSelected) selected.delete(id);
      else if (selected.size < maxMoves) selected.add(id);
    }
    $selectedIds.set(selected);
  }

  return {
    $selectedIds,
    select,

    toggle(id: string) {
      anchor = id;
      select([id], !$selectedIds.get().has(id));
    },

    toggleTo(id: string) {
      const ids = $cards.get().map((card) => card.id);
      const [from, to] = [ids.indexOf(anchor ?? id), ids.indexOf(id)].toSorted((one, other) => one - other);
      select(ids.slice(from, (to ?? 0) + 1), anchor === null || $selectedIds.get().has(anchor));
    },

    toggleAll() {
      const ids = $cards.get().map(({ id }) => id);
      select(ids, !ids.every((id) => $selectedIds.get().has(id)));
    },

    clear() {
      $selectedIds.set(new Set());
    },

    selectOnly(ids: readonly string[]) {
      $selectedIds.set(new Set());
      select(ids, true);
    },
  };
}
