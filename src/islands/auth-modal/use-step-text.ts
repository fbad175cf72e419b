import { useStore } from '@nanostores/react';
import { getStepText, productNames, type StepText } from '#lib/domain/auth/auth-texts.ts';
import { findCountry } from '#lib/domain/core/countries.ts';
import { authForm } from '#lib/stores/auth/auth-form.ts';
import { $authFlow, $shownAuthModal } from '#lib/stores/auth/auth-state.ts';
import { $userWithOwnPhone } from '#lib/stores/auth/phone-change.ts';

/** Returns the step's texts. The change-phone step names the person's own number, the others the one in the form. [AUTH-16 to AUTH-19] */
export function useStepText(): StepText {
  const flow = useStore($authFlow);
  const typed = useStore(authForm.$values);
  const user = useStore($userWithOwnPhone);
  const { product } = useStore($shownAuthModal);
  const { countryIsoCode, phone } = flow.activeStep === 'CHANGE_PHONE' && user ? user : typed;
  return getStepText(flow, {
    productName: product ? productNames[product] : 'Liftoff',
    callingCode: findCountry(countryIsoCode)?.callingCode ?? '',
    phone,
    isPhoneVerified: user?.isPhoneVerified ?? false,
  });
}
