import * as z from 'zod/mini';
import { maxLength } from '#lib/contract/core/fields.ts';
import { paging } from '#lib/contract/core/list.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { confirmedFingerprint, messagePreview } from './message-preview.ts';

/** Cursor paging of staff lists, so that no row is skipped or repeated while rows change. */
export const staffPaging = {
  limit: paging.limit,
  /** The cursor in `next` of the previous page. */
  after: z.optional(z.string().check(z.regex(/^[\w-]{1,400}$/, 'Follow the address in `next`'))),
};

/** A text that searches people or jobs. */
export const staffSearch = z.optional(z.string().check(z.overwrite(formatTrimmedText), maxLength(120)));

export { optionalText } from '#lib/contract/core/optional-text.ts';

/** A problem in a row of an imported file; `column` is null when it concerns the whole row. */
const csvProblem = z.object({ column: z.nullable(z.string()), message: z.string() });

/** The result of an import: the change that each row makes or, in a preview, would make. */
export const csvOutcome = z.object({
  isPreview: z.boolean(),
  /** A problem of the whole file: no header, no rows or too many rows. */
  problem: z.nullable(z.string()),
  /** Number of valid rows; after the import, number of applied rows. */
  count: z.number(),
  rows: z.array(
    z.object({
      /** The line in the file; the header is line 1. */
      line: z.number(),
      /** The label of the row's subject. */
      label: z.string(),
      ok: z.boolean(),
      problems: z.array(csvProblem),
      /** What the row changes besides its subject. */
      notes: z.optional(z.array(z.string())),
    }),
  ),
  /** Of the preview of a file with decisions: whom the import would notify, and each text. */
  messages: z.optional(messagePreview),
});
export type CsvOutcome = z.output<typeof csvOutcome>;

export const csvBody = z.strictObject({
  csv: z.string({ error: 'Please choose a file' }).check(z.minLength(1, 'Please choose a file')),
  /** `true` returns the changes of all rows without making them. */
  isPreview: z.boolean(),
  fingerprint: confirmedFingerprint,
});
/** Enough for about 1,000 rows. */
export const maxCsvBytes = 1024 * 1024;
