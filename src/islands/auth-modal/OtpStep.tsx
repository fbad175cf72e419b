import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { editPhone, enterOtp, submitOtp } from '#lib/stores/auth/auth-actions.ts';
import { authForm } from '#lib/stores/auth/auth-form.ts';
import { $authFlow } from '#lib/stores/auth/auth-state.ts';
import { Field } from '../ui/Field.tsx';
import { OtpInput } from '../ui/OtpInput.tsx';
import { LinkButton } from './LinkButton.tsx';
import { ResendOtp } from './ResendOtp.tsx';
import { StepForm, subtitleId } from './StepForm.tsx';

const hintId = 'auth-otp-hint';

/** The step with the OTP field. [AUTH-08, AUTH-10, AUTH-15, AUTH-17, AUTH-19] */
export function OtpStep() {
  const { otp } = useStore(authForm.$values);
  const errors = useStore(authForm.$errors);
  const isSubmitting = useStore(authForm.$isSubmitting);
  const valueErrors = useStore(authForm.$valueErrors);
  const { otpId } = useStore($authFlow);
  const field = useRef<HTMLDivElement>(null);
  // After a resend the pressed button is gone, so the focus moves to the OTP field.
  useEffect(() => {
    if (otpId) field.current?.querySelector('input')?.focus();
  }, [otpId]);
  const edit = (
    <LinkButton isDisabled={isSubmitting} onPress={editPhone}>
      Edit
    </LinkButton>
  );
  return (
    <StepForm
      onSubmit={submitOtp}
      isDisabled={!authForm.isFieldValid('otp') || Boolean(valueErrors.otp)}
      subtitleAction={edit}
      after={<ResendOtp />}
    >
      <div ref={field}>
        <Field label="Enter OTP to continue" describedBy={`${hintId} ${subtitleId}`} error={errors.otp}>
          {(control) => (
            <OtpInput {...control} value={otp} onValue={enterOtp} onBlur={() => authForm.blur('otp')} />
          )}
        </Field>
        <p id={hintId} className="sr-only">
          The sixth digit sends the OTP.
        </p>
      </div>
    </StepForm>
  );
}
