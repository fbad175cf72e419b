interface FailureAlertProps {
  failure: { message: string; needsLogin?: boolean } | null;
  /** The page to open after the person has logged in again; without it they stay on this one. */
  next?: string;
}

/** The reason of a failure, announced when it appears. After the session has ended, it has a link to log in. */
export function FailureAlert({ failure, next }: FailureAlertProps) {
  return (
    <div role="alert">
      {failure && (
        <p className="field-error">
          {failure.message} {failure.needsLogin && <LogInLink next={next} />}
        </p>
      )}
    </div>
  );
}

interface LogInLinkProps {
  className?: string;
  next?: string | undefined;
}

/** Opens the login modal. Without JavaScript the page loads again with the modal open. */
export function LogInLink({ className = 'link', next }: LogInLinkProps) {
  return (
    <a
      className={className}
      href={`?auth=login${next ? `&next=${encodeURIComponent(next)}` : ''}`}
      data-auth-intent="LOGIN"
      data-auth-next={next ?? ''}
    >
      Log in
    </a>
  );
}
