/** One item taken out and put in again; the others make room. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = [...items];
  const [item] = moved.splice(from, 1);
  if (item !== undefined) moved.splice(to, 0, item);
  return moved;
}

/** The next single move on the way from one order to another of the same names, or null when there is none to make. */
export function findNextMove(
  from: readonly string[],
  to: readonly string[],
): { name: string; index: number } | null {
  const index = to.findIndex((name, place) => from[place] !== name);
  const [wanted, present] = [to[index], from[index]];
  if (wanted === undefined || present === undefined) return null;
  // What stands here was taken down the list: then all between moved up by one.
  if (from[index + 1] === wanted) return { name: present, index: to.indexOf(present) };
  return { name: wanted, index };
}

/** All of `first` in its order; what only `second` has stands behind the one that it follows there. */
export function mergeOrder(first: readonly string[], second: readonly string[]): string[] {
  const woven = [...first];
  second.forEach((name, place) => {
    if (woven.includes(name)) return;
    const before = second.slice(0, place).findLast((earlier) => woven.includes(earlier));
    woven.splice(before === undefined ? 0 : woven.indexOf(before) + 1, 0, name);
  });
  return woven;
}
