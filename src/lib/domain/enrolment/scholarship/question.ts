/** Questions of the scholarship test, and how an answer is marked. [API-21] */

export const questionTopicLabels = {
  QUANTITATIVE: 'Numbers',
  DATA: 'Reading data',
  LOGIC: 'Logic',
  PRODUCT: 'Product sense',
  TOOLS: 'Spreadsheets and SQL',
  ENGLISH: 'English',
} as const;
export type QuestionTopic = keyof typeof questionTopicLabels;

export const difficulties = [1, 2, 3] as const;
export type Difficulty = (typeof difficulties)[number];

interface QuestionBase {
  /** The topic's folder and the file's name: `data/largest-loss`. */
  id: string;
  topic: QuestionTopic;
  difficulty: Difficulty;
  /** Markdown. */
  text: string;
  /** Why the key is right, for staff. */
  explanation: string;
}

export interface ChoiceQuestion extends QuestionBase {
  kind: 'SINGLE' | 'MULTIPLE';
  /** Markdown of one line each. */
  options: readonly string[];
  /** The places of the right options, from 0. */
  right: readonly number[];
}

export interface NumericQuestion extends QuestionBase {
  kind: 'NUMERIC';
  answer: number;
  /** How far a right answer may be from `answer`. */
  tolerance: number;
  unit: string | null;
}

export type Question = ChoiceQuestion | NumericQuestion;

/** One question of a person's test: its id, and the order in which the person sees its options. */
export interface PaperQuestion {
  questionId: string;
  /** The places of the bank's options in the order of the paper; empty for a number. */
  order: readonly number[];
}

/** What a person has answered: places of options as the person sees them, or a number as it was typed. */
export interface Answer {
  choices: readonly number[];
  text: string;
}

/** Returns whether an answer is right: every right option and no other, or a number within the tolerance. */
export function isRight(question: Question, { order }: PaperQuestion, { choices, text }: Answer): boolean {
  if (question.kind === 'NUMERIC') {
    const number = parseNumber(text);
    return number !== null && Math.abs(number - question.answer) <= question.tolerance + 1e-9;
  }
  const chosen = choices.map((place) => order[place]);
  return chosen.length === question.right.length && question.right.every((place) => chosen.includes(place));
}

/** Returns the number that a person typed, also with `₹`, `%` or commas; null for any other text. */
export function parseNumber(text: string): number | null {
  const bare = text.replace(/[\s,₹%]/g, '').replace('−', '-');
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(bare) ? Number(bare) : null;
}
