import type { Product } from '#lib/domain/account/profiles.ts';
import type { AuthFlow, AuthFollowUp } from '#lib/domain/auth/auth-flow.ts';
import type { AuthTracking } from './event-queue.ts';
import type { InterruptedAction } from './interrupted-action.ts';

/** The state of a sign-in, for a page that is reloaded or that the phone unloaded. It never holds the OTP itself. */
export interface PendingSignIn {
  flow: AuthFlow;
  /** The values of the form without the OTP. */
  values: Record<string, string>;
  options: {
    product?: Product | undefined;
    tracking?: AuthTracking | undefined;
    interrupted?: InterruptedAction | undefined;
    followUp?: AuthFollowUp | undefined;
  };
}

const key = 'liftoff:sign-in';

/** Twice the lifetime of an OTP. After that, people would not expect the modal to open without a click. */
const lifetimeMilliseconds = 600_000;

export function savePendingSignIn(signIn: PendingSignIn): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...signIn, path: location.pathname, savedAt: Date.now() }));
  } catch {
    // Storage may be full or forbidden; then a reload starts from the beginning.
  }
}

export function clearPendingSignIn(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage may be forbidden; then nothing was saved.
  }
}

/** Returns the sign-in that was saved by this tab on this page, or null. */
export function findPendingSignIn(): PendingSignIn | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (saved && Date.now() - saved.savedAt >= lifetimeMilliseconds) clearPendingSignIn();
    else if (saved?.path === location.pathname) return saved;
    return null;
  } catch {
    return null;
  }
}
