import { useStore } from '@nanostores/react';
import type { AutosaveState } from '#lib/stores/core/autosave.ts';
import { announcementAt, formatClock } from '#lib/stores/enrolment/test-clock.ts';
import type { TestSession } from '#lib/stores/enrolment/test-session.ts';
import { LogInLink } from '../ui/FailureAlert.tsx';

/** Shows the time that is left and what is saved. It stays in view. */
export function TestBar({ session }: { session: TestSession }) {
  const secondsLeft = useStore(session.clock.$secondsLeft);
  const state = useStore(session.autosave.$state);
  const unsavedCount = useStore(session.$unsavedCount);
  const isWaiting = state.kind === 'offline' || state.kind === 'failed' || state.kind === 'signed-out';
  return (
    <div className="test-bar">
      <p className="test-clock" data-late={secondsLeft <= 300 || undefined}>
        <span aria-hidden="true">{formatClock(secondsLeft)}</span>
        <span className="sr-only">{Math.ceil(secondsLeft / 60)} minutes left</span>
      </p>
      <p className="test-saved" role="status" data-waiting={isWaiting || undefined}>
        {saveText(state, unsavedCount)} {state.kind === 'signed-out' && <LogInLink />}
      </p>
      <p className="sr-only" role="alert">
        {announcementAt(secondsLeft)}
      </p>
    </div>
  );
}

/** Says what is saved. Only the server's answer makes an answer saved. */
function saveText({ kind }: AutosaveState, unsavedCount: number): string {
  const answers = unsavedCount === 1 ? '1 answer' : `${unsavedCount} answers`;
  switch (kind) {
    case 'offline':
      return unsavedCount > 0
        ? `You are offline. ${answers} not saved yet. We save when you are online. The time goes on.`
        : 'You are offline. All answers so far are saved. The time goes on.';
    case 'failed':
      return `${answers} not saved yet. We try again.`;
    case 'signed-out':
      return `${answers} not saved yet. You are logged out. Log in: we save and you continue here.`;
    case 'saved':
      return 'All answers saved';
    default:
      return 'Saving …';
  }
}
