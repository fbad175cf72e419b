import { v7 as uuidv7 } from 'uuid';
import { parseAttribution } from '#lib/domain/core/attribution.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { addDays, instantOf, localDate } from '#lib/domain/core/zoned-time.ts';
import { defaultCriteria } from '#lib/domain/hiring/appointments/scorecard.ts';
import { candidateActor } from '#lib/server/core/actor.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadApplicationForUpdate } from '#lib/server/hiring/application-aggregate.ts';
import {
  type ApplicationMove,
  moveApplication,
  moveLockedApplication,
} from '#lib/server/hiring/applications/move-application.ts';
import { saveDraft } from '#lib/server/hiring/applications/save-draft.ts';
import { startApplication } from '#lib/server/hiring/applications/start-application.ts';
import { bookSlot, moveInterview } from '#lib/server/hiring/appointments/interview-transitions.ts';
import { acceptOffer } from '#lib/server/hiring/offers/answer-offer.ts';
import { makeOffer } from '#lib/server/hiring/offers/make-offer.ts';
import { moveRegistration, register } from '#lib/server/hiring/registration/move-registration.ts';
import { saveDetails } from '#lib/server/hiring/registration/save-details.ts';
import { createScorecard } from '#lib/server/staff/hiring/appointments/scorecards.ts';
import { createHireDetails, type Hire, hires, rounds } from './hired-people.ts';
import { demoPeople, runUnitOfWork, seedPerson } from './person.ts';
import { shiftApplication } from './shift-application.ts';

/** The first day of an offer that is made today, and of somebody who works there. */
const daysUntilJoining = 12;
const daysSinceJoining = 40;

const interviewerName = 'Bhavna Shah';
const jobSlug = 'inside-sales-associate-cl12';
const firstRound = { daysAgo: 5, score: 4, summaries: rounds.first };
const secondRound = { daysAgo: 2, score: 5, summaries: rounds.second };

/** Adds people whom an employer interviews, makes an offer to and hires. The real rules check every step. Sends no messages. */
export async function seedHires(db: Db): Promise<void> {
  const staffId = await seedPerson(db, demoPeople.kavita);
  for (const [index, hire] of hires.entries()) await seedHire(db, staffId, { ...hire, hour: 10 + index });
}

async function seedHire(db: Db, staffId: string, hire: Hire): Promise<void> {
  const { person, until, hour, motivation } = hire;
  const userId = await seedPerson(db, person);
  if (!(await register(db, userId))) return;
  const candidate = candidateActor(userId);
  const staff = { type: 'STAFF', id: staffId } as const;
  await saveDetails(db, userId, await createHireDetails(db, hire));
  await runUnitOfWork(db, (work) => moveRegistration(work, candidate, userId, 'SUBMIT_DETAILS'));
  if (until !== 'INTERVIEW_TODAY')
    await runUnitOfWork(db, (work) =>
      moveRegistration(work, { type: 'STAFF', id: staffId }, userId, 'VERIFY'),
    );

  const { id } = await startApplication(
    db,
    { userId, jobSlug },
    parseAttribution(() => null),
  );
  await saveDraft(db, userId, id, {
    answers: [{ key: 'motivation', value: motivation }],
  });
  const move = (action: ApplicationMove) =>
    runUnitOfWork(db, (work) => moveApplication(work, action === 'SUBMIT' ? candidate : staff, id, action));
  await move('SUBMIT');
  await move('SHORTLIST');
  await move('MOVE_TO_INTERVIEW');
  if (until === 'INTERVIEW_TODAY') return bookInterview(db, id, userId, await inThreeHours(db));
  const startsAt = instantOf(addDays(await todayInIndia(db), 1), `${hour}:00`, defaultTimeZone);
  await bookInterview(db, id, userId, startsAt);
  if (until === 'INTERVIEW_HELD') return shiftApplication(db, id, heldDaysAgo);
  await completeInterview(db, id, staffId, { ...firstRound, person });
  await move('MOVE_TO_INTERVIEW');
  await bookInterview(db, id, userId, startsAt);
  await completeInterview(db, id, staffId, { ...secondRound, person });

  const today = await todayInIndia(db);
  await runUnitOfWork(db, (work) => makeOffer(work, staff, id, createOffer(today)));
  if (until === 'OFFERED') return;
  const name = `${person.firstName} ${person.lastName}`;
  await runUnitOfWork(db, (work) => acceptOffer(work, userId, id, { version: 1, name }, '203.0.113.7'));
  if (until === 'ACCEPTED') return;
  // The first day of the offer was 40 days ago.
  await shiftApplication(db, id, daysUntilJoining + daysSinceJoining);
  await runUnitOfWork(db, async (work) => {
    const aggregate = await loadApplicationForUpdate(work.trx, staff, id);
    await moveLockedApplication(
      work,
      staff,
      aggregate,
      'HIRE',
      {},
      { joinedOn: addDays(today, -daysSinceJoining) },
    );
  });
}

const todayInIndia = async (db: Db) => localDate(await databaseNow(db), defaultTimeZone);

/** An interview of today has to be in the future, so that it can be booked. */
async function inThreeHours(db: Db): Promise<Date> {
  return new Date(Math.floor((await databaseNow(db)).getTime() / 3_600_000 + 3) * 3_600_000);
}

/** Books the next interview at this time, with an interviewer, in a slot that nobody else sees. */
async function bookInterview(db: Db, applicationId: string, userId: string, startsAt: Date): Promise<void> {
  const { jobId, stageKey } = await db
    .selectFrom('jobApplication')
    .select(['jobId', 'stageKey'])
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  const interviewer = await db
    .selectFrom('interviewer')
    .select('id')
    .where('name', '=', interviewerName)
    .executeTakeFirst();
  const slotId = uuidv7();
  await db
    .insertInto('interviewSlot')
    .values({
      ...{ id: slotId, jobId, stageKey, timeZone: defaultTimeZone, mode: 'VIDEO', capacity: 1 },
      startsAt,
      endsAt: new Date(startsAt.getTime() + 30 * 60_000),
      joinUrl: 'https://meet.liftoff.example/interview',
      instructions: 'Have your résumé and a quiet place ready.',
      interviewerId: interviewer?.id ?? null,
    })
    .execute();
  await runUnitOfWork(db, (work) => bookSlot(work, candidateActor(userId), applicationId, { slotId }));
}

/** An interview that was booked for tomorrow was held this many days before that. */
const heldDaysAgo = 2;

/** Moves the application with the booked interview to the past, adds the interviewer's scorecard, and completes it. */
async function completeInterview(
  db: Db,
  applicationId: string,
  staffId: string,
  { daysAgo, score, summaries, person }: typeof firstRound & Pick<Hire, 'person'>,
): Promise<void> {
  await shiftApplication(db, applicationId, daysAgo);
  const criteria = defaultCriteria('INSIDE_SALES').map(([key, label]) => ({ key, label, score, note: null }));
  const summary = summaries[person.firstName.toLowerCase()] ?? '';
  const card = { interviewerName, recommendation: 'YES', criteria, summary } as const;
  await createScorecard(db, staffId, applicationId, card);
  await runUnitOfWork(db, (work) =>
    moveInterview(work, { type: 'STAFF', id: staffId }, applicationId, 'COMPLETE_INTERVIEW'),
  );
}

const createOffer = (today: string) => ({
  replaces: null,
  annualPay: 540_000,
  joiningOn: addDays(today, daysUntilJoining),
  location: 'Bengaluru',
  workMode: 'HYBRID' as const,
  terms: 'Variable pay of up to ₹2.4 lakh a year on top. Notice period: 30 days.',
  expiresAt: instantOf(addDays(today, 5), '23:59', defaultTimeZone).toISOString(),
});
