import { useStore } from '@nanostores/react';
import { chooseSignUp, submitPhone } from '#lib/stores/auth/auth-actions.ts';
import { $authFlow } from '#lib/stores/auth/auth-state.ts';
import { LinkButton } from './LinkButton.tsx';
import { PhoneField } from './PhoneField.tsx';
import { StepForm } from './StepForm.tsx';

/** The first step of logging in and signing up: the number. [AUTH-05, AUTH-11, AUTH-16] */
export function PhoneStep() {
  const { intent } = useStore($authFlow);
  const isSignUp = intent === 'SIGN_UP' || intent === 'DIRECT_SIGN_UP';
  const signUp = (
    <p className="auth-after">
      Don't have an account? <LinkButton onPress={chooseSignUp}>Sign Up</LinkButton>
    </p>
  );
  // Choosing Sign Up keeps the step but changes the intent: the new key focuses the field again.
  return (
    <StepForm key={intent} onSubmit={submitPhone} after={!isSignUp && signUp}>
      <PhoneField />
    </StepForm>
  );
}
