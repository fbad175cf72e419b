import {
  type Difficulty,
  difficulties,
  type PaperQuestion,
  type Question,
  type QuestionTopic,
} from './question.ts';

/** How many questions of each topic a test has, by difficulty from 1 to 3. They add up to `questionCount`. */
export const paperPlan: Record<QuestionTopic, readonly [number, number, number]> = {
  QUANTITATIVE: [3, 3, 2],
  DATA: [2, 3, 3],
  LOGIC: [2, 2, 2],
  PRODUCT: [2, 2, 2],
  TOOLS: [2, 2, 2],
  ENGLISH: [2, 2, 2],
};

/**
 * Chooses the questions of one test and shuffles them and their options. The same seed and bank give the same test; the
 * result is stored, so that a later change of the bank does not change it.
 */
export function createPaper(bank: readonly Question[], seed: number): PaperQuestion[] {
  const random = createRandom(seed);
  const chosen = Object.entries(paperPlan).flatMap(([topic, counts]) =>
    difficulties.flatMap((difficulty: Difficulty) => {
      const fitting = bank.filter((one) => one.topic === topic && one.difficulty === difficulty);
      return shuffle(fitting, random).slice(0, counts[difficulty - 1]);
    }),
  );
  return shuffle(chosen, random).map((question) => ({
    questionId: question.id,
    order:
      question.kind === 'NUMERIC'
        ? []
        : shuffle(
            question.options.map((_, place) => place),
            random,
          ),
  }));
}

/** Returns a copy in random order (Fisher and Yates). */
function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}

/** Returns numbers from 0 to below 1 that follow from a seed of 32 bits (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
