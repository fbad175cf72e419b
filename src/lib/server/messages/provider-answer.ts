import { isRecord } from '#lib/domain/core/record.ts';

/** Parses JSON that another system has sent; null for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the provider's id of a message, a field of its answer; null where it gives none. */
export function findProviderId(answer: unknown, name: string): string | null {
  const id = isRecord(answer) ? answer[name] : null;
  return typeof id === 'string' && id !== '' && id.length <= 255 ? id : null;
}
