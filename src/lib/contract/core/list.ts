import * as z from 'zod/mini';

/** Every list answers `{count, next, results}` and is paged by these two (C-30). */
export const listMaximum = 100;
const listDefault = 20;
const offsetMaximum = 10_000;

/** Decimal digits of a query parameter, as a number within its bounds. */
function wholeNumber(name: string, minimum: number, maximum: number) {
  const message = `${name} must be a whole number from ${minimum} to ${maximum}`;
  return z.pipe(
    z.string({ error: message }).check(z.regex(/^[0-9]{1,6}$/, message)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(minimum, message), z.maximum(maximum, message))),
  );
}

/** Query fields of a list: how many, and how many to leave out before. */
export const paging = {
  limit: z._default(wholeNumber('limit', 1, listMaximum), listDefault),
  offset: z._default(wholeNumber('offset', 0, offsetMaximum), 0),
};

export interface Paging {
  limit: number;
  offset: number;
}

export function listOf<T extends z.ZodMiniType>(item: T) {
  return z.object({
    /** How many there are in all. */
    count: z.number(),
    /** Path of the page that follows; null on the last one. */
    next: z.nullable(z.string()),
    results: z.array(item),
  });
}
