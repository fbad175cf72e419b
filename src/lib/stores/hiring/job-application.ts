import { hasSignedInHint } from '#lib/browser/user-event.ts';
import { api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import type { AuthIntent } from '#lib/domain/auth/auth-flow.ts';
import { doubtUser } from '#lib/stores/account/user.ts';
import { failureOf } from '#lib/stores/core/failure.ts';
import { createRequest } from '#lib/stores/core/request.ts';

export const applyRequest = createRequest((jobSlug: string) =>
  api('POST /api/v1/moonshot/jobs/{jobSlug}/apply/', { params: { jobSlug } }),
);

/** What applying needs of the page: the modal, the address bar, and the place beside the button. */
export interface ApplyPage {
  /** Afterwards the same press is made again. */
  signIn(intent: AuthIntent): void;
  navigate(path: string): void;
  say(message: string): void;
  setBusy(isBusy: boolean): void;
}

/** API-41: starts the application, or goes on with it; signing in or verifying comes first where that is missing. */
export async function startApplication(jobSlug: string, page: ApplyPage): Promise<void> {
  const signIn = (intent: AuthIntent) => {
    // Whoever this page took for signed in is not: the modal asks anew, or it would have nothing to do.
    doubtUser();
    page.signIn(intent);
  };
  // A visitor needs no refusal by the server to be asked to sign in.
  if (!hasSignedInHint()) return signIn('SIGN_UP');
  page.setBusy(true);
  try {
    const application = await applyRequest.run(jobSlug);
    if (application) page.navigate(`/moonshot/applications/${application.id}/`);
  } catch (error) {
    page.setBusy(false);
    const intent = missingIntent(error);
    if (intent) signIn(intent);
    else page.say(failureOf(error, { isTyped: false }).message);
  }
}

function missingIntent(error: unknown): AuthIntent | null {
  if (!(error instanceof ApiError)) return null;
  if (error.errorCode === 'PHONE_NOT_VERIFIED') return 'VERIFY_PHONE';
  return error.status === 401 ? 'LOGIN' : null;
}
