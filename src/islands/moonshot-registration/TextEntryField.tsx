import { useStore } from '@nanostores/react';
import { type ComponentProps, useState } from 'react';
import { formatPayInput, formatYearlyPay, parsePay } from '#lib/domain/hiring/jobs/pay-input.ts';
import { readTypedNumber, registrationProblem } from '#lib/domain/hiring/registration/registration-rules.ts';
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
const digits: Hints = { inputMode: 'numeric', autoComplete: 'off' };

const hints: Record<TextFieldName, Hints> = {
  degree: { placeholder: 'B.Com, B.A., Diploma in …', maxLength: 120 },
  college: { autoComplete: 'off', maxLength: 160 },
  graduationYear: {
    ...digits,
    placeholder: '2024',
    maxLength: 4,
    description: 'If you still study, the year in which you will finish.',
  },
  currentCompany: { autoComplete: 'organization', maxLength: 120 },
  currentRole: { autoComplete: 'organization-title', maxLength: 120 },
  expectedSalary: { autoComplete: 'off', maxLength: 40, placeholder: '3.5 lakh' },
  noticePeriodDays: { ...digits, maxLength: 3, description: 'In days. Enter 0 if you can start now.' },
  linkedinUrl: {
    type: 'url',
    inputMode: 'url',
    autoComplete: 'url',
    autoCapitalize: 'none',
    placeholder: 'linkedin.com/in/you',
  },
};
/** The numeric fields, and how each reads what was typed and shows a stored number. */
const numbers: Partial<
  Record<TextFieldName, { parse(text: string): number | null; format(value: number): string }>
> = {
  graduationYear: { parse: readTypedNumber, format: String },
  expectedSalary: { parse: parsePay, format: formatPayInput },
  noticePeriodDays: { parse: readTypedNumber, format: String },
};

/** The fields that are typed. Numeric fields store a number. */
export function TextEntryField({ store, field }: RegistrationFieldProps) {
  const name = field as TextFieldName;
  const value = useStore(store.$values)[name];
  const error = useStore(store.$errors)[name];
  const number = numbers[name];
  /** Keeps the typed text while it is not a number yet, such as a lone minus sign. */
  const [typed, setTyped] = useState('');
  const isAsTyped = value !== null && number?.parse(typed) === value;

  function type(text: string): void {
    setTyped(text);
    const read = number ? number.parse(text) : text || null;
    store.change(name, read);
    if (name === 'expectedSalary') store.change('currency', read === null ? null : 'INR');
  }

  return (
    <TextField
      {...hints[name]}
      {...(name === 'expectedSalary' && { description: describePay(value) })}
      id={name}
      name={name}
      label={<FieldLabel field={name} />}
      value={
        isAsTyped ? typed : number && typeof value === 'number' ? number.format(value) : String(value ?? '')
      }
      error={error}
      onValue={type}
      onBlur={() => store.blur(name)}
    />
  );
}

/** Shows yearly pay as it was understood. */
function describePay(value: unknown): string {
  const hint = 'In rupees a year, before tax.';
  return typeof value === 'number' && !registrationProblem('expectedSalary', value)
    ? `${hint} You entered ${formatYearlyPay(value)}.`
    : hint;
}
