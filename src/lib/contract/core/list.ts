import * as z from 'zod/mini';

/** Every list returns `{count, next, results}` and is paged by `limit` and `offset` (C-30). */
export const listMaximum = 100;
const listDefault = 20;
const offsetMaximum = 10_000;

/** Parses the decimal digits of a query parameter to a number and checks its bounds. */
function wholeNumber(name: string, minimum: number, maximum: number) {
  const message = `${name} must be a whole number from ${minimum} to ${maximum}`;
  return z.pipe(
    z.string({ error: message }).check(z.regex(/^[0-9]{1,6}$/, message)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(minimum, message), z.maximum(maximum, message))),
  );
}

/** Query fields of a list: the number of items and the number of items to skip. */
export const paging = {
  limit: z._default(wholeNumber('limit', 1, listMaximum), listDefault),
  offset: z._default(wholeNumber('offset', 0, offsetMaximum), 0),
};

export interface Paging {
  limit: number;
  offset: number;
}

/** Rows of a page that cannot be shown, because a stored time is out of bounds; absent when there are none. [C-29] */
export const unreadable = z.optional(
  z.array(
    z.object({
      id: z.string(),
      /** A number, a title or the id. */
      reference: z.string(),
    }),
  ),
);

/** A list of stored rows, which names those that cannot be shown. */
export const listOfRows = <T extends z.ZodMiniType>(item: T) => z.extend(listOf(item), { unreadable });

export function listOf<T extends z.ZodMiniType>(item: T) {
  return z.object({
    /** The total number of items. */
    count: z.number(),
    /** Path of the next page; null on the last one. */
    next: z.nullable(z.string()),
    results: z.array(item),
  });
}
