/**
 * Keys are snake_case on the wire and camelCase in code (API-01). Values are never converted, nor are keys that are not
 * identifiers, such as the avatar variant `192X192`.
 */

/** Converts a key to snake_case. In a dotted path, as nested field errors have, it converts each name. */
export function snakeKey(key: string): string {
  return /^[a-z][A-Za-z0-9]*(\.[A-Za-z0-9]+)*$/.test(key)
    ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : key;
}

export function camelKey(key: string): string {
  return key.replace(/(?<=[A-Za-z0-9])_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Converts the keys of a value that is sent. */
export function toSnake(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnake);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snakeKey(key), toSnake(inner)]));
}

/** Converts the keys of a value that our own server sent. For untrusted bodies there is `safeCamel`. */
export function toCamel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCamel);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camelKey(key), toCamel(inner)]));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Thrown for an untrusted body outside the bounds. Its message can be shown. [C-29] */
export class UnsafeShapeError extends Error {}

/** Bounds of an untrusted body. [C-29] */
export const jsonBounds = { depth: 32, keys: 200, stringLength: 10_000, arrayLength: 200 };
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Converts a parsed, untrusted JSON value to camelCase keys. Throws UnsafeShapeError for one outside the bounds: depth,
 * number of keys, lengths of strings and arrays; a key that reaches a prototype, before or after conversion; two keys
 * with the same name afterwards; a NUL or a lone surrogate. [C-29]
 */
export function safeCamel(
  value: unknown,
  { keys: maxKeys, stringLength }: { keys: number; stringLength: number } = jsonBounds,
): unknown {
  let keys = 0;
  // Where an endpoint takes more fields, a list may have as many items, because each item is at least one field.
  const maxItems = maxKeys > jsonBounds.keys ? maxKeys : jsonBounds.arrayLength;
  const convert = (inner: unknown, depth: number): unknown => {
    if (depth > jsonBounds.depth) throw new UnsafeShapeError('The request is nested too deeply');
    if (typeof inner === 'string') return checkString(inner, stringLength);
    if (typeof inner !== 'object' || inner === null) return inner;
    if (Array.isArray(inner)) {
      if (inner.length > maxItems) throw new UnsafeShapeError('A list in the request is too long');
      return inner.map((item) => convert(item, depth + 1));
    }
    const result: Record<string, unknown> = Object.create(null);
    for (const [key, item] of Object.entries(inner)) {
      const name = camelKey(checkString(key, jsonBounds.stringLength));
      if (++keys > maxKeys) throw new UnsafeShapeError('The request has too many fields');
      if (forbiddenKeys.has(key) || forbiddenKeys.has(name))
        throw new UnsafeShapeError('A field name is not allowed');
      if (name in result) throw new UnsafeShapeError('A field was sent twice');
      result[name] = convert(item, depth + 1);
    }
    return result;
  };
  return convert(value, 0);
}

function checkString(text: string, maxLength: number): string {
  if (text.length > maxLength) throw new UnsafeShapeError('A text in the request is too long');
  if (text.includes('\0') || !text.isWellFormed())
    throw new UnsafeShapeError('A text in the request has characters that are not allowed');
  return text;
}
