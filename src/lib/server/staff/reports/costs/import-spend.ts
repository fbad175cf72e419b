import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { SpendOutcome } from '#lib/contract/staff/reports/costs.ts';
import { dayText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import {
  keyOfSpend,
  parseSpendRow,
  type SpendMode,
  type SpendRow,
} from '#lib/domain/staff/reports/cost-file.ts';
import { formatPaise } from '#lib/domain/staff/reports/costs.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';
import { type CsvRow, parseCsv } from '../../csv.ts';
import { currentSpend } from './current-spend.ts';

export interface ImportSpendInput {
  csv: string;
  isPreview: boolean;
  mode: SpendMode;
  importId?: string | undefined;
  version?: number | undefined;
}

type OutcomeRow = SpendOutcome['rows'][number];
type PlannedRow = OutcomeRow & { entry: SpendRow | null };

/**
 * Imports all valid rows of a file at once, or shows what each would change. Throws `STALE_WRITE` if another import or deletion
 * came between the preview and this request. An import id that is stored already changes nothing.
 */
export function importSpend(db: Db, staffId: string, input: ImportSpendInput): Promise<SpendOutcome> {
  const { csv, isPreview, mode, importId = uuidv7() } = input;
  return db.transaction().execute(async (trx) => {
    // Imports follow each other, so that an amount is added once to what the preview has shown.
    await sql`lock table spend_import in share row exclusive mode`.execute(trx);
    const version = await readVersion(trx);
    const outcome = { isPreview, importId, version };
    const file = parseCsv(csv, ['day', 'source', 'amount']);
    if (file.problem !== null) return { ...outcome, problem: file.problem, count: 0, rows: [] };
    const isKnown = !isPreview && (await isImported(trx, importId));
    if (!isKnown && input.version !== undefined && input.version !== version)
      throw new HttpError('STALE_WRITE', {
        message: 'Somebody imported or deleted spend since the preview. Look at the new preview.',
      });
    const rows = await planRows(trx, file.rows, mode);
    const entries = rows.flatMap(({ entry }) => entry ?? []);
    if (!isPreview && !isKnown && entries.length) await insertImport(trx, staffId, importId, mode, entries);
    return {
      ...{ ...outcome, problem: null, count: entries.length },
      rows: rows.map(({ entry: _, ...row }) => row),
    };
  });
}

async function readVersion(trx: Db): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    select coalesce(max(version), 0) as version from spend_import`.execute(trx);
  return Number(rows[0]?.version ?? 0);
}

async function isImported(trx: Db, id: string): Promise<boolean> {
  const found = await trx.selectFrom('spendImport').select('id').where('id', '=', id).executeTakeFirst();
  return found !== undefined;
}

async function planRows(trx: Db, rows: readonly CsvRow[], mode: SpendMode): Promise<PlannedRow[]> {
  const today = localDate(await databaseNow(trx), defaultTimeZone);
  const stored = await loadStored(trx);
  const known = await loadKnownSources(trx);
  const lines = new Map<string, number>();
  return rows.map(({ line, values }) => {
    const { row, problems } = parseSpendRow(values, today);
    if (!row) {
      const label = [values.day, values.source, values.campaign].filter(Boolean).join(', ') || 'Empty row';
      return { line, label, ok: false, problems, entry: null };
    }
    const key = keyOfSpend(row);
    const label = `${[dayText(row.day), row.source, row.campaign].filter(Boolean).join(', ')}: ${formatPaise(row.amount)}`;
    const earlier = lines.get(key);
    if (earlier !== undefined) {
      const message = `This is the same day, source and campaign as in line ${earlier}.`;
      return { line, label, ok: false, problems: [{ column: null, message }], entry: null };
    }
    lines.set(key, line);
    const notes = [
      ...describeChange(row, stored.get(key), mode),
      ...(known.has(row.source)
        ? []
        : ['No visit or request has this source yet. Is it spelled as in the links?']),
    ];
    return { line, label, ok: true, problems: [], notes, entry: row };
  });
}

function describeChange({ amount }: SpendRow, before: number | undefined, mode: SpendMode): string[] {
  if (before === undefined) return [];
  if (mode === 'ADD') return [`Adds to ${formatPaise(before)}: ${formatPaise(before + amount)}.`];
  return before === amount ? ['Is stored already.'] : [`Replaces ${formatPaise(before)}.`];
}

async function loadStored(trx: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<SpendRow & { amount: string }>`select * from ${currentSpend} current`.execute(
    trx,
  );
  return new Map(rows.map((row) => [keyOfSpend(row), Number(row.amount)]));
}

async function loadKnownSources(trx: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ source: string }>`
    select first_source as source from conversion_day union select session_source from conversion_day
    union select first_source from analytics_day union select session_source from analytics_day`.execute(trx);
  return new Set(rows.map(({ source }) => source));
}

async function insertImport(
  trx: Db,
  staffId: string,
  id: string,
  mode: SpendMode,
  entries: readonly SpendRow[],
): Promise<void> {
  await trx
    .insertInto('spendImport')
    .values({ id, mode, recordedById: staffId, deletedAt: null, deletedById: null })
    .execute();
  await trx
    .insertInto('spendEntry')
    .values(entries.map((entry) => ({ importId: id, ...entry })))
    .execute();
  await recordStaffAudit(trx, staffId, 'spend.IMPORT', id, {
    ...{
      mode,
      rows: entries.length,
      amount: formatPaise(entries.reduce((sum, { amount }) => sum + amount, 0)),
    },
  });
}
