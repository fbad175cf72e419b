/** Returns the list with one item at another position. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = [...items];
  const [item] = moved.splice(from, 1);
  if (item !== undefined) moved.splice(to, 0, item);
  return moved;
}

/** Finds the next single move from one order to another of the same names; null when the orders are equal. */
export function findNextMove(
  from: readonly string[],
  to: readonly string[],
): { name: string; index: number } | null {
  const index = to.findIndex((name, place) => from[place] !== name);
  const [wanted, present] = [to[index], from[index]];
  if (wanted === undefined || present === undefined) return null;
  // The item at this position was moved down, so everything in between has moved up by one.
  if (from[index + 1] === wanted) return { name: present, index: to.indexOf(present) };
  return { name: wanted, index };
}

/** Merges two orders: all names of `first`, and each name that only `second` has after the name that it follows there. */
export function mergeOrder(first: readonly string[], second: readonly string[]): string[] {
  const merged = [...first];
  second.forEach((name, place) => {
    if (merged.includes(name)) return;
    const predecessor = second.slice(0, place).findLast((earlier) => merged.includes(earlier));
    merged.splice(predecessor === undefined ? 0 : merged.indexOf(predecessor) + 1, 0, name);
  });
  return merged;
}
