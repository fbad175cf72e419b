/** Plain data by what it holds; the order of keys means nothing, and no field is as good as an absent one. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  if (!isRecord(one) || !isRecord(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isEqual(one[name], other[name]));
}

/** As a reader sees it: white space at the ends and how wide it is within say nothing, and neither does an empty text. */
export function isEquivalent(one: unknown, other: unknown): boolean {
  return isEqual(simplify(one), simplify(other));
}

function simplify(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim() || null;
  if (Array.isArray(value)) return value.map(simplify);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, simplify(inner)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
