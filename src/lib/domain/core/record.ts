/** Returns the keys of a label table, in its order, as the non-empty tuple that `z.enum` takes. */
export function keysOf<K extends string>(labels: Readonly<Record<K, string>>): [K, ...K[]] {
  return Object.keys(labels) as [K, ...K[]];
}

/** Returns whether a value, such as parsed JSON, is an object and not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a value by a name that may come from a request, such as `constructor`, or undefined if the table has no such name. */
export const findOwn = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
