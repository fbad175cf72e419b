import { isOverbooked } from '#lib/server/catalog/batch-seats.ts';
import type { Db } from '#lib/server/db/index.ts';
import { describeOverlap } from '#lib/server/hiring/appointments/free-interviewer.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { ChangedRow } from './revert-rows.ts';

/** Why an action cannot be undone any more. */

const nouns: Record<string, string> = {
  job: 'The job',
  job_application: 'The application',
  application_event: 'The application',
  training: 'The training',
  training_batch: 'The batch',
  batch_message: 'The message',
  candidate_message: 'The message',
  interview: 'The interview',
  interview_slot: 'The slot',
  mock_interview: 'The mock interview',
  candidate_registration: 'The candidate’s details',
  enrolment: 'The enrolment',
  lead: 'The lead',
  certificate: 'The certificate',
  certificate_version: 'The certificate',
  certificate_correction: 'The request for another name',
  employer: 'The employer',
  employer_contact: 'The contact',
  live_event: 'The event',
  event_announcement: 'What registrants hear',
  event_registration: 'The registration',
  enrolment_payment: 'The payment',
  outbox: 'The message',
};

/** Creates the error for a row that somebody has changed since. */
export const createConflictError = ({ table }: ChangedRow): HttpError =>
  new HttpError('UNDO_CONFLICT', {
    message: `${nouns[table] ?? 'Something'} changed since, so this cannot be undone. Reload the page.`,
  });

const seatTaken = 'Somebody else took the seat since, so this cannot be undone.';

/** What has happened since where a constraint rejects the row before. */
const messagesOfConstraints: Record<string, string> = {
  training_batch_seats: seatTaken,
  interview_slot_seats: seatTaken,
  live_event_check: seatTaken,
  job_application_open: 'The candidate has applied for this job again since, so this cannot be undone.',
  mock_interview_open: 'The person has booked another mock interview since, so this cannot be undone.',
  enrolment_open: 'The learner has another enrolment in this programme since, so this cannot be undone.',
};

/** Creates the error for a constraint that rejects a row as it was before. */
export function createConstraintError(error: unknown): HttpError {
  const { constraint } = error as { constraint?: string };
  const message = messagesOfConstraints[constraint ?? ''];
  return new HttpError('UNDO_CONFLICT', {
    message: message ?? 'Something else was changed since, so this cannot be undone. Reload the page.',
  });
}

/**
 * Requires that no interviewer gets a slot back beside another one at the same time. The caller has locked the interviewers.
 * Throws `UNDO_CONFLICT` with the other slot. [API-43] [C-42]
 */
export async function requireFreeInterviewers(trx: Db, rows: readonly ChangedRow[]): Promise<void> {
  const ids = rows.filter(isGivenBack).map(({ key }) => key);
  if (!ids.length) return;
  const slots = await trx
    .selectFrom('interviewSlot')
    .select(['id', 'interviewerId', 'startsAt', 'endsAt'])
    .where('id', 'in', ids)
    .where('cancelledAt', 'is', null)
    .orderBy('startsAt')
    .execute();
  for (const slot of slots) {
    const overlap = slot.interviewerId && (await describeOverlap(trx, slot.interviewerId, [slot], slot.id));
    if (overlap) throw new HttpError('UNDO_CONFLICT', { message: `${overlap} So this cannot be undone.` });
  }
}

/**
 * Requires that a batch of a programme has the seats that are taken back: how many it has is in its file, so no constraint counts them.
 * The caller has restored the rows. Throws `UNDO_CONFLICT`. [C-42]
 */
export async function requireFreeSeats(trx: Db, rows: readonly ChangedRow[]): Promise<void> {
  for (const { table, key, before, after } of rows) {
    const isTakenBack = table === 'batch_seats' && Number(before?.taken ?? 0) > Number(after?.taken ?? 0);
    if (isTakenBack && (await isOverbooked(trx, key)))
      throw new HttpError('UNDO_CONFLICT', { message: seatTaken });
  }
}

const timeColumns = ['interviewer_id', 'cancelled_at', 'starts_at', 'ends_at'];

const isGivenBack = ({ table, before, after }: ChangedRow): boolean =>
  table === 'interview_slot' &&
  before !== null &&
  timeColumns.some((name) => (before[name] ?? null) !== (after?.[name] ?? null));
