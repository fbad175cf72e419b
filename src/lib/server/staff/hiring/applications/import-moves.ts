import type { CsvOutcome } from '#lib/contract/staff/list.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { applicationFlow } from '#lib/domain/hiring/applications/application-flow.ts';
import { findFieldProblem } from '#lib/domain/hiring/applications/message-fields.ts';
import { interviewFlow } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { trainingFlow } from '#lib/domain/hiring/appointments/training-flow.ts';
import {
  isStaffMove,
  maxCsvRows,
  reasonsFor,
  requiresReason,
  type StaffMove,
  staffMoves,
} from '#lib/domain/staff/staff-actions.ts';
import type { ApplicationAggregate } from '#lib/server/hiring/application-aggregate.ts';
import {
  currentInterview,
  currentTraining,
  loadApplications,
} from '#lib/server/hiring/application-aggregate.ts';
import { buildApplicationContext } from '#lib/server/hiring/applications/allowed-actions.ts';
import { buildInterviewContext } from '#lib/server/hiring/appointments/interview-transitions.ts';
import { buildTrainingContext } from '#lib/server/hiring/appointments/training-transitions.ts';
import { applyDueToSubmitted } from '#lib/server/hiring/due-transitions.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import type { ReplacedMessage, RunWork } from '#lib/server/messages/unit-of-work.ts';
import { type CsvRow, importRows, parseCsv, type RowPlan } from '../../csv.ts';
import { formatPersonName } from '../../person-names.ts';
import { previewChange } from '../../previews/collect-messages.ts';
import { presentMessagePreview } from '../../previews/present-preview.ts';
import { runConfirmed } from '../../previews/run-confirmed.ts';
import { runStaffActionSteps } from '../../undo/run-staff-action.ts';
import { attemptMove, isInterviewMove, isTrainingMove, type MoveDeps } from './move-applications.ts';

/** Moves applications by the rows of a file: a number, an action, a reason and notes. [API-42] */
export function importMoves(
  deps: MoveDeps,
  staffId: string,
  { csv, isPreview, fingerprint }: { csv: string; isPreview: boolean; fingerprint?: string | undefined },
): Promise<CsvOutcome> {
  if (isPreview) return previewImport(deps, staffId, csv);
  return runConfirmed(deps, fingerprint, (confirmed) =>
    runStaffActionSteps(confirmed, staffId, 'application.IMPORT', (runWork) =>
      importFile({ ...confirmed, runWork }, staffId, csv, isPreview),
    ),
  );
}

/** Returns the mistakes of each row, and the messages that the other rows would send. Changes nothing. */
async function previewImport(deps: MoveDeps, staffId: string, csv: string): Promise<CsvOutcome> {
  const messages: QueuedMessage[] = [];
  const replaced: ReplacedMessage[] = [];
  const unreached: string[] = [];
  const plans: RowPlan[] = [];
  const runWork: RunWork = async (change) => {
    const previewed = await previewChange(deps, change);
    messages.push(...previewed.messages);
    replaced.push(...previewed.replaced);
    unreached.push(...previewed.unreached);
    return previewed.result;
  };
  const outcome = await importFile({ ...deps, runWork }, staffId, csv, true, plans);
  for (const { problems, apply } of plans) if (!problems.length) await apply();
  // Nothing is left out of the texts, because staff confirm them; the rows have the names.
  const limits = { maxNames: 10, maxTexts: maxCsvRows, replaced, unreached };
  return { ...outcome, messages: await presentMessagePreview(deps.db, messages, limits) };
}

interface ImportDeps extends MoveDeps {
  runWork: RunWork;
}

/** Imports a file, or only checks it. Adds the plans of its rows to `plans`. */
function importFile(
  deps: ImportDeps,
  staffId: string,
  csv: string,
  isPreview: boolean,
  plans: RowPlan[] = [],
): Promise<CsvOutcome> {
  const file = parseCsv(csv, ['number', 'action']);
  return importRows(file, isPreview, deps.log, async (rows) => {
    await applyDueToSubmitted(deps.db);
    // A row without an action is left alone: nobody has decided about it yet.
    const decided = rows.filter(({ values }) => values.action);
    const aggregates = await loadApplicationsByNumber(
      deps,
      decided.map(({ values }) => values.number ?? ''),
    );
    const numbers = new Set<string>();
    for (const row of decided) {
      const isRepeat = numbers.has(row.values.number ?? '');
      numbers.add(row.values.number ?? '');
      plans.push(planRow(deps, staffId, row, aggregates.get(row.values.number ?? ''), isRepeat));
    }
    return plans;
  });
}

async function loadApplicationsByNumber(
  { db }: MoveDeps,
  numbers: string[],
): Promise<Map<string, ApplicationAggregate>> {
  if (!numbers.length) return new Map();
  const rows = await db.selectFrom('jobApplication').select('id').where('number', 'in', numbers).execute();
  const aggregates = await loadApplications(
    db,
    rows.map(({ id }) => id),
    null,
  );
  return new Map(aggregates.map((one) => [one.application.number, one]));
}

function planRow(
  deps: ImportDeps,
  staffId: string,
  { line, values }: CsvRow,
  aggregate: ApplicationAggregate | undefined,
  isRepeat: boolean,
): RowPlan {
  const action = parseAction(values.action ?? '');
  const reasonCode = parseReason(action, values.reason_code ?? '');
  const problems = findProblems({ values, aggregate, action, reasonCode, isRepeat });
  const subject = aggregate
    ? `${values.number} ${formatPersonName(aggregate.person)}`
    : (values.number ?? '');
  return {
    line,
    label: `${subject}: ${action ? staffMoves[action] : values.action}`,
    problems,
    async apply() {
      if (!aggregate || !action) return [];
      const error = await attemptMove(deps.log, deps.runWork, {
        staffId,
        id: aggregate.application.id,
        action,
        notes: {
          reasonCode,
          publicNote: values.public_note || null,
          privateNote: values.private_note || null,
        },
      });
      return error ? [{ column: 'action', message: error.message }] : [];
    },
  };
}

interface ParsedRow {
  values: Record<string, string>;
  aggregate: ApplicationAggregate | undefined;
  action: StaffMove | null;
  reasonCode: string | null;
  isRepeat: boolean;
}

function findProblems({ values, aggregate, action, reasonCode, isRepeat }: ParsedRow): RowPlan['problems'] {
  const problems: RowPlan['problems'] = [];
  const report = (column: string, message: string) => problems.push({ column, message });
  if (!aggregate) report('number', 'There is no application with this number.');
  if (isRepeat) report('number', 'This number is in the file twice.');
  if (!action) report('action', `Write one of ${Object.keys(staffMoves).join(', ')}.`);
  if (values.reason_code && !reasonCode)
    report('reason_code', `Write one of ${Object.keys(reasonsFor(action ?? '')).join(', ')}.`);
  if (action && !reasonCode && !values.reason_code && requiresReason(action))
    report('reason_code', 'Add a reason.');
  if ((values.public_note ?? '').length > 1000) report('public_note', 'At most 1,000 characters.');
  const fieldProblem = findFieldProblem(values.public_note ?? '');
  if (fieldProblem) report('public_note', fieldProblem);
  if ((values.private_note ?? '').length > 2000) report('private_note', 'At most 2,000 characters.');
  if (aggregate && action) {
    const reason = findObstacle(aggregate, action);
    if (reason) report('action', reason);
  }
  return problems;
}

/** Returns why the move is not possible now, or null. The reason code is checked on its own, so it counts as given. */
function findObstacle(aggregate: ApplicationAggregate, action: StaffMove): string | null {
  const result = isTrainingMove(action)
    ? checkTransition(
        trainingFlow,
        action,
        'STAFF',
        currentTraining(aggregate)?.status ?? null,
        buildTrainingContext(aggregate),
      )
    : isInterviewMove(action)
      ? checkTransition(
          interviewFlow,
          action,
          'STAFF',
          currentInterview(aggregate)?.status ?? null,
          buildInterviewContext(aggregate),
        )
      : checkTransition(
          applicationFlow,
          action,
          'STAFF',
          aggregate.application.status,
          buildApplicationContext(aggregate, { reasonCode: 'OTHER' }),
        );
  return result.isAllowed ? null : result.reason;
}

/** Finds a move by its code or by the label of its button. */
function parseAction(text: string): StaffMove | null {
  const code = text
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');
  if (isStaffMove(code)) return code;
  const [found] =
    Object.entries(staffMoves).find(([, label]) => label.toLowerCase() === text.toLowerCase()) ?? [];
  return found && isStaffMove(found) ? found : null;
}

/** Finds a reason for the action by its code or by its label. */
function parseReason(action: StaffMove | null, text: string): string | null {
  const reasons = reasonsFor(action ?? '');
  const code = text.trim().toUpperCase();
  if (Object.hasOwn(reasons, code)) return code;
  const [found] =
    Object.entries(reasons).find(([, label]) => label.toLowerCase() === text.toLowerCase()) ?? [];
  return found ?? null;
}
