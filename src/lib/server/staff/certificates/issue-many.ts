import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { staffCertificateRoutes } from '#lib/contract/staff/certificates/certificates.ts';
import type { CsvOutcome } from '#lib/contract/staff/list.ts';
import { formatShortId } from '#lib/domain/certificates/short-id.ts';
import { defaultTimeZone } from '#lib/domain/core/countries.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import { maxCsvRows } from '#lib/domain/staff/staff-actions.ts';
import type { IssueInput } from '#lib/server/certificates/issue-certificate.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import type { RunWork } from '#lib/server/messages/unit-of-work.ts';
import { importRows, parseCsv, type RowPlan } from '../csv.ts';
import { previewChange } from '../previews/collect-messages.ts';
import { presentMessagePreview } from '../previews/present-preview.ts';
import { runStaffActionSteps } from '../undo/run-staff-action.ts';
import { findSimilar } from './issue-input.ts';
import { type ParsedRow, parseCertificateRow } from './parse-row.ts';
import { listRosterRows } from './roster-rows.ts';
import { issueByStaff } from './write-certificate.ts';

export type IssueDeps = Pick<ApiDeps, 'db' | 'messages' | 'config' | 'log'>;

/** Issues the certificates of a file, or previews them with everybody who would be informed. [API-52] */
export async function importCertificates(
  deps: IssueDeps,
  staffId: string,
  { csv, isPreview }: { csv: string; isPreview: boolean },
): Promise<CsvOutcome> {
  const file = parseCsv(csv, ['name', 'title']);
  if (file.problem !== null) return { isPreview, problem: file.problem, count: 0, rows: [] };
  const today = localDate(await databaseNow(deps.db), defaultTimeZone);
  const rows = file.rows.map((row) => parseCertificateRow(row, today));
  return issueRows(deps, staffId, rows, isPreview);
}

type RosterBody = BodyOf<(typeof staffCertificateRoutes)['POST /api/v1/staff/certificates/issue-roster/']>;

/** Issues a certificate to everybody on a roster, or previews it. Throws `NOT_FOUND`. [API-52] */
export async function issueRoster(
  deps: IssueDeps,
  staffId: string,
  { source, sourceId, values, isPreview }: RosterBody,
): Promise<CsvOutcome> {
  const rows = await listRosterRows(deps.db, source, sourceId, values);
  if (!rows) throw new HttpError('NOT_FOUND', { message: 'There is no such event or batch' });
  if (!rows.length) return { isPreview, problem: noPeople[source], count: 0, rows: [] };
  return issueRows(deps, staffId, rows, isPreview);
}

const noPeople = {
  EVENT: 'Nobody is marked as attended at this event.',
  BATCH: 'Nobody has completed this batch.',
} as const;

/** Issues each row in a transaction of its own; all of them are undone together. */
async function issueRows(
  deps: IssueDeps,
  staffId: string,
  rows: ParsedRow[],
  isPreview: boolean,
): Promise<CsvOutcome> {
  const messages: QueuedMessage[] = [];
  const run = async (runWork: RunWork) => {
    const plans = await planRows(deps, staffId, rows, runWork);
    if (isPreview) for (const { problems, apply } of plans) if (!problems.length) await apply();
    const file = { rows: rows.map(({ line }) => ({ line, values: {} })), problem: null };
    return importRows(file, isPreview, deps.log, async () => plans);
  };
  if (!isPreview) return runStaffActionSteps(deps, staffId, 'certificate.IMPORT', run, { hasVisitors: true });
  const outcome = await run(async (change) => {
    const previewed = await previewChange(deps, change);
    messages.push(...previewed.messages);
    return previewed.result;
  });
  const limits = { maxNames: 10, maxTexts: maxCsvRows, hasVisitors: true };
  return { ...outcome, messages: await presentMessagePreview(deps.db, messages, limits) };
}

async function planRows(
  { db }: IssueDeps,
  staffId: string,
  rows: readonly ParsedRow[],
  runWork: RunWork,
): Promise<RowPlan[]> {
  const lines = new Map<string, number>();
  const plans: RowPlan[] = [];
  for (const { line, label, input, problems } of rows) {
    const similar = input && (await findSimilar(db, input));
    const key = input && keyOf(input);
    const earlier = key ? lines.get(key) : undefined;
    if (earlier !== undefined)
      problems.push({ column: null, message: `This is the same certificate as in line ${earlier}.` });
    else if (key) lines.set(key, line);
    plans.push({
      ...{ line, label, problems },
      ...(similar && { notes: [`has one of this title: ${formatShortId(similar)}`] }),
      async apply() {
        const { isExisting } = input
          ? await runWork((work) => issueByStaff(work, staffId, input))
          : { isExisting: false };
        if (isExisting) problems.push({ column: null, message: 'This certificate is issued already.' });
        return problems;
      },
    });
  }
  return plans;
}

const keyOf = ({ holderName, holderEmail, holderPhone, userId, title, batchName, completedOn }: IssueInput) =>
  JSON.stringify([userId ?? holderPhone ?? holderEmail ?? holderName, title, batchName, completedOn]);
