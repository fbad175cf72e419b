import { sql } from 'kysely';
import { parseAttribution } from '#lib/domain/core/attribution.ts';
import { createPaper } from '#lib/domain/enrolment/scholarship/create-paper.ts';
import type { PaperQuestion } from '#lib/domain/enrolment/scholarship/question.ts';
import { listTestSlots } from '#lib/domain/enrolment/scholarship/scholarship-policy.ts';
import { systemActor } from '#lib/server/core/actor.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { registerMastery } from '#lib/server/enrolment/mastery/register-mastery.ts';
import { findQuestion, listQuestions } from '#lib/server/enrolment/scholarship/question-bank.ts';
import { registerScholarship } from '#lib/server/enrolment/scholarship/register-scholarship.ts';
import { requireScholarship } from '#lib/server/enrolment/scholarship/scholarship-aggregate.ts';
import { finishTest } from '#lib/server/enrolment/scholarship/submit-test.ts';
import { runUnitOfWork, seedPerson } from '../person.ts';

type Work = Parameters<typeof finishTest>[0];

/** The people of one cohort: the number of right answers, or null for a test that is still ahead. */
const cohort = [
  ['Ishaan', 'Rao', 39],
  ['Tara', 'Krishnan', 37],
  ['Bhavna', 'Joshi', 34],
  ['Sameer', 'Khan', 33],
  ['Divya', 'Menon', 31],
  ['Karthik', '', 30],
  ['Pallavi', 'Deshpande', 28],
  ['Rahul', 'Chauhan', 26],
  ['Anjali', 'Bose', 24],
  ['Zoya', 'Ansari', 22],
  ['Manish', 'Yadav', 17],
  ['Sneha', 'Patil', null],
  ['Vikas', 'Tiwari', null],
] as const;
const programs = ['career-accelerator-program', 'pm-launchpad-core', 'embark-pro'];
const statuses = ['WORKING', 'STUDENT', 'BREAK'] as const;

/** Adds a cohort of the scholarship test with its results, and two people in PM Mastery, unless there are any. Sends no messages. */
export async function seedScholarships(db: Db): Promise<void> {
  if (await db.selectFrom('scholarshipRegistration').select('id').limit(1).executeTakeFirst()) return;
  const [slot] = listTestSlots(await databaseNow(db));
  const attribution = parseAttribution(() => null);
  for (const [index, [firstName, lastName, score]] of cohort.entries()) {
    const phone = `+9198765440${String(index).padStart(2, '0')}`;
    const email = `${firstName.toLowerCase()}.${index}@example.com`;
    const userId = await seedPerson(db, { firstName, lastName, email, phone });
    const input = {
      programSlug: programs[index % programs.length] ?? '',
      currentStatus: statuses[index % statuses.length] ?? 'WORKING',
      yearsOfExperience: index % 6,
      testSlotId: slot?.id,
    };
    await runUnitOfWork(db, async (work) => {
      const { id } = await registerScholarship(work, userId, input, attribution);
      if (score !== null) await seedResult(work, id, score, index);
      if (score === null) await registerMastery(work, userId, input, attribution);
    });
  }
}

/** Takes and marks a test of the last week. Difficult questions go wrong first. */
async function seedResult(work: Work, id: string, score: number, seed: number): Promise<void> {
  const { trx } = work;
  await sql`
    update scholarship_registration set slot_starts_at = now() - interval '3 days',
      registered_at = now() - interval '6 days' where id = ${id}`.execute(trx);
  const paper = createPaper(listQuestions(), seed);
  await trx
    .insertInto('scholarshipTest')
    .values({
      ...{
        registrationId: id,
        seed,
        questions: JSON.stringify(paper),
        sessionKey: 'demo',
        submittedAt: null,
      },
      endsAt: sql<Date>`now() - interval '3 days' + interval '60 minutes'`,
    })
    .execute();
  const byDifficulty = paper
    .map((_, position) => position)
    .toSorted((one, other) => difficultyOf(paper[one]) - difficultyOf(paper[other]) || one - other);
  const right = new Set(byDifficulty.slice(0, score));
  await trx
    .insertInto('scholarshipAnswer')
    .values(
      paper.map((question, position) => ({
        ...{ registrationId: id, position, questionId: question.questionId },
        ...createAnswer(question, right.has(position)),
        ...{ isFlagged: false, revision: 1, isRight: null },
      })),
    )
    .execute();
  const { test } = await requireScholarship(trx, id);
  if (test) await finishTest(work, systemActor, test);
}

const difficultyOf = (paper: PaperQuestion | undefined): number =>
  findQuestion(paper?.questionId ?? '')?.difficulty ?? 0;

function createAnswer({ questionId, order }: PaperQuestion, isRight: boolean) {
  const question = findQuestion(questionId);
  if (!question || question.kind === 'NUMERIC')
    return { choices: '[]', answerText: String((question?.answer ?? 0) + (isRight ? 0 : 7)) };
  const wrong = order.findIndex((place) => !question.right.includes(place));
  const choices = isRight ? question.right.map((place) => order.indexOf(place)) : [wrong];
  return { choices: JSON.stringify(choices), answerText: '' };
}
