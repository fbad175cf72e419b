import { useStore } from '@nanostores/react';
import { type ComponentProps, useState } from 'react';
import { readTypedNumber } from '#lib/domain/hiring/registration/registration-rules.ts';
import { TextField } from '../ui/Field.tsx';
import { FieldLabel } from './FieldLabel.tsx';
import type { RegistrationFieldProps } from './field-props.ts';

type TypedName =
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

const hints: Record<TypedName, Hints> = {
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

/** What is written or is a number; numbers are kept as such. */
export function TypedField({ store, field }: RegistrationFieldProps) {
  const name = field as TypedName;
  const value = useStore(store.$values)[name];
  const error = useStore(store.$errors)[name];
  const isNumber = (numbers as readonly TypedName[]).includes(name);
  /** A sign alone, or what is no number, stays as it was typed. */
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
