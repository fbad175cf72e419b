import type { Failure } from '#lib/stores/core/failure.ts';

interface FailureAlertProps {
  failure: Failure | null;
  /** The page to return to after logging in again. */
  next?: string;
}

/** The reason of a failure, announced when it appears; after the session has ended, with a link to log in. */
export function FailureAlert({ failure, next = '/account/' }: FailureAlertProps) {
  return (
    <div role="alert">
      {failure && (
        <p className="field-error">
          {failure.message}{' '}
          {failure.needsLogin && (
            <a
              className="link"
              href={`?auth=login&product=moonshot&next=${encodeURIComponent(next)}`}
              data-auth-intent="LOGIN"
              data-auth-product="moonshot"
              data-auth-next={next}
            >
              Log in
            </a>
          )}
        </p>
      )}
    </div>
  );
}
