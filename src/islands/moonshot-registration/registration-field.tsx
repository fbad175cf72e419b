import type { RegistrationField } from '#lib/domain/hiring/registration/registration.ts';
import { fieldText } from '#lib/domain/hiring/registration/registration-text.ts';
import type { Location, RegistrationStore } from '#lib/stores/hiring/registration.ts';

/** Props of every registration field. */
export interface RegistrationFieldProps {
  store: RegistrationStore;
  field: RegistrationField;
  locations: readonly Location[];
}

/** The label of a registration field, marked where the field is optional. */
export function FieldLabel({ field }: { field: RegistrationField }) {
  const { label, isOptional } = fieldText(field);
  return (
    <>
      {label} {isOptional && <span className="field-optional">(optional)</span>}
    </>
  );
}
