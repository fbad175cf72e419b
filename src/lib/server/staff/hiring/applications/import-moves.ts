import type { CsvOutcome } from '#lib/contract/staff/list.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { applicationFlow } from '#lib/domain/hiring/applications/application-flow.ts';
import { staffReasons } from '#lib/domain/hiring/applications/reasons.ts';
import { interviewFlow } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { trainingFlow } from '#lib/domain/hiring/appointments/training-flow.ts';
import { isStaffMove, movesWithReason, type StaffMove, staffMoves } from '#lib/domain/staff/staff-actions.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import type { ApplicationAggregate } from '#lib/server/hiring/application-aggregate.ts';
import {
  currentInterview,
  currentTraining,
  loadApplications,
} from '#lib/server/hiring/application-aggregate.ts';
import { buildApplicationContext } from '#lib/server/hiring/applications/allowed-actions.ts';
import { buildInterviewContext } from '#lib/server/hiring/appointments/interview-transitions.ts';
import { buildTrainingContext } from '#lib/server/hiring/appointments/training-transitions.ts';
import { beginTrainings } from '#lib/server/hiring/due-transitions.ts';
import { type CsvRow, importRows, parseCsv, type RowPlan } from '../../csv.ts';
import { attemptMove, isInterviewMove, isTrainingMove } from './move-applications.ts';
import { formatPersonName } from './present-application-card.ts';

/** What the export of applications leaves empty, to be filled in and sent back. */
export const decisionColumns = ['action', 'reason_code', 'public_note', 'private_note'] as const;

type Given = Pick<ApiDeps, 'db' | 'messages' | 'config' | 'log'>;

/** Moves applications by a file: a number, what to do, and why. */
export function importMoves(
  given: Given,
  staffId: string,
  { csv, isPreview }: { csv: string; isPreview: boolean },
): Promise<CsvOutcome> {
  const file = parseCsv(csv, ['number', 'action']);
  return importRows(file, isPreview, given.log, async (rows) => {
    await beginTrainings(given.db);
    // A row without an action is one that nobody has decided about.
    const decided = rows.filter(({ values }) => values.action);
    const standings = await standingsByNumber(
      given,
      decided.map(({ values }) => values.number ?? ''),
    );
    const seen = new Set<string>();
    return decided.map((row) => {
      const isRepeat = seen.has(row.values.number ?? '');
      seen.add(row.values.number ?? '');
      return planRow(given, staffId, row, standings.get(row.values.number ?? ''), isRepeat);
    });
  });
}

async function standingsByNumber(
  { db }: Given,
  numbers: string[],
): Promise<Map<string, ApplicationAggregate>> {
  if (!numbers.length) return new Map();
  const rows = await db.selectFrom('jobApplication').select('id').where('number', 'in', numbers).execute();
  const standings = await loadApplications(
    db,
    rows.map(({ id }) => id),
    null,
  );
  return new Map(standings.map((one) => [one.application.number, one]));
}

function planRow(
  given: Given,
  staffId: string,
  { line, values }: CsvRow,
  standing: ApplicationAggregate | undefined,
  isRepeat: boolean,
): RowPlan {
  const action = readAction(values.action ?? '');
  const reasonCode = readReason(values.reason_code ?? '');
  const problems = problemsOf({ values, standing, action, reasonCode, isRepeat });
  const who = standing ? `${values.number} ${formatPersonName(standing.person)}` : (values.number ?? '');
  return {
    line,
    label: `${who}: ${action ? staffMoves[action] : values.action}`,
    problems,
    async apply() {
      if (!standing || !action) return [];
      const error = await attemptMove(given, staffId, standing.application.id, action, {
        reasonCode,
        publicNote: values.public_note || null,
        privateNote: values.private_note || null,
      });
      return error ? [{ column: 'action', message: error.message }] : [];
    },
  };
}

interface Read {
  values: Record<string, string>;
  standing: ApplicationAggregate | undefined;
  action: StaffMove | null;
  reasonCode: string | null;
  isRepeat: boolean;
}

function problemsOf({ values, standing, action, reasonCode, isRepeat }: Read): RowPlan['problems'] {
  const problems: RowPlan['problems'] = [];
  const say = (column: string, message: string) => problems.push({ column, message });
  if (!standing) say('number', 'There is no application with this number.');
  if (isRepeat) say('number', 'This number is in the file twice.');
  if (!action) say('action', `Write one of ${Object.keys(staffMoves).join(', ')}.`);
  if (values.reason_code && !reasonCode)
    say('reason_code', `Write one of ${Object.keys(staffReasons).join(', ')}.`);
  if (action && !reasonCode && !values.reason_code && needsReason(action))
    say('reason_code', 'Say why: this cannot be done without a reason.');
  if ((values.public_note ?? '').length > 1000) say('public_note', 'At most 1,000 characters.');
  if ((values.private_note ?? '').length > 2000) say('private_note', 'At most 2,000 characters.');
  if (standing && action) {
    const reason = whyNot(standing, action);
    if (reason) say('action', reason);
  }
  return problems;
}

/** The tables' own sentence; what the row says of the reason is looked at by itself. */
function whyNot(standing: ApplicationAggregate, action: StaffMove): string | null {
  const verdict = isTrainingMove(action)
    ? checkTransition(
        trainingFlow,
        action,
        'STAFF',
        currentTraining(standing)?.status ?? null,
        buildTrainingContext(standing),
      )
    : isInterviewMove(action)
      ? checkTransition(
          interviewFlow,
          action,
          'STAFF',
          currentInterview(standing)?.status ?? null,
          buildInterviewContext(standing),
        )
      : checkTransition(
          applicationFlow,
          action,
          'STAFF',
          standing.application.status,
          buildApplicationContext(standing, { reasonCode: 'OTHER' }),
        );
  return verdict.isAllowed ? null : verdict.reason;
}

const needsReason = (action: StaffMove) => (movesWithReason as readonly StaffMove[]).includes(action);

/** By its code or by the word on its button. */
function readAction(text: string): StaffMove | null {
  const code = text
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');
  if (isStaffMove(code)) return code;
  const [found] =
    Object.entries(staffMoves).find(([, label]) => label.toLowerCase() === text.toLowerCase()) ?? [];
  return found && isStaffMove(found) ? found : null;
}

function readReason(text: string): string | null {
  const code = text.trim().toUpperCase();
  if (Object.hasOwn(staffReasons, code)) return code;
  const [found] =
    Object.entries(staffReasons).find(([, label]) => label.toLowerCase() === text.toLowerCase()) ?? [];
  return found ?? null;
}
