import type { StaffBatch } from '#lib/contract/staff/appointments.ts';
import {
  formatNotification,
  type NotificationContent,
} from '#lib/domain/hiring/applications/application-notifications.ts';
import { listBatchDays, listMarkableDays } from '#lib/domain/hiring/appointments/attendance.ts';
import { maxMoves } from '#lib/domain/staff/staff-actions.ts';
import type { Db } from '#lib/server/db/index.ts';
import { beginTrainings } from '#lib/server/hiring/due-transitions.ts';
import { listRoster, type RosterEntry } from './roster.ts';

/** What the page of a batch shows of its people. */
export interface BatchRoster {
  roster: RosterEntry[];
  /** The days that can be marked. */
  days: string[];
  totalDays: number;
  /** The day that is shown: the one of the address, else the latest. Null before the batch begins. */
  day: string | null;
  /** Those whose training can be completed now, at most as many as one request may move. */
  completable: RosterEntry[];
  canComplete: boolean;
  /** The message to each of them. */
  completionText: NotificationContent;
}

/** Loads the people of a batch, with the day that the address names. [API-42] */
export async function loadBatchRoster(db: Db, batch: StaffBatch, url: URL): Promise<BatchRoster> {
  if (new Date(batch.startsAt) <= new Date()) await beginTrainings(db, {});
  const roster = await listRoster(db, batch.id);
  const days = batch.cancelledAt ? [] : listMarkableDays(batch, new Date());
  const requested = url.searchParams.get('day') ?? '';
  const completable = roster
    .filter((one) => one.hasSeat && one.status === 'IN_PROGRESS' && one.applicationStatus === 'TRAINING')
    .slice(0, maxMoves);
  return {
    roster,
    days,
    totalDays: listBatchDays(batch).length,
    day: days.includes(requested) ? requested : (days.at(-1) ?? null),
    completable,
    canComplete: completable.length > 0,
    completionText: await formatCompletion(db, batch),
  };
}

async function formatCompletion(db: Db, { job }: StaffBatch): Promise<NotificationContent> {
  const { name } = await db
    .selectFrom('job')
    .innerJoin('employer', 'employer.id', 'job.employerId')
    .select('employer.name')
    .where('job.id', '=', job.id)
    .executeTakeFirstOrThrow();
  const input = { job: `${job.title} at ${name}`, stageTitle: '', time: null };
  return formatNotification('COMPLETE_TRAINING', input) ?? { subject: '', text: '' };
}
