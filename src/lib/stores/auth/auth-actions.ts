import { type InterruptedAction, resumeInterruptedAction } from '#lib/browser/interrupted-action.ts';
import {
  isAlreadySignedIn,
  needsLogin,
  requestPurpose,
  requestsOtpOnEntry,
  verifyPurpose,
} from '#lib/domain/auth/auth-flow.ts';
import type { DeliveryMedium } from '#lib/domain/auth/otp-policy.ts';
import { $user, type User } from '#lib/stores/account/user.ts';
import * as authApi from './auth-api.ts';
import {
  authForm,
  getAuthUser,
  getPhoneInput,
  isOwnPhone,
  parsePhoneOption,
  setPhoneInput,
  validateBeforeOtp,
} from './auth-form.ts';
import {
  $authFlow,
  $authModal,
  type AuthModalOptions,
  closeAuthModal,
  dispatchAuth,
  getOpenOptions,
  showAuthModal,
  stopCountdowns,
  trackAuth,
} from './auth-state.ts';
import { revertPhoneChange } from './phone-change.ts';

/** Opens the modal, or does at once what it would end with. A visitor logs in first. [AUTH-02 to AUTH-04, USER-07] */
export function openAuth(options: AuthModalOptions): void {
  const user = $user.get();
  if (isAlreadySignedIn(options.intent, user)) continueAfterAuth(options, {});
  else if (!user && needsLogin(options.intent))
    openAuth({ ...options, intent: 'LOGIN', followUp: { intent: options.intent } });
  else startAuth(options, user);
}

function startAuth(options: AuthModalOptions, user: User | null): void {
  showAuthModal(options);
  authApi.cancelAuthRequests();
  dispatchAuth({ type: 'STARTED', intent: options.intent, user });
  const { intent } = $authFlow.get();
  const own = user ? { phone: user.phone, countryIsoCode: user.countryIsoCode } : {};
  authForm.reset(
    parsePhoneOption(needsLogin(intent) ? { ...options.payload, ...own } : { ...own, ...options.payload }),
  );
  if (!requestsOtpOnEntry(intent)) return;
  if (authForm.isFieldValid('phone')) void authApi.requestOtp(requestPurpose(intent));
  // Without a valid number an OTP cannot be sent, so the modal starts with the number.
  else dispatchAuth({ type: 'PHONE_EDITED', user });
}

/** [AUTH-22] */
export function closeAuth(): void {
  stopCountdowns();
  authApi.cancelAuthRequests();
  closeAuthModal();
  revertPhoneChange();
}

/** [AUTH-05] */
export function submitPhone(): Promise<void> {
  return authForm.submit(async () => {
    if (!validateBeforeOtp(['phone'])) return;
    const response = await authApi.checkUserExists();
    if (!response) return;
    if (response.userExists) await authApi.requestOtp('LOGIN');
    else dispatchAuth({ type: 'USER_NOT_FOUND' });
  });
}

/** The details that the server has registered: pressing the button again only requests the OTP again. */
let registeredDetails = '';

/** [AUTH-06] */
export function submitDetails(): Promise<void> {
  return authForm.submit(async () => {
    if (!validateBeforeOtp(['firstName', 'lastName', 'email'])) return;
    if (!authForm.isFieldValid('phone')) return askForPhone();
    const { opening } = $authModal.get();
    const details = JSON.stringify({ ...authForm.$values.get(), otp: '', opening });
    if (registeredDetails !== details) {
      if (!(await authApi.register())) {
        const phoneError = authApi.getRegisterPhoneError();
        if (phoneError) askForPhone(phoneError);
        return;
      }
      registeredDetails = details;
    }
    await authApi.requestOtp('PHONE_VERIFICATION');
  });
}

/** DIRECT_SIGN_UP may start without a number, or with an invalid one. */
function askForPhone(error?: string): void {
  dispatchAuth({ type: 'PHONE_EDITED', user: getAuthUser() });
  if (error) authForm.setErrors({ phone: error });
  else authForm.validate(['phone']);
}

/** [AUTH-07] */
export function submitPhoneChange(): Promise<void> {
  return authForm.submit(async () => {
    if (!authForm.validate(['phone'])) return;
    // The person's own unverified number needs no change, only an OTP.
    const isChanged = !($user.get()?.isPhoneVerified === false && isOwnPhone());
    if (isChanged && !(await authApi.changePhone()))
      return authApi.needsRecentLogin() ? logInBeforePhoneChange() : undefined;
    await authApi.requestOtp('PHONE_VERIFICATION');
  });
}

/** An OTP to the current number confirms who it is, then the change continues. [C-23] */
function logInBeforePhoneChange(): void {
  const user = $user.get();
  openAuth({
    ...getOpenOptions(),
    intent: 'REQUEST_LOGIN_OTP',
    payload: user ? { phone: user.phone, countryIsoCode: user.countryIsoCode } : {},
    followUp: { intent: 'CHANGE_PHONE', phoneInput: getPhoneInput() },
  });
}

/** Sets the code, and submits it with the sixth digit. While a code is being checked it does not change. [AUTH-19] */
export function enterOtp(typed: string): void {
  if (authForm.$isSubmitting.get()) return;
  const { otp: before } = authForm.$values.get();
  authForm.change('otp', typed);
  const { otp } = authForm.$values.get();
  if (otp !== before && authForm.isFieldValid('otp')) void submitOtp();
}

/** Checks the OTP; afterwards the person is signed in, or has to verify their number first. [AUTH-03, AUTH-08] */
export function submitOtp(): Promise<void> {
  return authForm.submit(async () => {
    if (!authForm.validate(['otp'])) return;
    await authApi.waitForOtpRequest();
    if (!authForm.validate(['otp'])) return;
    if (!findOtpId()) return authForm.setErrors({ otp: 'Please request a new OTP' });
    const response = await authApi.verifyOtp(verifyPurpose($authFlow.get().intent, getAuthUser()));
    if (!response) return;
    const user = $user.get();
    if (user?.isPhoneVerified) return complete(response);
    if (!user) return;
    authForm.reset({ phone: user.phone, countryIsoCode: user.countryIsoCode });
    dispatchAuth({ type: 'STARTED', intent: 'VERIFY_PHONE', user });
    await authApi.requestOtp('PHONE_VERIFICATION');
  });
}

/** Returns this step's OTP, or one that was requested before the modal was closed and opened again. */
function findOtpId(): string | null {
  const { otpId, intent, resendAt } = $authFlow.get();
  const sentOtpId = otpId ? null : authApi.findSentOtp(requestPurpose(intent));
  if (sentOtpId) dispatchAuth({ type: 'OTP_REUSED', otpId: sentOtpId, resendAt });
  return otpId ?? sentOtpId;
}

/** Continues, then closes the modal unless what follows has opened it again. [AUTH-08] */
function complete(response: object): void {
  const modal = $authModal.get();
  try {
    if (modal.followUp) {
      const { followUp: _, ...options } = getOpenOptions();
      openAuth({ ...options, intent: modal.followUp.intent });
      if (modal.followUp.phoneInput) {
        setPhoneInput(modal.followUp.phoneInput);
        void submitPhoneChange();
      }
    } else continueAfterAuth(modal, response);
  } finally {
    if ($authModal.get().opening === modal.opening) closeAuth();
    trackAuth('auth completion success', {}, modal);
  }
}

/** Runs the success callback, then what the person was about to do. */
function continueAfterAuth(
  { callbacks, interrupted }: Pick<AuthModalOptions, 'callbacks'> & { interrupted?: InterruptedAction },
  response: object,
): void {
  callbacks?.otpVerify?.onSuccess?.(response);
  if (interrupted) resumeInterruptedAction(interrupted);
}

/** [AUTH-09, AUTH-14] */
export async function resendOtp(medium: DeliveryMedium = 'SMS'): Promise<void> {
  await authApi.requestOtp(requestPurpose($authFlow.get().intent), true, medium);
}

/** Returns to the number, unless a call is pending: its response may sign the person in. [AUTH-10] */
export function editPhone(): void {
  if (authForm.$isSubmitting.get()) return;
  authApi.cancelAuthRequests();
  authForm.change('otp', '');
  authForm.setErrors({});
  dispatchAuth({ type: 'PHONE_EDITED', user: getAuthUser() });
}

/** [AUTH-11] */
export function chooseSignUp(): void {
  authApi.cancelAuthRequests();
  authForm.reset();
  dispatchAuth({ type: 'SIGN_UP_CHOSEN' });
}

/** [AUTH-12] */
export async function cancelPhoneChange(): Promise<void> {
  const user = $user.get();
  if (!user || authForm.$isSubmitting.get()) return;
  authApi.cancelAuthRequests();
  authForm.change('countryIsoCode', user.countryIsoCode);
  authForm.change('phone', user.phone);
  dispatchAuth({ type: 'CHANGE_CANCELLED' });
  await authApi.requestOtp(requestPurpose($authFlow.get().intent));
}

/** Completes the open modal when the person has signed in elsewhere, for example in another tab. */
export function completeIfSignedIn(): void {
  const { isOpen, intent } = $authModal.get();
  if (isOpen && isAlreadySignedIn(intent, $user.get())) complete({});
}
