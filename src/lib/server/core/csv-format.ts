import { stringify } from 'csv-stringify/sync';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { localDateTime } from '#lib/domain/core/zoned-time.ts';

/** CSV files that spreadsheets open. */

/**
 * Text that a spreadsheet would run as a formula, also with full-width signs and after any white space: at the beginning of a
 * cell, and after a sign at which some spreadsheets split a cell, quoted or not; a quotation mark that opens such a cell is
 * dropped by them. An apostrophe in front keeps it a text (OWASP, CSV injection).
 */
export const formulaGuards = {
  add: (value: string): string => value.replace(afterSplit, "$1'").replace(atBeginning, "'"),
  /** Removes the apostrophes that `add` has put into one of our own files. */
  remove: (value: string): string => value.replace(guardAtBeginning, '').replace(guardAfterSplit, '$1'),
};

const sign = '[=+\\-@＝＋－＠]';
// The last two have no width and are no white space to a pattern.
const formulaAtBeginning = `(?=[\\s"'\\u200b\\ufeff]*${sign}|'*[\\t\\r])`;
const formulaAfterSplit = `(?=(?:[^\\S\\t\\r\\n]|["'\\u200b\\ufeff])*${sign})`;
const atBeginning = new RegExp(`^${formulaAtBeginning}`);
const guardAtBeginning = new RegExp(`^'${formulaAtBeginning}`);
const afterSplit = new RegExp(`([;\\t\\r\\n])${formulaAfterSplit}`, 'g');
const guardAfterSplit = new RegExp(`([;\\t\\r\\n])'${formulaAfterSplit}`, 'g');

export type CsvCell = string | number | boolean | null;

/**
 * Formats an instant as spreadsheets read it and people write it, in Indian time: `2026-11-27 16:05`. The name of its column ends
 * in `_ist`, because the cell has no zone. [APP-13]
 */
export const csvTime = (instant: Date | string | null | undefined): string | null =>
  instant ? localDateTime(new Date(instant), defaultTimeZone).slice(0, 16).replace('T', ' ') : null;

/**
 * Formats rows as lines of a file, in which no cell begins a formula. The first part begins with a byte order mark, without which Excel misreads names.
 */
export const formatCsv = (rows: readonly (readonly CsvCell[])[], { isFirst = false } = {}): string =>
  stringify(rows as CsvCell[][], {
    bom: isFirst,
    record_delimiter: '\r\n',
    // The library quotes cells that hold the whole record delimiter; readers end a row at either half of it.
    quoted_match: /[\r\n]/,
    cast: {
      boolean: (value) => (value ? 'yes' : 'no'),
      string: formulaGuards.add,
    },
  });
