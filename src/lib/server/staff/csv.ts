import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { CsvOutcome } from '#lib/contract/staff/list.ts';
import { maxCsvRows } from '#lib/domain/staff/staff-actions.ts';
import type { Log } from '#lib/server/log.ts';

/** Files that spreadsheets write and read. */

export interface CsvRow {
  /** Where it begins in the file, the header being 1. */
  line: number;
  values: Record<string, string>;
}

export type CsvFile = { rows: CsvRow[]; problem: null } | { rows: null; problem: string };

/** Rows by the names of the header; what is wrong with the file as a whole, in a sentence. */
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
      delimiter: delimiterOf(head),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as { record: Record<string, string>; info: { lines: number } }[];
    const missing = required.filter((name) => found[0] && !(name in found[0].record));
    if (!found.length) return { rows: null, problem: 'The file has no rows below its header.' };
    if (missing.length)
      return { rows: null, problem: `The first line must name the columns; missing: ${missing.join(', ')}.` };
    if (found.length > maxCsvRows)
      return { rows: null, problem: `The file has ${found.length} rows; at most ${maxCsvRows} at a time.` };
    return {
      rows: found.map(({ record }, index) => rowOf(record, found[index - 1]?.info.lines ?? 1)),
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return {
      rows: null,
      problem: 'This is no CSV file: a quotation mark is opened and not closed, or stands alone.',
    };
  }
}

const rowOf = (record: Record<string, string>, before: number): CsvRow => ({
  line: before + 1,
  values: Object.fromEntries(Object.entries(record).map(([name, value]) => [name, plain(value ?? '')])),
});

/** What a spreadsheet of this country writes: commas, semicolons or tabs. */
function delimiterOf(head: string): string {
  const count = (sign: string) => head.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** What a spreadsheet would run, the wide forms of these signs with it; or what was guarded from that. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;
/** Our own files guard it by an apostrophe; here that one goes again. */
const plain = (value: string): string =>
  value.startsWith("'") && formula.test(value) ? value.slice(1) : value;

export type CsvCell = string | number | boolean | null;

/**
 * Lines of a file. A cell that a spreadsheet would run as a formula begins with an apostrophe (OWASP, CSV injection);
 * the mark of the encoding comes first, or Excel reads names wrongly.
 */
export const formatCsv = (rows: readonly (readonly CsvCell[])[], { isFirst = false } = {}): string =>
  stringify(rows as CsvCell[][], {
    bom: isFirst,
    record_delimiter: '\r\n',
    // By itself it quotes what has the whole of the delimiter; readers end a row at either half of it.
    quoted_match: /[\r\n]/,
    cast: {
      boolean: (value) => (value ? 'yes' : 'no'),
      string: (value) => (formula.test(value) ? `'${value}` : value),
    },
  });

type Problem = CsvOutcome['rows'][number]['problems'][number];

/** What one row would do; `apply` does it and gives what went wrong after all. */
export interface RowPlan {
  line: number;
  label: string;
  problems: Problem[];
  apply: () => Promise<Problem[]>;
}

/** Checks every row, and unless it is a preview does what can be done, row by row. */
export async function importRows(
  file: CsvFile,
  isPreview: boolean,
  log: Log,
  plan: (rows: CsvRow[]) => Promise<RowPlan[]>,
): Promise<CsvOutcome> {
  if (file.problem !== null) return { isPreview, problem: file.problem, count: 0, rows: [] };
  const rows = [];
  for (const { apply, ...row } of await plan(file.rows)) {
    const problems = row.problems.length || isPreview ? row.problems : await attempt(apply, log);
    rows.push({ ...row, problems, ok: problems.length === 0 });
  }
  return { isPreview, problem: null, count: rows.filter(({ ok }) => ok).length, rows };
}

async function attempt(apply: () => Promise<Problem[]>, log: Log): Promise<Problem[]> {
  try {
    return await apply();
  } catch (error) {
    log.error({ err: error }, 'a row of a file could not be taken');
    return [{ column: null, message: 'Something went wrong with this row. Try it again.' }];
  }
}
