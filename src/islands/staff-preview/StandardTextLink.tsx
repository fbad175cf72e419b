import { findTextHref } from '#lib/domain/hiring/applications/notification-kinds.ts';

interface StandardTextLinkProps {
  /** The action whose message is shown. */
  action: string;
}

/** Leads to the text that everybody gets about an action. Shows nothing for an action whose text cannot be changed. */
export function StandardTextLink({ action }: StandardTextLinkProps) {
  const href = findTextHref(action);
  if (!href) return null;
  return (
    <p className="staff-small">
      To say more this time, cancel and add a message.{' '}
      <a className="link" href={href} target="_blank" rel="noreferrer">
        See the standard text that everybody gets
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </p>
  );
}
