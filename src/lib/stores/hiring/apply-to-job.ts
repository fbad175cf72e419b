import { hasSignedInHint } from '#lib/browser/user-event.ts';
import { api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import type { AuthIntent } from '#lib/domain/auth/auth-flow.ts';
import { invalidateUser } from '#lib/stores/account/user.ts';
import { failureOf } from '#lib/stores/core/failure.ts';
import { createRequest } from '#lib/stores/core/request.ts';

const applyRequest = createRequest((jobSlug: string) =>
  api('POST /api/v1/moonshot/jobs/{jobSlug}/apply/', { params: { jobSlug } }),
);

/** The parts of the page that applying needs: the sign-in modal, navigation and a place for messages. */
export interface ApplyPage {
  /** Opens the sign-in modal. The same button is pressed again afterwards. */
  signIn(intent: AuthIntent): void;
  navigate(path: string): void;
  showMessage(message: string): void;
  setBusy(isBusy: boolean): void;
}

/** Starts or continues an application. Asks to sign in or to verify the number first where that is missing. [API-41] */
export async function startApplication(jobSlug: string, page: ApplyPage): Promise<void> {
  const signIn = (intent: AuthIntent) => {
    // The page wrongly assumed a signed-in user. Without this reset the modal would not ask for a login.
    invalidateUser();
    page.signIn(intent);
  };
  // A visitor without a session is asked to sign in without a request to the server.
  if (!hasSignedInHint()) return signIn('SIGN_UP');
  page.setBusy(true);
  try {
    const application = await applyRequest.run(jobSlug);
    if (application) page.navigate(`/moonshot/applications/${application.id}/`);
  } catch (error) {
    page.setBusy(false);
    const intent = requiredIntent(error);
    if (intent) signIn(intent);
    else page.showMessage(failureOf(error, { isTyped: false }).message);
  }
}

function requiredIntent(error: unknown): AuthIntent | null {
  if (!(error instanceof ApiError)) return null;
  if (error.errorCode === 'PHONE_NOT_VERIFIED') return 'VERIFY_PHONE';
  return error.status === 401 ? 'LOGIN' : null;
}
