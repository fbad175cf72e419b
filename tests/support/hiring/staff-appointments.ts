import { randomUUID } from 'node:crypto';
import type { Db } from '#lib/server/db/index.ts';

/**
 * Training batches, weekly interview slots, and applications that wait for a time, for tests of the staff's
 * side.
 */

/** Returns the time `hours` from now as an ISO string. */
export const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Returns the body of `POST /api/v1/staff/batches/create/`. */
export const createBatchBody = (jobId: string, more: object = {}) => ({
  job_id: jobId,
  title: 'May batch',
  starts_at: hoursFromNow(48),
  ends_at: hoursFromNow(96),
  time_zone: 'Asia/Kolkata',
  mode: 'ONLINE',
  join_url: 'https://meet.example/room',
  address: null,
  capacity: 20,
  ...more,
});

/** Returns the body of `POST /api/v1/staff/slots/create/`: every weekday from 10 to 12, for two days. */
export const createSlotsBody = (jobId: string, more: object = {}) => ({
  job_id: jobId,
  stage_key: 'interview',
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  from_date: hoursFromNow(48).slice(0, 10),
  to_date: hoursFromNow(72).slice(0, 10),
  opens: '10:00',
  closes: '12:00',
  minutes: 30,
  pause_minutes: 10,
  time_zone: 'Asia/Kolkata',
  mode: 'PHONE',
  join_url: null,
  address: null,
  instructions: null,
  capacity: 1,
  is_preview: false,
  ...more,
});

/** The body of `POST /api/v1/staff/interviewers/create/`: a guest. */
export const interviewerBody = { name: 'Leela Menon', email: 'leela@guest.example', user_id: null };

/** The body of `POST …/scorecards/create/`. */
export const scorecardBody = {
  interviewer_name: 'Leela Menon',
  criteria: [{ key: 'clarity', label: 'Speaks clearly', score: 4, note: null }],
  recommendation: 'YES',
  summary: 'Would hire.',
};

/** Moves an application to the training stage, where it has no batch yet. */
export async function inviteToTraining(db: Db, applicationId: string): Promise<void> {
  await db
    .updateTable('jobApplication')
    .set({ status: 'TRAINING', stageKey: 'training' })
    .where('id', '=', applicationId)
    .execute();
  await db
    .insertInto('training')
    .values({
      ...{ id: randomUUID(), applicationId, stageKey: 'training', status: 'TO_SET_UP' as const },
      ...{ batchId: null, agreedToTermsAt: null },
    })
    .execute();
}

/** Moves applications to the interview stage, where they have no time yet. */
export async function inviteApplications(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('jobApplication')
    .set({ status: 'INTERVIEW', stageKey: 'interview' })
    .where('id', 'in', ids)
    .execute();
  const waiting = { stageKey: 'interview', status: 'TO_SCHEDULE', slotId: null } as const;
  await db
    .insertInto('interview')
    .values(ids.map((applicationId) => ({ ...waiting, id: randomUUID(), applicationId, uid: applicationId })))
    .execute();
}

/** Returns the body with which staff apply for a candidate. */
export async function applyBody(db: Db, jobId: string) {
  const { jobLocationId } = await db
    .selectFrom('jobJobLocation')
    .select('jobLocationId')
    .where('jobId', '=', jobId)
    .executeTakeFirstOrThrow();
  return {
    job_id: jobId,
    answers: [{ key: 'motivation', value: 'I like to see numbers agree.' }],
    location_id: jobLocationId,
    is_requested_by_phone: true,
  };
}

/** The body that books a time which no slot has, in five days. */
export const bookTimeBody = () => ({
  starts_at: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  ...{ minutes: 30, time_zone: 'Asia/Kolkata', interviewer_id: null },
  ...{ mode: 'PHONE', join_url: null, address: null },
});
