import type { Failure } from '../../lib/stores/failure.ts';

/** Why something was not done, announced when it comes, and the way on after a session has ended. */
export function Trouble({ failure }: { failure: Failure | null }) {
  return (
    <div role="alert">
      {failure && (
        <p className="field-error">
          {failure.message}{' '}
          {failure.needsLogin && (
            <a
              className="link"
              href="?auth=login&product=moonshot&next=%2Faccount%2F"
              data-auth-intent="LOGIN"
              data-auth-product="moonshot"
              data-auth-next="/account/"
            >
              Log in
            </a>
          )}
        </p>
      )}
    </div>
  );
}
