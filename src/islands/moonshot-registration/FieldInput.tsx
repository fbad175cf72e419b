import type { ComponentType } from 'react';
import type { RegistrationField } from '#lib/domain/hiring/registration/registration.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { ExperienceField } from './ExperienceField.tsx';
import { LanguagesField } from './LanguagesField.tsx';
import { PlaceField } from './PlaceField.tsx';
import { ResidenceField } from './ResidenceField.tsx';
import type { RegistrationFieldProps } from './registration-field.tsx';
import { TextEntryField } from './TextEntryField.tsx';

/** `SectionFields` renders the résumé. The currency follows the salary, and the place with jobs the residence. */
const fieldsWithoutInput = ['resume', 'currency', 'currentLocationId'] as const;
const inputs: Record<
  Exclude<RegistrationField, (typeof fieldsWithoutInput)[number]>,
  ComponentType<RegistrationFieldProps>
> = {
  residence: ResidenceField,
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
  const Input = inputs[props.field as keyof typeof inputs] as
    | ComponentType<RegistrationFieldProps>
    | undefined;
  return Input ? <Input {...props} /> : null;
}
