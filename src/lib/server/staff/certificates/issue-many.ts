import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { staffCertificateRoutes } from '#lib/contract/staff/certificates/certificates.ts';
import type { CsvOutcome } from '#lib/contract/staff/list.ts';
import { formatShortId } from '#lib/domain/certificates/short-id.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
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
import { requireConfirmed } from '../previews/run-confirmed.ts';
import { runStaffActionSteps } from '../undo/run-staff-action.ts';
import { findSimilar } from './issue-input.ts';
import { type ParsedRow, parseCertificateRow } from './parse-row.ts';
import { listRosterRows } from './roster-rows.ts';
import { issueByStaff } from './write-certificate.ts';

/** A preview, or the issue of what the preview with this fingerprint has shown. */
interface ImportStep {
  isPreview: boolean;
  fingerprint?: string | undefined;
}

export type IssueDeps = Pick<ApiDeps, 'db' | 'messages' | 'config' | 'log'>;

/**
 * Issues the certificates of a file, or previews them with everybody who would be informed. Throws `STALE_WRITE` where others would
 * be informed than in the preview that was confirmed. [API-52]
 */
export async function importCertificates(
  deps: IssueDeps,
  staffId: string,
  { csv, ...step }: { csv: string } & ImportStep,
): Promise<CsvOutcome> {
  const file = parseCsv(csv, ['name', 'title']);
  if (file.problem !== null) return { isPreview: step.isPreview, problem: file.problem, count: 0, rows: [] };
  const today = localDate(await databaseNow(deps.db), defaultTimeZone);
  const rows = file.rows.map((row) => parseCertificateRow(row, today));
  return issueRows(deps, staffId, rows, step);
}

type RosterBody = BodyOf<(typeof staffCertificateRoutes)['POST /api/v1/staff/certificates/issue-roster/']>;

/** Issues a certificate to everybody on a roster, or previews it. Throws `NOT_FOUND`, and `STALE_WRITE` as an import. [API-52] */
export async function issueRoster(
  deps: IssueDeps,
  staffId: string,
  { source, sourceId, values, ...step }: RosterBody,
): Promise<CsvOutcome> {
  const rows = await listRosterRows(deps.db, source, sourceId, values);
  if (!rows) throw new HttpError('NOT_FOUND', { message: 'There is no such event or batch' });
  if (!rows.length) return { isPreview: step.isPreview, problem: noPeople[source], count: 0, rows: [] };
  return issueRows(deps, staffId, rows, step);
}

const noPeople = {
  EVENT: 'Nobody is marked as attended at this event.',
  PROGRAM: 'Nobody has completed this batch.',
  BATCH: 'Nobody has completed this batch.',
} as const;

/** Issues each row in a transaction of its own; all of them are undone together. */
async function issueRows(
  deps: IssueDeps,
  staffId: string,
  rows: ParsedRow[],
  { isPreview, fingerprint }: ImportStep,
): Promise<CsvOutcome> {
  const file = { rows: rows.map(({ line }) => ({ line, values: {} })), problem: null };
  if (isPreview || fingerprint !== undefined) {
    const { plans, messages } = await previewRows(deps, staffId, structuredClone(rows));
    if (isPreview) {
      const limits = { maxTexts: maxCsvRows, hasVisitors: true };
      const outcome = await importRows(file, true, deps.log, async () => plans);
      return { ...outcome, messages: await presentMessagePreview(deps.db, messages, limits) };
    }
    requireConfirmed(messages, fingerprint, true);
  }
  const issue = (runWork: RunWork) =>
    importRows(file, false, deps.log, () => planRows(deps, staffId, rows, runWork));
  return runStaffActionSteps(deps, staffId, 'certificate.IMPORT', issue, { hasVisitors: true });
}

/** Tries each row in a transaction that is taken back. Returns the problems, and everybody who would be informed. */
async function previewRows(deps: IssueDeps, staffId: string, rows: ParsedRow[]) {
  const messages: QueuedMessage[] = [];
  const plans = await planRows(deps, staffId, rows, async (change) => {
    const previewed = await previewChange(deps, change);
    messages.push(...previewed.messages);
    return previewed.result;
  });
  for (const { problems, apply } of plans) if (!problems.length) await apply();
  return { plans, messages };
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
