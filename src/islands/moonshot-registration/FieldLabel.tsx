import type { RegistrationField } from '#lib/domain/hiring/registration/registration.ts';
import { fieldText } from '#lib/domain/hiring/registration/registration-text.ts';

export function FieldLabel({ field }: { field: RegistrationField }) {
  const { label, isOptional } = fieldText(field);
  return (
    <>
      {label} {isOptional && <span className="field-optional">(optional)</span>}
    </>
  );
}
