import type { Failure } from '#lib/stores/core/failure.ts';

interface TroubleProps {
  failure: Failure | null;
  /** Where logging in again leads back to. */
  next?: string;
}

/** Why something was not done, announced when it comes, and the way on after a session has ended. */
export function Trouble({ failure, next = '/account/' }: TroubleProps) {
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
