import { v7 as uuidv7 } from 'uuid';
import { addDays, instantOf, localDate, weekday } from '#lib/domain/core/zoned-time.ts';
import type { Stage } from '#lib/domain/hiring/jobs/job.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { demoPeople, seedPerson } from './person.ts';

const timeZone = 'Asia/Kolkata';
const times = ['10:00', '11:30', '15:00', '17:30'];
/** Slots cover this many calendar days. */
const daysAhead = 14;
const batchesInDays = [4, 11];

/** Interviewers by job, one each: one person cannot hold two interviews at a time. The first one is a member of staff. */
const staffInterviewer = demoPeople.kavita;
const guests = [
  'Vikram Rao',
  'Leela Menon',
  'Imran Sheikh',
  'Sunita Borah',
  'Deepa Raghunathan',
  'Sanjay Kulkarni',
  'Farhan Ali',
  'Mary Kuruvilla',
  'Tenzin Dolma',
  'Gaurav Bhatt',
  'Shruti Deshpande',
  'Abdul Rahim',
  'Poonam Yadav',
  'Rohit Sengupta',
  'Kiran Patil',
  'Anita Dsouza',
  'Naveen Reddy',
  'Lalita Soren',
  'Manpreet Gill',
  'Bhavna Shah',
] as const;

/** Adds interview slots and training batches in the next two weeks to every open job that has no future ones. */
export async function seedAppointments(db: Db): Promise<void> {
  const now = await databaseNow(db);
  const jobs = await db
    .selectFrom('job')
    .select(['id', 'stages', 'training', 'employerId'])
    .where('status', '=', 'OPEN')
    .orderBy('code')
    .execute();
  const interviewerIds = await seedInterviewers(db);
  const withSlots = await listJobsWithUpcoming(db, 'interviewSlot', now);
  const withBatches = await listJobsWithUpcoming(db, 'trainingBatch', now);
  const hasStage = (stages: readonly Stage[], wantedKind: Stage['kind']) =>
    stages.some(({ kind }) => kind === wantedKind);

  const slots = jobs
    .filter(({ id, stages }) => !withSlots.has(id) && hasStage(stages, 'INTERVIEW'))
    .flatMap(({ id, stages }, index) => createSlots({ id, stages }, now, interviewerIds[index] ?? null));
  const batches = jobs
    .filter(({ id, stages }) => !withBatches.has(id) && hasStage(stages, 'TRAINING'))
    .flatMap(({ id, training }) => createBatches(id, training, now));
  // PostgreSQL allows 65,535 parameters in a statement.
  for (let first = 0; first < slots.length; first += 1000)
    await db
      .insertInto('interviewSlot')
      .values(slots.slice(first, first + 1000))
      .execute();
  if (batches.length) await db.insertInto('trainingBatch').values(batches).execute();
}

/** Adds the interviewers unless there are any. Returns the ids of new ones. */
async function seedInterviewers(db: Db): Promise<string[]> {
  const existing = await db.selectFrom('interviewer').select('id').limit(1).executeTakeFirst();
  if (existing) return [];
  const { firstName, lastName, email } = staffInterviewer;
  const staff = { name: `${firstName} ${lastName}`, email, userId: await seedPerson(db, staffInterviewer) };
  const rows = [staff, ...guests.map(createGuest)].map((one) => ({ ...one, id: uuidv7() }));
  await db.insertInto('interviewer').values(rows).execute();
  return rows.map(({ id }) => id);
}

const createGuest = (name: string) => ({
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@employer.example`,
  userId: null,
});

/** Returns the ids of the jobs that have a future slot or batch. */
async function listJobsWithUpcoming(
  db: Db,
  table: 'interviewSlot' | 'trainingBatch',
  now: Date,
): Promise<Set<string>> {
  const rows = await db.selectFrom(table).select('jobId').distinct().where('startsAt', '>', now).execute();
  return new Set(rows.flatMap(({ jobId }) => jobId ?? []));
}

/** Returns four slots of half an hour for each day from Monday to Friday. An interview by phone has its own ones. */
function createSlots(
  { id: jobId, stages }: { id: string; stages: readonly Stage[] },
  now: Date,
  interviewerId: string | null,
) {
  const interviews = stages.filter(({ kind }) => kind === 'INTERVIEW');
  const phone = interviews.find(({ title }) => title.includes('by phone'));
  const other = interviews.find((stage) => stage !== phone);
  const today = localDate(now, timeZone);
  const days = Array.from({ length: daysAhead }, (_, n) => addDays(today, n + 1)).filter(
    (date) => ![0, 6].includes(weekday(date)),
  );
  return days.flatMap((date) =>
    times.map((time, index) => {
      const isPhone = phone !== undefined && (other === undefined || index % 2 === 0);
      const startsAt = instantOf(date, time, timeZone);
      return {
        id: uuidv7(),
        jobId,
        interviewerId,
        stageKey: phone ? ((isPhone ? phone : other)?.key ?? null) : null,
        startsAt,
        endsAt: new Date(startsAt.getTime() + 30 * 60_000),
        timeZone,
        mode: isPhone ? ('PHONE' as const) : ('VIDEO' as const),
        joinUrl: isPhone ? null : 'https://meet.liftoff.example/interview',
        instructions: 'Have your résumé and a quiet place ready.',
        capacity: 1,
      };
    }),
  );
}

function createBatches(
  jobId: string,
  training: { title: string; durationDays: number; mode: 'ONLINE' | 'IN_PERSON' | 'HYBRID' } | null,
  now: Date,
) {
  const today = localDate(now, timeZone);
  const { title = 'Training', durationDays = 5, mode = 'ONLINE' } = training ?? {};
  return batchesInDays.map((days) => {
    const first = addDays(today, days);
    return {
      id: uuidv7(),
      jobId,
      title,
      startsAt: instantOf(first, '09:30', timeZone),
      endsAt: instantOf(addDays(first, durationDays - 1), '17:30', timeZone),
      timeZone,
      mode,
      joinUrl: mode === 'IN_PERSON' ? null : 'https://meet.liftoff.example/training',
      instructions: 'Bring a notebook and your photo ID.',
      address: mode === 'ONLINE' ? null : 'Training floor of the centre named in the job',
      capacity: 25,
    };
  });
}
