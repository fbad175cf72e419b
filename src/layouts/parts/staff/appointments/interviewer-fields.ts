import type { FormField } from '../form-field.ts';

/** Returns the fields of an interviewer. */
export const interviewerFields = (
  staff: readonly (readonly [id: string, name: string])[],
  values: Partial<Record<string, string>>,
): FormField[] => [
  { name: 'name', label: 'Name', required: true, maxlength: 80, value: values.name },
  {
    name: 'email',
    label: 'Email',
    required: true,
    maxlength: 254,
    value: values.email,
    hint: 'Gets an email with a calendar file when an interview is booked, moved or cancelled.',
  },
  {
    name: 'userId',
    label: 'Staff account',
    kind: 'select',
    emptyLabel: 'None: a guest',
    options: staff,
    value: values.userId,
  },
];
