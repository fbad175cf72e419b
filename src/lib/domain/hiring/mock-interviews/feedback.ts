/** The feedback on a mock interview: a scorecard, and three things to do next. [APP-14] */

/** What a candidate does next. They tick it off themselves. */
export interface NextStep {
  text: string;
  isDone: boolean;
}

export const nextStepCount = 3;
/** Keys and labels of what an expert scores from 1 to 5. */
export const feedbackCriteria: readonly (readonly [key: string, label: string])[] = [
  ['clarity', 'Speaks clearly'],
  ['structure', 'Answers have a clear order'],
  ['examples', 'Gives examples of own work'],
  ['role', 'Knows the role and the field'],
  ['questions', 'Asks good questions'],
];

/** The recommendation answers this question. */
export const recommendationQuestion = 'Would you invite this person to the next round?';

/** Hours after the end within which an expert writes the feedback. Staff see what is later. */
export const feedbackHours = 48;
