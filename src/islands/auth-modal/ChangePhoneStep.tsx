import { useStore } from '@nanostores/react';
import { cancelPhoneChange, submitPhoneChange } from '../../lib/stores/auth-actions.ts';
import { $authFlow } from '../../lib/stores/auth-flow.ts';
import { PhoneField } from './PhoneField.tsx';
import { StepForm } from './StepForm.tsx';

/** AUTH-07, AUTH-12, AUTH-19 */
export function ChangePhoneStep() {
  const { intent } = useStore($authFlow);
  const keep = (
    <button type="button" className="link auth-link" onClick={() => void cancelPhoneChange()}>
      Continue
    </button>
  );
  return (
    <StepForm onSubmit={submitPhoneChange} subtitleAction={intent !== 'CHANGE_PHONE' && keep}>
      <PhoneField />
    </StepForm>
  );
}
