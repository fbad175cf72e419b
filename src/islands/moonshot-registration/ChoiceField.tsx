import { useStore } from '@nanostores/react';
import { industries } from '#lib/domain/core/industries.ts';
import {
  type Qualification,
  qualificationLabels,
  type Shift,
  shiftLabels,
} from '#lib/domain/hiring/registration/registration.ts';
import { ChecksField } from '../ui/ChecksField.tsx';
import { RadioField } from '../ui/RadioField.tsx';
import { SelectField } from '../ui/select/SelectField.tsx';
import { FieldLabel, type RegistrationFieldProps } from './registration-field.tsx';

const questions = {
  willingToRelocate: 'I can move to another city for a job.',
  hasLaptopAndInternet: 'I have a laptop and my own stable internet connection.',
} as const;
const yesNo = [
  { value: 'YES', label: 'Yes' },
  { value: 'NO', label: 'No' },
];

/** The fields whose value is selected: radio buttons, checkboxes and lists. */
export function ChoiceField({ store, field }: RegistrationFieldProps) {
  const values = useStore(store.$values);
  const error = useStore(store.$errors)[field];
  const shared = { id: field, label: <FieldLabel field={field} />, error };
  const onLeave = () => store.blur(field);

  switch (field) {
    case 'willingToRelocate':
    case 'hasLaptopAndInternet': {
      const value = values[field];
      return (
        <RadioField
          {...shared}
          name={field}
          description={questions[field]}
          value={value === null ? null : value ? 'YES' : 'NO'}
          options={yesNo}
          onValue={(answer) => store.change(field, answer === 'YES', true)}
          onLeave={onLeave}
        />
      );
    }
    case 'highestQualification':
      return (
        <SelectField
          {...shared}
          value={values.highestQualification ?? ''}
          none="Choose"
          options={Object.entries(qualificationLabels)}
          onValue={(value) => store.change(field, (value || null) as Qualification | null, true)}
          onBlur={onLeave}
        />
      );
    case 'shiftPreference':
      return (
        <ChecksField
          {...shared}
          description="Choose all shifts that you can work."
          values={values.shiftPreference}
          options={Object.entries(shiftLabels).map(([value, label]) => ({ value, label }))}
          onValues={(shifts) => store.change(field, shifts as Shift[], true)}
          onLeave={onLeave}
        />
      );
    case 'industries':
      return (
        <ChecksField
          {...shared}
          values={values.industries}
          options={industries.map((industry) => ({ value: industry, label: industry }))}
          onValues={(chosen) => store.change(field, chosen, true)}
          onLeave={onLeave}
        />
      );
    default:
      return null;
  }
}
