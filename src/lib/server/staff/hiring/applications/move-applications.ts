import type { BodyOf, ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { staffApplicationRoutes } from '#lib/contract/staff/applications.ts';
import { interviewTable } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { trainingTable } from '#lib/domain/hiring/appointments/training-flow.ts';
import type { StaffMove } from '#lib/domain/staff/staff-actions.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import type { Actor, TransitionNotes, UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import { loadApplications } from '#lib/server/hiring/application-aggregate.ts';
import { moveApplication } from '#lib/server/hiring/applications/move-application.ts';
import { type InterviewMove, moveInterview } from '#lib/server/hiring/appointments/interview-transitions.ts';
import { moveTraining, type TrainingMove } from '#lib/server/hiring/appointments/training-transitions.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { presentApplicationCard } from './present-application-card.ts';

type Call = (typeof staffApplicationRoutes)['POST /api/v1/staff/job-applications/move/'];
type Given = Pick<ApiDeps, 'db' | 'messages' | 'config' | 'log'>;

export const staffActor = (id: string): Actor => ({ type: 'STAFF', id });

/** Each in a transaction of its own, so that one that cannot be moved stops no other; the answer tells of each. */
export async function moveApplications(
  given: Given,
  staffId: string,
  { applicationIds, action, ...notes }: BodyOf<Call>,
): Promise<ResponseOf<Call>> {
  const ids = [...new Set(applicationIds)];
  const errors = new Map<string, HttpError>();
  for (const id of ids) {
    const error = await attemptMove(given, staffId, id, action, toTransitionNotes(notes));
    if (error) errors.set(id, error);
  }
  const cards = new Map(
    (await loadApplications(given.db, ids, null)).map((one) => [one.application.id, one]),
  );
  const results = ids.map((id) => {
    const standing = cards.get(id);
    const error = errors.get(id);
    return {
      applicationId: id,
      number: standing?.application.number ?? null,
      ok: !error,
      application: standing ? presentApplicationCard(standing) : null,
      error: error ? { errorCode: error.errorCode, message: error.message } : null,
    };
  });
  return { moved: ids.length - errors.size, results };
}

type Said = { [Name in keyof TransitionNotes]?: TransitionNotes[Name] | undefined };

export const toTransitionNotes = ({
  reasonCode = null,
  publicNote = null,
  privateNote = null,
}: Said): TransitionNotes => ({
  reasonCode,
  publicNote,
  privateNote,
});

/** Null when it is done; else why not. */
export async function attemptMove(
  { db, messages, config, log }: Given,
  staffId: string,
  id: string,
  action: StaffMove,
  notes: TransitionNotes,
): Promise<HttpError | null> {
  try {
    await db
      .transaction()
      .execute((trx) => moveOne({ trx, messages, config }, staffActor(staffId), id, action, notes));
    return null;
  } catch (error) {
    if (error instanceof HttpError) return error;
    log.error({ err: error, applicationId: id, action }, 'an application could not be moved');
    return new HttpError('INTERNAL_ERROR');
  }
}

type TrainingStep = Extract<StaffMove, TrainingMove>;
type InterviewStep = Extract<StaffMove, InterviewMove>;

export const isTrainingMove = (action: StaffMove): action is TrainingStep =>
  trainingTable.some((line) => line.action === action);
export const isInterviewMove = (action: StaffMove): action is InterviewStep =>
  interviewTable.some((line) => line.action === action);

function moveOne(
  work: UnitOfWork,
  by: Actor,
  id: string,
  action: StaffMove,
  notes: TransitionNotes,
): Promise<string> {
  if (isTrainingMove(action)) return moveTraining(work, by, id, action, notes);
  if (isInterviewMove(action)) return moveInterview(work, by, id, action, notes);
  return moveApplication(work, by, id, action, notes);
}
