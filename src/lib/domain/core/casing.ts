/**
 * Keys are snake_case on the wire and camelCase in code (API-01). Values are never touched, and neither
 * are keys that are no identifiers, such as the avatar variant `192X192`.
 */

/** A dotted path, as nested field errors have, is converted name by name. */
export function snakeKey(key: string): string {
  return /^[a-z][A-Za-z0-9]*(\.[A-Za-z0-9]+)*$/.test(key)
    ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : key;
}

export function camelKey(key: string): string {
  return key.replace(/(?<=[A-Za-z0-9])_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Ours to send: code → wire. */
export function toSnake(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnake);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snakeKey(key), toSnake(inner)]));
}

/** What the other end sent and we trust the shape of: wire → code. Untrusted bodies go through `safeCamel`. */
export function toCamel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCamel);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camelKey(key), toCamel(inner)]));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Why an untrusted body was refused (C-29). */
export class UnsafeShapeError extends Error {}

/** C-29 */
export const jsonBounds = { depth: 32, keys: 200, stringLength: 10_000, arrayLength: 200 };
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Converts a parsed, untrusted JSON value to camelCase keys within bounds (C-29): depth, number of keys,
 * length of strings and arrays; no key that reaches a prototype, before or after conversion; no two keys
 * that become one; no NUL and no lone surrogate.
 * @throws UnsafeShapeError with a sentence fit to show
 */
export function safeCamel(
  value: unknown,
  { keys: mostKeys, stringLength }: { keys: number; stringLength: number } = jsonBounds,
): unknown {
  let keys = 0;
  const convert = (inner: unknown, depth: number): unknown => {
    if (depth > jsonBounds.depth) throw new UnsafeShapeError('The request is nested too deeply');
    if (typeof inner === 'string') return checkString(inner, stringLength);
    if (typeof inner !== 'object' || inner === null) return inner;
    if (Array.isArray(inner)) {
      if (inner.length > jsonBounds.arrayLength)
        throw new UnsafeShapeError('A list in the request is too long');
      return inner.map((item) => convert(item, depth + 1));
    }
    const result: Record<string, unknown> = Object.create(null);
    for (const [key, item] of Object.entries(inner)) {
      const name = camelKey(checkString(key, jsonBounds.stringLength));
      if (++keys > mostKeys) throw new UnsafeShapeError('The request has too many fields');
      if (forbiddenKeys.has(key) || forbiddenKeys.has(name))
        throw new UnsafeShapeError('A field name is not allowed');
      if (name in result) throw new UnsafeShapeError('A field was sent twice');
      result[name] = convert(item, depth + 1);
    }
    return result;
  };
  return convert(value, 0);
}

function checkString(text: string, most: number): string {
  if (text.length > most) throw new UnsafeShapeError('A text in the request is too long');
  if (text.includes('\0') || !text.isWellFormed())
    throw new UnsafeShapeError('A text in the request has characters that are not allowed');
  return text;
}
