import { useStore } from '@nanostores/react';
import { authForm, setPhoneInput } from '#lib/stores/auth/auth-form.ts';
import { PhoneInput } from '../ui/PhoneInput.tsx';
import { subtitleId } from './StepForm.tsx';

/** The field for the mobile number. [AUTH-16, AUTH-19] */
export function PhoneField() {
  const { countryIsoCode, phone } = useStore(authForm.$values);
  const errors = useStore(authForm.$errors);
  return (
    <PhoneInput
      label="Enter your mobile number"
      describedBy={subtitleId}
      error={errors.phone ?? errors.countryIsoCode}
      countryIsoCode={countryIsoCode}
      phone={phone}
      onValue={setPhoneInput}
      onBlur={() => authForm.blur('phone')}
    />
  );
}
