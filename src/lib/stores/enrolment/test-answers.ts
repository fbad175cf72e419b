import { isRecord } from '#lib/domain/core/record.ts';

/** The answers of a test on this device. Each change raises the revision of its answer, so that the server keeps the latest. */

export interface TestAnswer {
  position: number;
  choices: number[];
  text: string;
  isFlagged: boolean;
  revision: number;
}

export type TestAnswers = Readonly<Record<number, TestAnswer>>;

export const emptyAnswer = (position: number): TestAnswer => ({
  ...{ position, choices: [], text: '', isFlagged: false, revision: 0 },
});

/** Returns the answers by their question; of two to the same question the one with the higher revision. */
export function mergeAnswers(...lists: readonly (readonly TestAnswer[])[]): TestAnswers {
  const merged: Record<number, TestAnswer> = {};
  for (const answer of lists.flat())
    if (answer.revision > (merged[answer.position]?.revision ?? 0)) merged[answer.position] = answer;
  return merged;
}

/** Lists the answers that the server does not have yet. `saved` maps questions to the revision that it has. */
export const listUnsaved = (answers: TestAnswers, saved: Readonly<Record<number, number>>): TestAnswer[] =>
  Object.values(answers).filter(({ position, revision }) => revision > (saved[position] ?? 0));

/** Parses a stored draft, which another release may have written. Leaves out what is no answer. */
export function parseDraft(draft: unknown): TestAnswer[] {
  return Array.isArray(draft) ? draft.filter(isTestAnswer) : [];
}

const isTestAnswer = (value: unknown): value is TestAnswer =>
  isRecord(value) &&
  Number.isInteger(value.position) &&
  Number.isInteger(value.revision) &&
  typeof value.text === 'string' &&
  typeof value.isFlagged === 'boolean' &&
  Array.isArray(value.choices) &&
  value.choices.every(Number.isInteger);
