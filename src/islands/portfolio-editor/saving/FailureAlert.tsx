import type { Failure } from '#lib/stores/core/failure.ts';

/** Shows a failure, with a login link when the session has ended. */
export function FailureAlert({ failure }: { failure: Failure | null }) {
  return (
    <div role="alert">
      {failure && (
        <p className="field-error">
          {failure.message} {failure.needsLogin && <LogInLink />}
        </p>
      )}
    </div>
  );
}

/** Opens the login modal; without JavaScript the page reloads with the modal open. */
export function LogInLink({ className = 'link' }: { className?: string }) {
  return (
    <a
      className={className}
      href="?auth=login&product=moonshot"
      data-auth-intent="LOGIN"
      data-auth-product="moonshot"
      data-auth-next=""
    >
      Log in
    </a>
  );
}
