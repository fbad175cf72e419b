import type { ComponentType } from 'react';
import type { RegistrationField } from '#lib/domain/hiring/registration/registration.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { ExperienceField } from './ExperienceField.tsx';
import { LanguagesField } from './LanguagesField.tsx';
import { PlaceField } from './PlaceField.tsx';
import type { RegistrationFieldProps } from './registration-field.tsx';
import { TextEntryField } from './TextEntryField.tsx';

/** `SectionFields` renders the résumé, and the currency follows the salary. */
const inputs: Record<
  Exclude<RegistrationField, 'resume' | 'currency'>,
  ComponentType<RegistrationFieldProps>
> = {
  currentLocationId: PlaceField,
  preferredLocationIds: PlaceField,
  willingToRelocate: ChoiceField,
  highestQualification: ChoiceField,
  degree: TextEntryField,
  college: TextEntryField,
  graduationYear: TextEntryField,
  totalExperienceMonths: ExperienceField,
  currentCompany: TextEntryField,
  currentRole: TextEntryField,
  noticePeriodDays: TextEntryField,
  expectedSalary: TextEntryField,
  industries: ChoiceField,
  languages: LanguagesField,
  shiftPreference: ChoiceField,
  hasLaptopAndInternet: ChoiceField,
  linkedinUrl: TextEntryField,
};

/** Renders one registration field, in the form and on a job's page. */
export function FieldInput(props: RegistrationFieldProps) {
  const Input = props.field === 'resume' || props.field === 'currency' ? null : inputs[props.field];
  return Input && <Input {...props} />;
}
