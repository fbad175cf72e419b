import type { FormField } from '../form-field.ts';

/** Returns the fields that a new employer and a changed one share: its name and website. */
export const employerFields = (text: Readonly<Record<string, string>>): FormField[] => [
  { name: 'name', label: 'Name', required: true, maxlength: 80, value: text.name },
  {
    name: 'website',
    label: 'Website',
    optional: true,
    value: text.website,
    placeholder: 'https://',
    maxlength: 2048,
  },
];
