import { CsvError, parse } from 'csv-parse/sync';
import type { CsvOutcome } from '#lib/contract/staff/list.ts';
import { maxCsvRows } from '#lib/domain/staff/staff-actions.ts';
import { formulaGuards } from '#lib/server/core/csv-format.ts';
import { isUnavailable } from '#lib/server/db/index.ts';
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
    Object.entries(record).map(([name, value]) => [name, formulaGuards.remove(value ?? '')]),
  ),
});

/** Spreadsheets separate cells with commas, semicolons or tabs, depending on their settings. */
function findDelimiter(head: string): string {
  const count = (sign: string) => head.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

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

/**
 * Checks every row and, unless it is a preview, applies the valid ones one by one. Once the database does not answer, the rest is not
 * tried, so that the request ends and says which rows are stored.
 */
export async function importRows(
  file: CsvFile,
  isPreview: boolean,
  log: Log,
  planRows: (rows: CsvRow[]) => Promise<RowPlan[]>,
): Promise<CsvOutcome> {
  if (file.problem !== null) return { isPreview, problem: file.problem, count: 0, rows: [] };
  const rows = [];
  let isAway = false;
  const applyRow = async (apply: RowPlan['apply']): Promise<Problem[]> => {
    if (isAway) return [failedRow];
    try {
      return await apply();
    } catch (error) {
      isAway = isUnavailable(error);
      log.error({ err: error }, 'a row of a file could not be imported');
      return [failedRow];
    }
  };
  for (const { apply, ...row } of await planRows(file.rows)) {
    const problems = row.problems.length || isPreview ? row.problems : await applyRow(apply);
    rows.push({ ...row, problems, ok: problems.length === 0 });
  }
  return { isPreview, problem: null, count: rows.filter(({ ok }) => ok).length, rows };
}

const failedRow: Problem = { column: null, message: 'Something went wrong with this row. Try it again.' };
