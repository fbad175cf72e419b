import { useStore } from '@nanostores/react';
import { productNames, type StepText, stepText } from '#lib/domain/auth/auth-texts.ts';
import { findCountry } from '#lib/domain/core/countries.ts';
import { $user } from '#lib/stores/account/user.ts';
import { $authFlow } from '#lib/stores/auth/auth-flow.ts';
import { authForm } from '#lib/stores/auth/auth-form.ts';
import { $shownAuthModal } from '#lib/stores/auth/auth-modal.ts';

/** AUTH-16 to AUTH-19: on the change-phone step the number is the person's own, elsewhere the one being signed in. */
export function useStepText(): StepText {
  const flow = useStore($authFlow);
  const typed = useStore(authForm.$values);
  const user = useStore($user);
  const { product } = useStore($shownAuthModal);
  const { countryIsoCode, phone } = flow.activeStep === 'CHANGE_PHONE' && user ? user : typed;
  return stepText(flow, {
    productName: product ? productNames[product] : 'Liftoff',
    callingCode: findCountry(countryIsoCode)?.callingCode ?? '',
    phone,
  });
}
