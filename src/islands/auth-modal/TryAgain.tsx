import { useStore } from '@nanostores/react';
import { tryAgainText } from '#lib/domain/auth/auth-texts.ts';
import { $heldErrors, $secondsUntilTryAgain } from '#lib/stores/auth/auth-flow.ts';
import { authForm } from '#lib/stores/auth/auth-form.ts';

/** A locked or limited person reads when they may try again, for as long as what they sent stands refused. */
export function TryAgain() {
  const seconds = useStore($secondsUntilTryAgain);
  const errors = useStore(authForm.$errors);
  const isRefused = useStore($heldErrors) === errors;
  return (
    <div role="status">
      {isRefused && seconds > 0 && <p className="auth-notice">{tryAgainText(seconds, new Date())}</p>}
    </div>
  );
}
