import { useStore } from '@nanostores/react';
import { canOfferCall } from '#lib/domain/auth/auth-flow.ts';
import { formatResendText } from '#lib/domain/auth/auth-texts.ts';
import { resendOtp } from '#lib/stores/auth/auth-actions.ts';
import { $otpRequestState } from '#lib/stores/auth/auth-api.ts';
import { authForm } from '#lib/stores/auth/auth-form.ts';
import { $authFlow, $secondsUntilResend } from '#lib/stores/auth/auth-state.ts';
import { LinkButton } from './LinkButton.tsx';

/** The countdown, the resend link and the offer of a phone call. [AUTH-09, AUTH-13, AUTH-14] */
export function ResendOtp() {
  const flow = useStore($authFlow);
  const seconds = useStore($secondsUntilResend);
  const isPending = useStore($otpRequestState).status === 'pending';
  const { countryIsoCode } = useStore(authForm.$values);
  return (
    <div className="auth-after">
      <p>
        Did not receive the OTP?{' '}
        {seconds > 0 ? (
          <span className="auth-countdown">{formatResendText(seconds)}</span>
        ) : (
          <LinkButton isDisabled={isPending} onPress={() => void resendOtp()}>
            {isPending ? 'Sending…' : 'Resend'}
          </LinkButton>
        )}
        {canOfferCall(flow, countryIsoCode, isPending) && (
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
