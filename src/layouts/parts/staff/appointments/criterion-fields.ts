import type { FormField } from '../form-field.ts';

/** The scale is the first line; `staff-scale` in the style sheet puts the rest below it. */
const scores = [
  ...['1', '2', '3', '4', '5'].map((score) => [score, score] as const),
  ['', 'No score'] as const,
];

/** Returns the fields of the criteria of a scorecard: a score from 1 to 5 and a note each. */
export const criterionFields = (
  criteria: readonly (readonly [key: string, label: string])[],
  values: Partial<Record<string, string>>,
): FormField[] =>
  criteria.flatMap(([key, label]) => [
    {
      name: `score-${key}`,
      label,
      kind: 'choice',
      options: scores,
      value: values[`score-${key}`],
    },
    {
      name: `note-${key}`,
      label: `Note on “${label}”`,
      optional: true,
      maxlength: 500,
      value: values[`note-${key}`],
    },
  ]);
