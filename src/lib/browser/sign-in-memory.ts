import type { Product } from '#lib/domain/account/profiles.ts';
import type { AuthFlow, AuthFollowUp } from '#lib/domain/auth/auth-flow.ts';
import type { Properties } from './analytics.ts';
import type { InterruptedAction } from './interrupted-action.ts';

/** Where a sign-in stands, so that a reloaded page, or one that the phone put away, goes on. Never the code itself. */
export interface SignInUnderWay {
  flow: AuthFlow;
  /** What was typed, the code left out. */
  values: Record<string, string>;
  options: {
    product?: Product;
    employerName?: string;
    tracking?: Properties;
    interrupted?: InterruptedAction;
    followUp?: AuthFollowUp;
  };
}

const key = 'liftoff:sign-in';

/** Twice the life of a code: later than that, a modal that opens by itself would only surprise. */
const keptMilliseconds = 600_000;

export function rememberSignIn(signIn: SignInUnderWay): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...signIn, path: location.pathname, savedAt: Date.now() }));
  } catch {
    // Storage may be full or forbidden; then a reload has to begin again.
  }
}

export function forgetSignIn(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** The one of this tab and this page, or null. */
export function findSignIn(): SignInUnderWay | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (saved && Date.now() - saved.savedAt >= keptMilliseconds) forgetSignIn();
    else if (saved?.path === location.pathname) return saved;
    return null;
  } catch {
    return null;
  }
}
