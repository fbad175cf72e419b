import type { FormField } from './form-field.ts';

const note = { kind: 'textarea', isWide: true } as const;

/**
 * Returns the fields of the two notes of a move: one for the candidate, with `publicHint` below it, and one for staff.
 */
export const noteFields = (
  values: Record<string, string>,
  publicHint?: string,
  { isPublicOptional = true } = {},
): FormField[] => [
  {
    ...note,
    optional: isPublicOptional,
    name: 'publicNote',
    label: 'Message to the candidate',
    value: values.publicNote,
    maxlength: 1000,
    hint: publicHint,
  },
  {
    ...note,
    optional: true,
    name: 'privateNote',
    label: 'For staff only',
    value: values.privateNote,
    maxlength: 2000,
    rows: 2,
  },
];
