import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { CsvOutcome } from '#lib/contract/staff/list.ts';
import { maxCsvRows } from '#lib/domain/staff/staff-actions.ts';
import type { Log } from '#lib/server/log.ts';

/** CSV files as spreadsheets write and read them. */

export interface CsvRow {
  /** The line in the file on which the row begins; the header is line 1. */
  line: number;
  values: Record<string, string>;
}

export type CsvFile = { rows: CsvRow[]; problem: null } | { rows: null; problem: string };

/** Parses a file into rows by column name. Returns a sentence about the problem where the file as a whole is invalid. */
export function parseCsv(text: string, required: readonly string[]): CsvFile {
  try {
    const [head = ''] = text.split('\n', 1);
    const found = parse(text, {
      bom: true,
      columns: (header: string[]) =>
        header.map((name) =>
          name
            .trim()
            .toLowerCase()
            .replace(/[\s-]+/g, '_'),
        ),
      delimiter: findDelimiter(head),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as { record: Record<string, string>; info: { lines: number } }[];
    const missing = required.filter((name) => found[0] && !(name in found[0].record));
    if (!found.length) return { rows: null, problem: 'The file has no rows below its header.' };
    if (missing.length)
      return { rows: null, problem: `Add these columns to the first line: ${missing.join(', ')}.` };
    if (found.length > maxCsvRows)
      return { rows: null, problem: `The file has ${found.length} rows; at most ${maxCsvRows} at a time.` };
    return {
      rows: found.map(({ record }, index) => toRow(record, found[index - 1]?.info.lines ?? 1)),
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return {
      rows: null,
      problem: 'This is not a valid CSV file. Check its quotation marks.',
    };
  }
}

const toRow = (record: Record<string, string>, lineBefore: number): CsvRow => ({
  line: lineBefore + 1,
  values: Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, guards.remove(value ?? '')]),
  ),
});

/** Spreadsheets separate cells with commas, semicolons or tabs, depending on their settings. */
function findDelimiter(head: string): string {
  const count = (sign: string) => head.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/**
 * Text that a spreadsheet would run as a formula, also with full-width signs and after any white space: at the beginning of a
 * cell, and after a sign at which some spreadsheets split a cell, quoted or not; a quotation mark that opens such a cell is
 * dropped by them. An apostrophe in front keeps it a text (OWASP, CSV injection).
 */
const guards = {
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
      string: guards.add,
    },
  });

type Problem = CsvOutcome['rows'][number]['problems'][number];

/** The change of one row. `apply` makes the change and returns the problems that it met. */
export interface RowPlan {
  line: number;
  label: string;
  problems: Problem[];
  /** What the row changes besides its subject. */
  notes?: string[];
  apply: () => Promise<Problem[]>;
}

/** Checks every row and, unless it is a preview, applies the valid ones one by one. */
export async function importRows(
  file: CsvFile,
  isPreview: boolean,
  log: Log,
  planRows: (rows: CsvRow[]) => Promise<RowPlan[]>,
): Promise<CsvOutcome> {
  if (file.problem !== null) return { isPreview, problem: file.problem, count: 0, rows: [] };
  const rows = [];
  for (const { apply, ...row } of await planRows(file.rows)) {
    const problems = row.problems.length || isPreview ? row.problems : await applyRow(apply, log);
    rows.push({ ...row, problems, ok: problems.length === 0 });
  }
  return { isPreview, problem: null, count: rows.filter(({ ok }) => ok).length, rows };
}

async function applyRow(apply: () => Promise<Problem[]>, log: Log): Promise<Problem[]> {
  try {
    return await apply();
  } catch (error) {
    log.error({ err: error }, 'a row of a file could not be imported');
    return [{ column: null, message: 'Something went wrong with this row. Try it again.' }];
  }
}
