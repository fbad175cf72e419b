import { v7 as uuidv7 } from 'uuid';
import { addDays, instantOf, localDate } from '#lib/domain/core/zoned-time.ts';
import type { AttendanceStatus } from '#lib/domain/hiring/appointments/attendance.ts';
import { candidateActor } from '#lib/server/core/actor.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { setUpTraining } from '#lib/server/hiring/appointments/training-transitions.ts';
import { seedApplication, seedRegistration } from './candidate.ts';
import { demoPeople, runUnitOfWork, seedPerson } from './person.ts';
import { shiftApplication } from './shift-application.ts';

const timeZone = 'Asia/Kolkata';
const jobSlug = 'accounts-payable-associate-cl13';
const daysSinceStart = 2;

/** The trainees of a batch that began two days ago, with their attendance on both days. */
const trainees: readonly [keyof typeof demoPeople, readonly AttendanceStatus[]][] = [
  ['meera', ['PRESENT', 'PRESENT']],
  ['imran', ['PRESENT', 'ABSENT']],
  ['lakshmi', ['PRESENT', 'PRESENT']],
  ['joseph', ['ABSENT', 'ABSENT']],
];

/** Adds a training batch that is under way, with four people, unless the first of them is registered. */
export async function seedRunningBatch(db: Db): Promise<void> {
  const batchId = uuidv7();
  const now = await databaseNow(db);
  for (const [name, marks] of trainees) {
    const userId = await seedPerson(db, demoPeople[name]);
    const isNew = await seedRegistration(db, userId, { isVerified: true });
    if (!isNew) return;
    if (name === 'meera') await insertBatch(db, batchId, now);
    const actor = candidateActor(userId);
    const moves = ['SUBMIT', 'START_REVIEW', 'SHORTLIST', 'MOVE_TO_TRAINING'] as const;
    const id = await seedApplication(db, actor, userId, { slug: jobSlug, moves });
    await runUnitOfWork(db, (work) => setUpTraining(work, actor, id, batchId));
    await shiftApplication(db, id, daysSinceStart + 1);
    await insertMarks(db, { batchId, applicationId: id, markedById: userId, marks, now });
  }
  await beginBatch(db, batchId, now);
}

/** The batch begins tomorrow until everybody has a seat, because nobody can take a seat later. */
async function insertBatch(db: Db, id: string, now: Date): Promise<void> {
  const { id: jobId } = await db
    .selectFrom('job')
    .select('id')
    .where('slug', '=', jobSlug)
    .executeTakeFirstOrThrow();
  const first = addDays(localDate(now, timeZone), 1);
  await db
    .insertInto('trainingBatch')
    .values({
      ...{ id, jobId, timeZone, title: 'Foundations, first group', mode: 'ONLINE', capacity: 12 },
      startsAt: instantOf(first, '09:30', timeZone),
      endsAt: instantOf(addDays(first, 4), '17:30', timeZone),
      joinUrl: 'https://meet.liftoff.example/training',
      address: null,
    })
    .execute();
}

interface Marks {
  batchId: string;
  applicationId: string;
  markedById: string;
  marks: readonly AttendanceStatus[];
  now: Date;
}

async function insertMarks(db: Db, { batchId, applicationId, markedById, marks, now }: Marks): Promise<void> {
  const { id: trainingId } = await db
    .selectFrom('training')
    .select('id')
    .where('applicationId', '=', applicationId)
    .executeTakeFirstOrThrow();
  const first = addDays(localDate(now, timeZone), -daysSinceStart);
  await db
    .insertInto('trainingAttendance')
    .values(
      marks.map((status, day) => ({ trainingId, batchId, day: addDays(first, day), status, markedById })),
    )
    .execute();
}

/** Moves the batch to two days ago, like the applications of its people. */
async function beginBatch(db: Db, id: string, now: Date): Promise<void> {
  const first = addDays(localDate(now, timeZone), -daysSinceStart);
  const startsAt = instantOf(first, '09:30', timeZone);
  await db
    .updateTable('trainingBatch')
    .set({ startsAt, endsAt: instantOf(addDays(first, 4), '17:30', timeZone) })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('training')
    .set({ status: 'IN_PROGRESS', toldStartsAt: startsAt })
    .where('batchId', '=', id)
    .execute();
}
