import { useStore } from '@nanostores/react';
import { offersCall } from '#lib/domain/auth/auth-flow.ts';
import { resendText } from '#lib/domain/auth/auth-texts.ts';
import { resendOtp } from '#lib/stores/auth/auth-actions.ts';
import { $authFlow, $secondsUntilResend } from '#lib/stores/auth/auth-flow.ts';
import { authForm } from '#lib/stores/auth/auth-form.ts';
import { otpRequest } from '#lib/stores/auth/auth-requests.ts';
import { LinkButton } from './LinkButton.tsx';

/** AUTH-09, AUTH-13, AUTH-14 */
export function ResendOtp() {
  const flow = useStore($authFlow);
  const seconds = useStore($secondsUntilResend);
  const isPending = useStore(otpRequest.$state).status === 'pending';
  const { countryIsoCode } = useStore(authForm.$values);
  return (
    <div className="auth-after">
      <p>
        Did not receive the OTP?{' '}
        {seconds > 0 ? (
          <span className="auth-countdown">{resendText(seconds)}</span>
        ) : (
          <LinkButton isDisabled={isPending} onPress={() => void resendOtp()}>
            {isPending ? 'Sending…' : 'Resend'}
          </LinkButton>
        )}
        {offersCall(flow, countryIsoCode, isPending) && (
          <>
            {' or '}
            <LinkButton isDisabled={seconds > 0} onPress={() => void resendOtp('VOICE_CALL')}>
              Request Call
            </LinkButton>
          </>
        )}
      </p>
      <p role="status" className="auth-status">
        {flow.otpResendCount > 0 && !isPending && 'A new OTP is on its way. Use the latest one.'}
      </p>
    </div>
  );
}
