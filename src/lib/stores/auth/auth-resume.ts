import { clearPendingSignIn, type PendingSignIn } from '#lib/browser/pending-sign-in.ts';
import { canResume, needsUser } from '#lib/domain/auth/auth-flow.ts';
import { $user } from '#lib/stores/account/user.ts';
import { openAuth } from './auth-actions.ts';
import * as authApi from './auth-api.ts';
import { authForm, getPhoneInput } from './auth-form.ts';
import {
  $authFlow,
  $authModal,
  type AuthModalOptions,
  dispatchAuth,
  getOpenOptions,
  showAuthModal,
} from './auth-state.ts';

/** Starts to reopen the modal for a log-in, with the reason, whenever its person is signed out. */
export function reopenOnSignOut(): void {
  $user.listen((user) => {
    if (user || !$authModal.get().isOpen || !needsUser($authFlow.get())) return;
    const message = Object.values(authForm.$errors.get())[0];
    openAuth({ ...getOpenOptions(), payload: getPhoneInput() });
    authForm.setErrors({}, message ?? 'Your session has ended. Please log in again.');
  });
}

/**
 * Restores the modal with its countdown after a reload if the same person is signed in; otherwise starts from the
 * beginning. [AUTH-13]
 */
export function resumeAuth({ flow, values, options }: PendingSignIn): void {
  const { phone = '', countryIsoCode = 'IN' } = values;
  const opening = { ...options, intent: flow.intent, payload: { phone, countryIsoCode } } as AuthModalOptions;
  if (!canResume(flow, $user.get())) {
    clearPendingSignIn();
    openAuth(opening);
    return;
  }
  showAuthModal({ ...opening, intent: flow.initialIntent });
  authApi.cancelAuthRequests();
  authForm.reset(values);
  dispatchAuth({ type: 'RESUMED', flow });
}
