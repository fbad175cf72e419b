import { createHash } from 'node:crypto';
import type { PaperQuestion } from '#lib/domain/enrolment/scholarship/question.ts';
import { findQuestion } from '#lib/server/enrolment/scholarship/question-bank.ts';

/** One question in this many is unclear: weak people answer it right as often as good ones. */
const oneUnclearIn = 12;

interface DemoAnswer {
  choices: string;
  answerText: string;
}

/**
 * Returns one answer for each question of a test, so that `score` of them are right. Difficult questions mostly go wrong first,
 * and unclear ones by chance. The same seed gives the same answers.
 */
export function createAnswers(
  paper: readonly PaperQuestion[],
  { score, seed }: { score: number; seed: number },
): DemoAnswer[] {
  const byHardness = paper
    .map((question, position) => ({ position, hardness: hardnessOf(question.questionId, seed) }))
    .toSorted((one, other) => one.hardness - other.hardness);
  const right = new Set(byHardness.slice(0, score).map(({ position }) => position));
  return paper.map((question, position) =>
    right.has(position) ? answerRight(question) : answerWrong(question, chance(question.questionId, -seed)),
  );
}

function hardnessOf(questionId: string, seed: number): number {
  const luck = chance(questionId, seed);
  if (chance(questionId, 'unclear') < 1 / oneUnclearIn) return luck < 0.5 ? 0 : 9;
  return 0.6 * (findQuestion(questionId)?.difficulty ?? 0) + luck * 2;
}

/** Returns a number from 0 to below 1 that follows from a question and a person. */
const chance = (questionId: string, seed: number | string): number =>
  createHash('sha256').update(`${questionId} ${seed}`).digest().readUInt32BE() / 2 ** 32;

function answerRight({ questionId, order }: PaperQuestion): DemoAnswer {
  const question = findQuestion(questionId);
  if (!question || question.kind === 'NUMERIC')
    return { choices: '[]', answerText: String(question?.answer ?? 0) };
  return { choices: JSON.stringify(question.right.map((place) => order.indexOf(place))), answerText: '' };
}

/** A wrong answer, or none by one in six. */
function answerWrong({ questionId, order }: PaperQuestion, luck: number): DemoAnswer {
  const question = findQuestion(questionId);
  if (!question || luck < 1 / 6) return { choices: '[]', answerText: '' };
  if (question.kind === 'NUMERIC') return { choices: '[]', answerText: String(question.answer + 7) };
  const wrong = order.flatMap((place, position) => (question.right.includes(place) ? [] : position));
  return { choices: JSON.stringify([wrong[Math.floor(luck * wrong.length)]]), answerText: '' };
}
