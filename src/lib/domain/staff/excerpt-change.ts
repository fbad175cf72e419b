/** Texts up to this length are shown as they are. */
const maxWhole = 120;
const maxExcerpt = 200;
/** How much of the equal text around a change is shown. */
const context = 20;

/**
 * Returns what differs between two texts with a little of the text around it: long ones without their equal beginnings and
 * ends.
 */
export function excerptChange(from: string, to: string): [from: string, to: string] {
  if (from.length <= maxWhole && to.length <= maxWhole) return [from, to];
  // By code points, so that no character is cut in two.
  const [before, after] = [[...from], [...to]];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const cut = (text: readonly string[]) => {
    const first = Math.max(0, start - context);
    const last = Math.min(text.length - Math.max(0, end - context), first + maxExcerpt);
    return `${first > 0 ? '…' : ''}${text.slice(first, last).join('')}${last < text.length ? '…' : ''}`;
  };
  return [cut(before), cut(after)];
}
