import { useStore } from '@nanostores/react';
import { productNames, type StepText, stepText } from '../../lib/domain/auth-texts.ts';
import { findCountry } from '../../lib/domain/countries.ts';
import { $authFlow } from '../../lib/stores/auth-flow.ts';
import { authForm } from '../../lib/stores/auth-form.ts';
import { $shownAuthModal } from '../../lib/stores/auth-modal.ts';
import { $user } from '../../lib/stores/user.ts';

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
