import { useStore } from '@nanostores/react';
import { replacesVerifiedPhone } from '#lib/domain/auth/auth-flow.ts';
import { cancelPhoneChange, submitPhoneChange } from '#lib/stores/auth/auth-actions.ts';
import { authForm } from '#lib/stores/auth/auth-form.ts';
import { $authFlow } from '#lib/stores/auth/auth-state.ts';
import { $userWithOwnPhone } from '#lib/stores/auth/phone-change.ts';
import { LinkButton } from './LinkButton.tsx';
import { PhoneField } from './PhoneField.tsx';
import { StepForm } from './StepForm.tsx';

/** The step on which a signed-in person changes their number. [AUTH-07, AUTH-12, AUTH-19] */
export function ChangePhoneStep() {
  const flow = useStore($authFlow);
  const user = useStore($userWithOwnPhone);
  const isSubmitting = useStore(authForm.$isSubmitting);
  const cancelLink = (
    <LinkButton isDisabled={isSubmitting} onPress={() => void cancelPhoneChange()}>
      Continue
    </LinkButton>
  );
  return (
    <StepForm onSubmit={submitPhoneChange} subtitleAction={!replacesVerifiedPhone(flow, user) && cancelLink}>
      <PhoneField />
    </StepForm>
  );
}
