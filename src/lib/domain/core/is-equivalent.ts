/**
 * Returns whether a reader of two values of plain data sees the same: white space around a text, how much of it there is
 * within, an empty text instead of null, and a field without a value make no difference. Compares exactly in every other
 * way, but for the order of fields.
 */
export const isEquivalent = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || JSON.stringify(one, normalize) === JSON.stringify(other, normalize);

function normalize(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim() || null;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
