import * as z from 'zod/mini';
import { maxLength } from '#lib/contract/core/fields.ts';
import { paging } from '#lib/contract/core/list.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';

/** Lists of the staff are read from where the last page ended, so that nothing is skipped while rows change. */
export const staffPaging = {
  limit: paging.limit,
  /** Where the page before ended, as its `next` says. */
  after: z.optional(z.string().check(z.regex(/^[\w-]{1,400}$/, 'Follow the address in `next`'))),
};

/** Words to find people or jobs by. */
export const staffSearch = z.optional(z.string().check(z.overwrite(formatTrimmedText), maxLength(120)));

/** Text of at most so many characters; empty is none. */
export const optionalText = (length: number) =>
  z.nullable(
    z.pipe(
      z.string({ error: 'Please enter text' }).check(maxLength(length)),
      z.transform((text) => text.trim() || null),
    ),
  );

/** One mistake of an imported file, at its line and column. */
const csvProblem = z.object({ column: z.nullable(z.string()), message: z.string() });

/** A file of rows: what each would do, or has done. */
export const csvOutcome = z.object({
  isPreview: z.boolean(),
  /** About the file itself: no header, no rows, too many. */
  problem: z.nullable(z.string()),
  /** How many rows can be taken, or were. */
  count: z.number(),
  rows: z.array(
    z.object({
      /** In the file, the header being 1. */
      line: z.number(),
      /** What the row is about, in words. */
      label: z.string(),
      ok: z.boolean(),
      problems: z.array(csvProblem),
    }),
  ),
});
export type CsvOutcome = z.output<typeof csvOutcome>;

export const csvBody = z.strictObject({
  csv: z.string({ error: 'Please choose a file' }).check(z.minLength(1, 'Please choose a file')),
  /** Say what the rows would do, and do nothing. */
  isPreview: z.boolean(),
});
/** Some 1,000 rows. */
export const maxCsvBytes = 1024 * 1024;
