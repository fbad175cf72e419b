import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { OpenTest, PaperQuestionView } from '#lib/contract/enrolment/scholarship/scholarship-schemas.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { secondsUntil } from '#lib/domain/core/time-text.ts';
import { createPaper } from '#lib/domain/enrolment/scholarship/create-paper.ts';
import type { PaperQuestion } from '#lib/domain/enrolment/scholarship/question.ts';
import { scholarshipFlow } from '#lib/domain/enrolment/scholarship/scholarship-flow.ts';
import { scholarshipPolicy } from '#lib/domain/enrolment/scholarship/scholarship-policy.ts';
import { candidateActor } from '#lib/server/core/actor.ts';
import { renderInlineMarkdown, renderMarkdown } from '#lib/server/core/markdown.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import { scholarshipFactsOf } from './present-scholarship.ts';
import { findQuestion, listQuestions } from './question-bank.ts';
import { recordScholarshipEvent } from './record-scholarship-event.ts';
import {
  buildScholarshipContext,
  loadScholarshipForUpdate,
  requireScholarship,
  type ScholarshipAggregate,
  type ScholarshipTestRow,
} from './scholarship-aggregate.ts';

interface OpenTestInput {
  userId: string;
  id: string;
  sessionKey: string | null;
  moveHere: boolean;
}

/**
 * Starts the test, or continues it in this tab, and returns its questions and saved answers. Each opening gets a new key, so
 * that one tab writes at a time. The row is locked, so that two tabs that start at once start one test. Throws `NOT_FOUND`,
 * `TEST_NOT_OPEN`, `TEST_ENDED`, `TEST_OPEN_ELSEWHERE`. [API-21]
 */
export async function openTest(trx: Db, input: OpenTestInput): Promise<OpenTest> {
  const { userId, id, sessionKey, moveHere } = input;
  const aggregate = await loadScholarshipForUpdate(trx, id, userId);
  const { test, now } = aggregate;
  if (!test) await startTest(trx, userId, aggregate);
  else {
    if (test.submittedAt || test.endsAt <= now) throw new HttpError('TEST_ENDED');
    if (!moveHere && test.sessionKey !== sessionKey) throw new HttpError('TEST_OPEN_ELSEWHERE');
    await trx
      .updateTable('scholarshipTest')
      .set({ sessionKey: createSessionKey(), sessionCount: sql<number>`session_count + 1` })
      .where('registrationId', '=', id)
      .execute();
  }
  return presentOpenTest(trx, await requireScholarship(trx, id));
}

const createSessionKey = (): string => randomBytes(16).toString('base64url');

async function startTest(trx: Db, userId: string, aggregate: ScholarshipAggregate): Promise<void> {
  const { registration } = aggregate;
  const { id, status } = registration;
  const context = buildScholarshipContext(aggregate);
  const result = checkTransition(scholarshipFlow, 'START_TEST', 'CANDIDATE', status, context);
  if (!result.isAllowed) throw toHttpError(result, { STATUS: 'TEST_NOT_OPEN', isTestTime: 'TEST_NOT_OPEN' });
  const seed = randomInt(2 ** 32);
  await trx
    .insertInto('scholarshipTest')
    .values({
      registrationId: id,
      seed,
      questions: JSON.stringify(createPaper(listQuestions(), seed)),
      endsAt: sql<Date>`now() + make_interval(mins => ${scholarshipPolicy.durationMinutes}::int)`,
      submittedAt: null,
      sessionKey: createSessionKey(),
    })
    .execute();
  const change = { action: 'START_TEST', from: status, to: status } as const;
  await recordScholarshipEvent(trx, id, candidateActor(userId), change);
}

async function presentOpenTest(trx: Db, aggregate: ScholarshipAggregate): Promise<OpenTest> {
  const test = aggregate.test as ScholarshipTestRow;
  const answers = await trx
    .selectFrom('scholarshipAnswer')
    .select(['position', 'choices', 'answerText', 'isFlagged', 'revision'])
    .where('registrationId', '=', test.registrationId)
    .orderBy('position')
    .execute();
  return {
    sessionKey: test.sessionKey,
    programName: scholarshipFactsOf(aggregate).programName,
    questions: test.questions.map(presentQuestion),
    answers: answers.map(({ answerText, choices, ...answer }) => ({
      ...answer,
      choices: [...choices],
      text: answerText,
    })),
    secondsLeft: secondsUntil(test.endsAt.getTime(), aggregate.now.getTime()),
  };
}

/** Names each part that a browser may get, so that a key never gets there by being added to a question. */
function presentQuestion({ questionId, order }: PaperQuestion, position: number): PaperQuestionView {
  const question = findQuestion(questionId);
  if (!question)
    return {
      ...{ position, kind: 'NUMERIC', options: [], unit: null },
      html: '<p>This question was taken out of the test. It counts as right.</p>',
    };
  return {
    ...{ position, kind: question.kind, html: withScrollableTables(renderMarkdown(question.text)) },
    options:
      question.kind === 'NUMERIC'
        ? []
        : order.map((place) => renderInlineMarkdown(question.options[place] ?? '')),
    unit: question.kind === 'NUMERIC' ? question.unit : null,
  };
}

/** A wide table scrolls on a phone, so the keyboard has to reach it. */
const withScrollableTables = (html: string): string => html.replaceAll('<table>', '<table tabindex="0">');
