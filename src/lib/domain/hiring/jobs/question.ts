/** A question that a job asks every applicant in addition to their details. */

export const questionKinds = ['TEXT', 'YES_NO', 'CHOICE'] as const;

export interface Question {
  key: string;
  label: string;
  kind: (typeof questionKinds)[number];
  required: boolean;
  /** The options of a CHOICE. */
  options?: string[] | undefined;
}

export interface Answer {
  key: string;
  value: string;
}

/** Formats the value of an answer: `YES` is `Yes`. */
export const formatAnswer = (value: string): string =>
  value === 'YES' ? 'Yes' : value === 'NO' ? 'No' : value;

/** Maximum number of characters of one answer. */
export const maxAnswerLength = 2000;

/** Maximum number of characters of a cover note. */
export const maxCoverNoteLength = 3000;

/** Returns the reason why a value is no valid answer; null if it is valid or empty. */
export function answerProblem(question: Question | undefined, value: string): string | null {
  if (!question) return 'This job does not ask that';
  if (value === '') return null;
  if (question.kind === 'YES_NO' && !['YES', 'NO'].includes(value)) return 'Please choose yes or no';
  if (question.kind === 'CHOICE' && !question.options?.includes(value))
    return 'Please choose one of the answers';
  return null;
}

/**
 * Returns the required questions without a valid answer. An answer may have become invalid because its
 * question changed.
 */
export function unansweredQuestions(questions: readonly Question[], answers: readonly Answer[]): Question[] {
  const answersByKey = new Map(answers.map(({ key, value }) => [key, value]));
  return questions.filter((question) => {
    const value = answersByKey.get(question.key) ?? '';
    return (question.required && value === '') || answerProblem(question, value) !== null;
  });
}
