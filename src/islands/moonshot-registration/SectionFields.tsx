import { useStore } from '@nanostores/react';
import {
  isAtLeast,
  type RegistrationField,
  registrationSections,
} from '#lib/domain/hiring/registration/registration.ts';
import type { Location, RegistrationStore } from '#lib/stores/hiring/registration.ts';
import { uploadFailure, uploadFile } from '#lib/stores/media/upload.ts';
import { ResumeField } from '../ui/ResumeField.tsx';
import { FieldInput } from './FieldInput.tsx';
import { FieldLabel } from './registration-field.tsx';

interface SectionFieldsProps {
  store: RegistrationStore;
  section: string;
  locations: readonly Location[];
}

/** The fields of one section, without those that do not apply to this candidate. */
export function SectionFields({ store, section, locations }: SectionFieldsProps) {
  const { highestQualification: qualification } = useStore(store.$values);
  const fields = Object.keys(
    registrationSections.find(({ key }) => key === section)?.fields ?? {},
  ) as RegistrationField[];
  const hasStudied = qualification !== null && isAtLeast(qualification, 'DIPLOMA');
  const isAsked = (field: RegistrationField) =>
    hasStudied || !['degree', 'college', 'graduationYear'].includes(field);

  return (
    <div className="registration-fields">
      {fields
        .filter(isAsked)
        .map((field) =>
          field === 'resume' ? (
            <Resume key={field} store={store} />
          ) : (
            <FieldInput key={field} store={store} field={field} locations={locations} />
          ),
        )}
    </div>
  );
}

function Resume({ store }: { store: RegistrationStore }) {
  const { resume: error } = useStore(store.$errors);
  return (
    <ResumeField
      id="resume"
      label={<FieldLabel field="resume" />}
      value={useStore(store.$resume)}
      error={error}
      upload={uploadFile}
      problemOf={(problem) => uploadFailure(problem, 'resume').message}
      onValue={store.changeResume}
      onRemove={() => store.changeResume(null)}
    />
  );
}
