import type { Failure } from '#lib/stores/core/failure.ts';

/** Why something was not done, and the way on after a session has ended; the page stays as it is. */
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

/** The opener takes the press; without it the page loads again and asks. */
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
