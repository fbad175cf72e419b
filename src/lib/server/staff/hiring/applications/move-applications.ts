import type { BodyOf, ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { staffApplicationRoutes } from '#lib/contract/staff/applications.ts';
import { interviewTable } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { trainingTable } from '#lib/domain/hiring/appointments/training-flow.ts';
import type { StaffMove } from '#lib/domain/staff/staff-actions.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import type { Actor, TransitionNotes } from '#lib/server/core/actor.ts';
import { loadApplications } from '#lib/server/hiring/application-aggregate.ts';
import { moveApplication } from '#lib/server/hiring/applications/move-application.ts';
import { type InterviewMove, moveInterview } from '#lib/server/hiring/appointments/interview-transitions.ts';
import { moveTraining, type TrainingMove } from '#lib/server/hiring/appointments/training-transitions.ts';
import { toHttpError } from '#lib/server/http/error-response.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { Log } from '#lib/server/log.ts';
import type { RunWork, UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { runConfirmed } from '../../previews/run-confirmed.ts';
import { runStaffAction, runStaffActionSteps } from '../../undo/run-staff-action.ts';
import { queuePath, storeTyped, type TypedForm } from '../../undo/typed-form.ts';
import { fillMessageFields } from './messages/message-values.ts';
import { presentApplicationCards } from './present-application-card.ts';

type MoveEndpoint = (typeof staffApplicationRoutes)['POST /api/v1/staff/job-applications/move/'];
export type MoveDeps = Pick<ApiDeps, 'db' | 'config' | 'log'> & { messages: UnitOfWork['messages'] };

/** The actor of a change by a member of staff. */
export const staffActor = (id: string): Actor => ({ type: 'STAFF', id });

/**
 * Moves applications, each in a transaction of its own, so that one that cannot be moved does not stop the others. After a
 * preview, all are one transaction, which throws STALE_WRITE where others would be informed, or with other texts. Returns what
 * happened to each. [API-42]
 */
export const moveApplications = (
  deps: MoveDeps,
  staffId: string,
  { fingerprint, ...body }: BodyOf<MoveEndpoint>,
): Promise<ResponseOf<MoveEndpoint>> =>
  runConfirmed(deps, fingerprint, async (confirmed) => {
    const result = await moveEach(confirmed, staffId, body);
    if (fingerprint !== undefined) await storeTyped(confirmed.db, toTypedForm(body));
    return result;
  });

/** Returns a move as the form of the table and the board has it. */
const toTypedForm = ({
  applicationIds,
  ...fields
}: Omit<BodyOf<MoveEndpoint>, 'fingerprint'>): TypedForm => ({
  path: queuePath,
  fields: [
    ...applicationIds.map((id): [string, string] => ['id', id]),
    ...Object.entries(fields).map(([name, value]): [string, string] => [name, value ?? '']),
  ],
});

async function moveEach(
  deps: MoveDeps,
  staffId: string,
  { applicationIds, action, ...notes }: Omit<BodyOf<MoveEndpoint>, 'fingerprint'>,
): Promise<ResponseOf<MoveEndpoint>> {
  // Two people who move some of the same applications lock them in one order.
  const ids = [...new Set(applicationIds)];
  const errors = new Map<string, HttpError>();
  const moveAll = async (runWork: RunWork) => {
    let outage: HttpError | null = null;
    for (const id of ids.toSorted()) {
      const move = { staffId, id, action, notes: toTransitionNotes(notes) };
      const error: HttpError | null = outage ?? (await attemptMove(deps.log, runWork, move));
      if (error) errors.set(id, error);
      // Without the database the others would fail too, after two seconds each.
      if (error?.errorCode === 'SERVICE_UNAVAILABLE') outage = error;
    }
  };
  const name = `application.${action}`;
  if (ids.length === 1) await moveAll((change) => runStaffAction(deps, staffId, name, change));
  else await runStaffActionSteps(deps, staffId, name, moveAll);
  const cards = await presentApplicationCards(deps.db, await loadApplications(deps.db, ids, null));
  const results = ids.map((id) => {
    const card = cards.find((one) => one.id === id) ?? null;
    const error = errors.get(id);
    return {
      applicationId: id,
      number: card?.number ?? null,
      ok: !error,
      application: card,
      error: error ? { errorCode: error.errorCode, message: error.message } : null,
    };
  });
  return { moved: ids.length - errors.size, results };
}

type NotesInput = { [Name in keyof TransitionNotes]?: TransitionNotes[Name] | undefined };

/** Fills in the notes that a request left out. */
export const toTransitionNotes = ({
  reasonCode = null,
  publicNote = null,
  privateNote = null,
}: NotesInput): TransitionNotes => ({
  reasonCode,
  publicNote,
  privateNote,
});

interface MoveInput {
  staffId: string;
  id: string;
  action: StaffMove;
  notes: TransitionNotes;
}

/** Moves one application, its training or its interview. Returns null, or the error that prevented it. */
export async function attemptMove(
  log: Log,
  runWork: RunWork,
  { staffId, id, action, notes }: MoveInput,
): Promise<HttpError | null> {
  try {
    await runWork((work) => moveOne(work, staffActor(staffId), id, action, notes));
    return null;
  } catch (error) {
    if (error instanceof HttpError) return error;
    log.error({ err: error, applicationId: id, action }, 'an application could not be moved');
    return toHttpError(error);
  }
}

type StaffTrainingMove = Extract<StaffMove, TrainingMove>;
type StaffInterviewMove = Extract<StaffMove, InterviewMove>;

export const isTrainingMove = (action: StaffMove): action is StaffTrainingMove =>
  trainingTable.some((transition) => transition.action === action);
export const isInterviewMove = (action: StaffMove): action is StaffInterviewMove =>
  interviewTable.some((transition) => transition.action === action);

async function moveOne(
  work: UnitOfWork,
  by: Actor,
  id: string,
  action: StaffMove,
  written: TransitionNotes,
): Promise<string> {
  const publicNote = await fillMessageFields(work.trx, id, written.publicNote ?? null);
  const notes = { ...written, publicNote };
  if (isTrainingMove(action)) return moveTraining(work, by, id, action, notes);
  if (isInterviewMove(action)) return moveInterview(work, by, id, action, notes);
  return moveApplication(work, by, id, action, notes);
}
