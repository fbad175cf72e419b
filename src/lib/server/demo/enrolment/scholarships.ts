import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { parseAttribution } from '#lib/domain/core/attribution.ts';
import { registrationNumber } from '#lib/domain/enrolment/registration-person.ts';
import { createPaper } from '#lib/domain/enrolment/scholarship/create-paper.ts';
import {
  listTestSlots,
  scholarshipPolicy,
  type TestSlot,
} from '#lib/domain/enrolment/scholarship/scholarship-policy.ts';
import { systemActor } from '#lib/server/core/actor.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { registerMastery } from '#lib/server/enrolment/mastery/register-mastery.ts';
import { registrationColumns } from '#lib/server/enrolment/register-person.ts';
import { listQuestions } from '#lib/server/enrolment/scholarship/question-bank.ts';
import { registerScholarship } from '#lib/server/enrolment/scholarship/register-scholarship.ts';
import { requireScholarship } from '#lib/server/enrolment/scholarship/scholarship-aggregate.ts';
import { finishTest } from '#lib/server/enrolment/scholarship/submit-test.ts';
import { runUnitOfWork, seedPerson } from '../person.ts';
import { createAnswers } from './scholarship-answers.ts';
import { cohort, earlierCohort } from './scholarship-cohort.ts';

type Work = Parameters<typeof finishTest>[0];

const programs = ['career-accelerator-program', 'pm-launchpad-core', 'embark-pro'];
const statuses = ['WORKING', 'STUDENT', 'BREAK'] as const;
const dayMs = 86_400_000;

/**
 * Adds people who have taken the scholarship test, with their results, two who have not yet, and two people in PM Mastery, unless
 * there are any. Sends no messages.
 */
export async function seedScholarships(db: Db): Promise<void> {
  if (await db.selectFrom('scholarshipRegistration').select('id').limit(1).executeTakeFirst()) return;
  const now = await databaseNow(db);
  const [nextSlot] = listTestSlots(now);
  const [lastSlot, ...earlierSlots] = listPastSlots(now);
  const attribution = parseAttribution(() => null);
  for (const [index, [firstName, lastName, score]] of earlierCohort.entries()) {
    const seed = cohort.length + index;
    const userId = await seedTaker(db, seed, firstName, lastName);
    await runUnitOfWork(db, async (work) => {
      const id = await insertRegistration(work, userId, seed);
      await seedResult(work, id, { score, seed, slot: earlierSlots[index % earlierSlots.length] });
    });
  }
  for (const [seed, [firstName, lastName, score]] of cohort.entries()) {
    const userId = await seedTaker(db, seed, firstName, lastName);
    const input = inputOf(seed);
    await runUnitOfWork(db, async (work) => {
      const testSlotId = score === null ? nextSlot?.id : undefined;
      const { id } = await registerScholarship(work, userId, { ...input, testSlotId }, attribution);
      if (score === null) await registerMastery(work, userId, input, attribution);
      else await seedResult(work, id, { score, seed, slot: lastSlot });
    });
  }
}

/** Lists the times of the last three weeks at which everybody has finished, the latest first. */
function listPastSlots(now: Date): TestSlot[] {
  const { bookingDays, durationMinutes, lateStartMinutes } = scholarshipPolicy;
  const ended = now.getTime() - (durationMinutes + lateStartMinutes) * 60_000;
  return listTestSlots(new Date(now.getTime() - bookingDays * dayMs))
    .filter(({ startsAt }) => startsAt.getTime() < ended)
    .reverse();
}

const seedTaker = (db: Db, index: number, firstName: string, lastName: string): Promise<string> =>
  seedPerson(db, {
    ...{ firstName, lastName, email: `${firstName.toLowerCase()}.${index}@example.com` },
    phone: `+9198765440${String(index).padStart(2, '0')}`,
  });

const inputOf = (index: number) => ({
  programSlug: programs[index % programs.length] ?? '',
  currentStatus: statuses[index % statuses.length] ?? 'WORKING',
  yearsOfExperience: index % 6,
});

/** Inserts the registration of somebody who is no lead any more. */
async function insertRegistration({ trx }: Work, userId: string, index: number): Promise<string> {
  const person = await trx
    .selectFrom('appUser')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ sequence: number }>`select nextval('scholarship_number') as sequence`.execute(
    trx,
  );
  const id = uuidv7();
  const input = inputOf(index);
  await trx
    .insertInto('scholarshipRegistration')
    .values({
      ...{ id, userId, programSlug: input.programSlug, ...registrationColumns(person, input) },
      registrationNumber: registrationNumber('ST', rows[0]?.sequence ?? 0, await databaseNow(trx)),
      ...{ status: 'REGISTERED', slotId: null, slotStartsAt: null, score: null },
      ...{ awardExpiresAt: null, awardEnrolmentId: null },
    })
    .execute();
  return id;
}

/** Takes and marks a test at a time of the past. */
async function seedResult(
  work: Work,
  id: string,
  { score, seed, slot }: { score: number; seed: number; slot: TestSlot | undefined },
): Promise<void> {
  const { trx } = work;
  if (!slot) throw new Error('There is no past time of the test.');
  const startedAt = slot.startsAt;
  const endsAt = new Date(startedAt.getTime() + scholarshipPolicy.durationMinutes * 60_000);
  const registeredAt = new Date(startedAt.getTime() - 3 * dayMs);
  await trx
    .updateTable('scholarshipRegistration')
    .set({ status: 'SLOT_BOOKED', slotId: slot.id, slotStartsAt: startedAt, registeredAt })
    .where('id', '=', id)
    .execute();
  const paper = createPaper(listQuestions(), seed);
  await trx
    .insertInto('scholarshipTest')
    .values({
      ...{ registrationId: id, seed, questions: JSON.stringify(paper), startedAt, endsAt },
      ...{ sessionKey: 'demo', submittedAt: null },
    })
    .execute();
  const answers = createAnswers(paper, { score, seed });
  await trx
    .insertInto('scholarshipAnswer')
    .values(
      paper.map(({ questionId }, position) => ({
        ...{ registrationId: id, position, questionId, choices: '[]', answerText: '', ...answers[position] },
        ...{ isFlagged: false, revision: 1, isRight: null, savedAt: startedAt },
      })),
    )
    .execute();
  const { test } = await requireScholarship(trx, id);
  if (test) await finishTest(work, systemActor, test);
  await moveIntoPast(work, id, { registeredAt, endsAt });
}

/** The test ended when its time was over, and the award began with that. */
async function moveIntoPast(
  { trx }: Work,
  id: string,
  { registeredAt, endsAt }: { registeredAt: Date; endsAt: Date },
): Promise<void> {
  const awardExpiresAt = new Date(endsAt.getTime() + scholarshipPolicy.awardDays * dayMs);
  await trx
    .updateTable('scholarshipRegistration')
    .set({ awardExpiresAt })
    .where('id', '=', id)
    .where('status', '=', 'AWARDED')
    .execute();
  await sql`
    update scholarship_event
    set at = case when action = 'REGISTER' then ${registeredAt}::timestamptz else ${endsAt}::timestamptz end
    where registration_id = ${id}`.execute(trx);
}
