import { useStore } from '@nanostores/react';
import { formatRetryText } from '#lib/domain/auth/auth-texts.ts';
import { authForm } from '#lib/stores/auth/auth-form.ts';
import { $retryErrors, $secondsUntilRetry } from '#lib/stores/auth/auth-state.ts';

/** Says when a locked or rate-limited person may try again, while the rejected input is unchanged. */
export function TryAgain() {
  const seconds = useStore($secondsUntilRetry);
  const errors = useStore(authForm.$errors);
  const isRejected = useStore($retryErrors) === errors;
  return (
    <div role="status">
      {isRejected && seconds > 0 && <p className="auth-notice">{formatRetryText(seconds, new Date())}</p>}
    </div>
  );
}
