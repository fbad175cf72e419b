import type { ComponentType } from 'react';
import type { RegistrationField } from '#lib/domain/hiring/registration/registration.ts';
import { ChosenField } from './ChosenField.tsx';
import { ExperienceField } from './ExperienceField.tsx';
import type { RegistrationFieldProps } from './field-props.ts';
import { LanguagesField } from './LanguagesField.tsx';
import { PlaceField } from './PlaceField.tsx';
import { TypedField } from './TypedField.tsx';

/** The résumé has a part of its own in the form; the currency goes with the salary. */
const inputs: Record<
  Exclude<RegistrationField, 'resume' | 'currency'>,
  ComponentType<RegistrationFieldProps>
> = {
  currentLocationId: PlaceField,
  preferredLocationIds: PlaceField,
  willingToRelocate: ChosenField,
  highestQualification: ChosenField,
  degree: TypedField,
  college: TypedField,
  graduationYear: TypedField,
  totalExperienceMonths: ExperienceField,
  currentCompany: TypedField,
  currentRole: TypedField,
  noticePeriodDays: TypedField,
  expectedSalary: TypedField,
  industries: ChosenField,
  languages: LanguagesField,
  shiftPreference: ChosenField,
  hasLaptopAndInternet: ChosenField,
  linkedinUrl: TypedField,
};

/** One field of the candidate's details, wherever it is asked for. */
export function FieldInput(props: RegistrationFieldProps) {
  const Input = props.field === 'resume' || props.field === 'currency' ? null : inputs[props.field];
  return Input && <Input {...props} />;
}
