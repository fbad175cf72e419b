import { v7 as uuidv7 } from 'uuid';
import { type Actor, candidateActor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { TestApi } from '../api.ts';
import { type Person, signUpVerified } from '../auth/people.ts';

const moonshot = '/api/v1/moonshot/';
export const jobs = `${moonshot}jobs/`;
export const applications = `${moonshot}job-applications/`;

/** Details that meet the rules of every demo job in the tests. */
export const completeDetails = {
  willing_to_relocate: true,
  highest_qualification: 'BACHELOR',
  degree: 'B.Com',
  graduation_year: 2024,
  total_experience_months: 6,
  notice_period_days: 15,
  languages: [
    { code: 'en', level: 'C1' },
    { code: 'hi', level: 'NATIVE' },
  ],
  shift_preference: ['DAY', 'ROTATING'],
  has_laptop_and_internet: true,
};

export interface Candidate extends Person {
  userId: string;
}

/** Signs up a candidate and submits all details. */
export async function signUpCandidate(
  test: TestApi,
  details: object = {},
  signUp: (test: TestApi) => Promise<Person> = signUpVerified,
): Promise<Candidate> {
  const person = await signUp(test);
  const { visitor } = person;
  await expectOk(visitor.call(`POST ${moonshot}register/`, { consent: true }));
  const location = await requirePlaceId(test.db, 'Bengaluru');
  await expectOk(
    visitor.call(`PATCH ${moonshot}update-candidate-details/`, {
      ...completeDetails,
      current_location_id: location,
      preferred_location_ids: [location],
      ...details,
    }),
  );
  await expectOk(visitor.call(`POST ${moonshot}registration-details/submit/`, {}));
  const { body } = await visitor.call('GET /api/v3/user/');
  return { ...person, userId: body.user.id };
}

export async function requirePlaceId(db: Db, city: string): Promise<string> {
  const row = await db
    .selectFrom('jobLocation')
    .select('id')
    .where('city', '=', city)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Starts an application, answers the question that every job has and chooses the first city. */
export async function startApplication({ visitor }: Person, slug: string): Promise<string> {
  const { body } = await expectOk(visitor.call(`POST ${jobs}${slug}/apply/`, {}));
  await expectOk(
    visitor.call(`PATCH ${applications}${body.id}/update/`, {
      answers: [{ key: 'motivation', value: 'I like to see numbers agree.' }],
      location_id: body.job.locations[0].id,
    }),
  );
  return body.id;
}

export async function submitApplication(candidate: Person, slug: string): Promise<string> {
  const id = await startApplication(candidate, slug);
  await expectOk(candidate.visitor.call(`POST ${applications}${id}/submit/`, {}));
  return id;
}

export const readApplication = async ({ visitor }: Person, id: string) =>
  (await expectOk(visitor.call(`GET ${applications}${id}/`))).body;

/** Creates a staff actor. */
export const createStaffActor = (): Actor => ({ type: 'STAFF', id: uuidv7() });
export { candidateActor };

/** Runs `act` with a unit of work in a transaction of its own. */
export const runUnitOfWork = <T>(
  { db, messages, config }: TestApi,
  act: (work: { trx: Db; messages: TestApi['messages']; config: TestApi['config'] }) => Promise<T>,
): Promise<T> => db.transaction().execute((trx) => act({ trx, messages, config }));

/** Waits until no message is queued, without the seconds in which staff can undo. The worker may have claimed some already. */
export async function waitForDelivery({ db, messages }: TestApi): Promise<void> {
  await endUndoTime(db);
  const waiting = () =>
    db.selectFrom('outbox').select('id').where('status', '=', 'QUEUED').limit(1).executeTakeFirst();
  while (await waiting()) await messages.deliverQueued();
}

/** Makes the messages that wait for an undo due. */
export async function endUndoTime(db: Db): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ dueAt: new Date(0) })
    .where('cancelKey', 'is not', null)
    .where('status', '=', 'QUEUED')
    .where('attempts', '=', 0)
    .execute();
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

/** Inserts an interview slot of a job that starts in `minutes`. */
export async function insertSlot(
  db: Db,
  slug: string,
  { inMinutes = 3 * 24 * 60, capacity = 1, stageKey = null as string | null } = {},
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto('interviewSlot')
    .values({
      id,
      jobId: await jobNamed(db, slug),
      stageKey,
      startsAt: minutes(inMinutes),
      endsAt: minutes(inMinutes + 30),
      timeZone: 'Asia/Kolkata',
      mode: 'VIDEO',
      joinUrl: 'https://meet.example/room',
      capacity,
    })
    .execute();
  return id;
}

/** Inserts a training batch of a job that starts in `minutes`. */
export async function insertBatch(
  db: Db,
  slug: string,
  { inMinutes = 3 * 24 * 60, capacity = 1 } = {},
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto('trainingBatch')
    .values({
      id,
      jobId: await jobNamed(db, slug),
      title: 'Foundations',
      startsAt: minutes(inMinutes),
      endsAt: minutes(inMinutes + 5 * 24 * 60),
      timeZone: 'Asia/Kolkata',
      mode: 'ONLINE',
      joinUrl: 'https://meet.example/class',
      capacity,
    })
    .execute();
  return id;
}

async function jobNamed(db: Db, slug: string): Promise<string> {
  return (await db.selectFrom('job').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
}

export async function expectOk<T extends { status: number; body: unknown }>(answer: Promise<T>): Promise<T> {
  const got = await answer;
  if (got.status !== 200) throw new Error(`answered ${got.status} ${JSON.stringify(got.body)}`);
  return got;
}
