import { useStore } from '@nanostores/react';
import { type ComponentProps, useState } from 'react';
import { readTypedNumber } from '#lib/domain/hiring/registration/registration-rules.ts';
import { TextField } from '../ui/Field.tsx';
import { FieldLabel, type RegistrationFieldProps } from './registration-field.tsx';

type TextFieldName =
  | 'degree'
  | 'college'
  | 'graduationYear'
  | 'currentCompany'
  | 'currentRole'
  | 'expectedSalary'
  | 'noticePeriodDays'
  | 'linkedinUrl';

type Hints = Partial<ComponentProps<typeof TextField>>;
const number: Hints = { inputMode: 'numeric', autoComplete: 'off' };

const hints: Record<TextFieldName, Hints> = {
  degree: { placeholder: 'B.Com, B.A., Diploma in …', maxLength: 120 },
  college: { autoComplete: 'off', maxLength: 160 },
  graduationYear: {
    ...number,
    placeholder: '2024',
    maxLength: 4,
    description: 'The year, also of one to come.',
  },
  currentCompany: { autoComplete: 'organization', maxLength: 120 },
  currentRole: { autoComplete: 'organization-title', maxLength: 120 },
  expectedSalary: { ...number, maxLength: 9, description: 'In rupees a year, before tax.' },
  noticePeriodDays: { ...number, maxLength: 3, description: 'In days. 0 if you can start at once.' },
  linkedinUrl: {
    type: 'url',
    inputMode: 'url',
    autoComplete: 'url',
    autoCapitalize: 'none',
    placeholder: 'linkedin.com/in/you',
  },
};
const numbers = ['graduationYear', 'expectedSalary', 'noticePeriodDays'] as const;

/** The fields that are typed. Numeric fields store a number. */
export function TextEntryField({ store, field }: RegistrationFieldProps) {
  const name = field as TextFieldName;
  const value = useStore(store.$values)[name];
  const error = useStore(store.$errors)[name];
  const isNumber = (numbers as readonly TextFieldName[]).includes(name);
  /** Keeps the typed text while it is not a number yet, such as a lone minus sign. */
  const [typed, setTyped] = useState('');
  const isAsTyped = isNumber && value !== null && readTypedNumber(typed) === value;

  function type(text: string): void {
    setTyped(text);
    const read = isNumber ? readTypedNumber(text) : text || null;
    store.change(name, read);
    if (name === 'expectedSalary') store.change('currency', read === null ? null : 'INR');
  }

  return (
    <TextField
      {...hints[name]}
      id={name}
      name={name}
      label={<FieldLabel field={name} />}
      value={isAsTyped ? typed : value === null ? '' : String(value)}
      error={error}
      onValue={type}
      onBlur={() => store.blur(name)}
    />
  );
}
