import { isRight } from '#lib/domain/enrolment/scholarship/question.ts';
import { findQuestion } from '#lib/server/enrolment/scholarship/question-bank.ts';
import type { TestApi } from '../api.ts';
import type { Answer } from '../visitor.ts';
import type { Learner } from './learners.ts';

/** People who register for the scholarship test and take it. */

const base = 'POST /api/v1/ep-scholarship-test';
const registerBody = {
  program_slug: 'career-accelerator-program',
  current_status: 'WORKING',
  years_of_experience: 3,
  motivation: 'I want to lead a team.',
  consent: true,
};

export const registerTest = (learner: Learner, more: object = {}): Promise<Answer> =>
  learner.visitor.call(`${base}/register/`, { ...registerBody, ...more });

/** Returns the first time that can be booked. */
export async function nextSlot(test: TestApi): Promise<string> {
  const { body } = await test.visitor().call('GET /api/v1/ep-scholarship-test/slots/');
  return body.results[0].id;
}

/** Registers with the next time, and moves the time to now. Returns the registration's id. */
export async function registerForNow(test: TestApi, learner: Learner, more: object = {}): Promise<string> {
  const { body } = await registerTest(learner, { test_slot_id: await nextSlot(test), ...more });
  await startSlotNow(test, body.id);
  return body.id;
}

/** Moves the time of a registration to a minute ago. */
const startSlotNow = (test: TestApi, id: string) =>
  test.db
    .updateTable('scholarshipRegistration')
    .set({ slotStartsAt: new Date(Date.now() - 60_000) })
    .where('id', '=', id)
    .execute();

export const openTest = (learner: Learner, id: string, body: object = {}): Promise<Answer> =>
  learner.visitor.call(`${base}/registrations/${id}/open-test/`, body);
export const saveAnswers = (
  learner: Learner,
  id: string,
  sessionKey: string,
  answers: object[],
): Promise<Answer> =>
  learner.visitor.call(`${base}/registrations/${id}/save-answers/`, { session_key: sessionKey, answers });
export const submitTest = (learner: Learner, id: string, sessionKey: string): Promise<Answer> =>
  learner.visitor.call(`${base}/registrations/${id}/submit-test/`, { session_key: sessionKey });

export const answerOf = (position: number, more: object = {}) => ({
  ...{ position, choices: [0], text: '', is_flagged: false, revision: 1 },
  ...more,
});

/** Returns answers of which the first `count` are right and the others wrong, from the stored paper. */
export async function answersWith({ db }: TestApi, id: string, count: number) {
  const { questions } = await db
    .selectFrom('scholarshipTest')
    .select('questions')
    .where('registrationId', '=', id)
    .executeTakeFirstOrThrow();
  return questions.map((paper, position) => {
    const question = findQuestion(paper.questionId);
    if (!question) throw new Error(`There is no question ${paper.questionId}`);
    const isWanted = position < count;
    if (question.kind === 'NUMERIC')
      return answerOf(position, { choices: [], text: isWanted ? String(question.answer) : '-99' });
    const right = question.right.map((place) => paper.order.indexOf(place));
    const wrong = paper.order.map((_, place) => place).filter((place) => !right.includes(place));
    const choices = isWanted ? right : wrong.slice(0, 1);
    if (isRight(question, paper, { choices, text: '' }) !== isWanted)
      throw new Error('The answer is not as wanted');
    return answerOf(position, { choices });
  });
}

/** Takes a whole test with a number of right answers. Returns the response of the submission. */
export async function completeTest(
  test: TestApi,
  learner: Learner,
  right: number,
  more: object = {},
): Promise<Answer> {
  const id = await registerForNow(test, learner, more);
  const { body } = await openTest(learner, id);
  await saveAnswers(learner, id, body.session_key, await answersWith(test, id, right));
  return submitTest(learner, id, body.session_key);
}
