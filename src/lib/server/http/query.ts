import { camelKey } from '#lib/domain/core/casing.ts';
import { HttpError } from './http-error.ts';

/**
 * Returns query parameters by camelCase name, without empty ones. Throws VALIDATION_FAILED for a repeated one. [C-30]
 */
export function readQuery(search: URLSearchParams): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  const seen = new Set<string>();
  for (const [key, value] of search) {
    const name = camelKey(key);
    if (seen.has(name))
      throw new HttpError('VALIDATION_FAILED', { message: 'A parameter was sent twice', fields: [name] });
    seen.add(name);
    if (value !== '' && name !== '__proto__') values[name] = value;
  }
  return values;
}
