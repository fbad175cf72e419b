import type { RegistrationField } from '../../lib/domain/registration.ts';
import type { Location, RegistrationStore } from '../../lib/stores/registration.ts';

/** What every field of the form needs. */
export interface RegistrationFieldProps {
  store: RegistrationStore;
  field: RegistrationField;
  locations: readonly Location[];
}
