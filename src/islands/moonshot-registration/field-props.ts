import type { RegistrationField } from '#lib/domain/hiring/registration/registration.ts';
import type { Location, RegistrationStore } from '#lib/stores/hiring/registration.ts';

/** What every field of the form needs. */
export interface RegistrationFieldProps {
  store: RegistrationStore;
  field: RegistrationField;
  locations: readonly Location[];
}
