import { finishInterrupted } from '../browser/interrupted-action.ts';
import { ApiError } from '../client/api-error.ts';
import {
  isSettled,
  needsLogin,
  requestPurpose,
  requestsOtpOnEntry,
  verifyPurpose,
} from '../domain/auth-flow.ts';
import type { DeliveryMedium } from '../domain/otp-policy.ts';
import { $authFlow, dispatchAuth, stopCountdowns } from './auth-flow.ts';
import { authForm, typePhone } from './auth-form.ts';
import {
  $authModal,
  type AuthModalOptions,
  closeAuthModal,
  openedWith,
  showAuthModal,
  trackAuth,
} from './auth-modal.ts';
import {
  changePhone,
  checkExistence,
  dropAuthRequests,
  otpRequestSettled,
  phoneChangeRequest,
  register,
  requestOtp,
  verifyOtp,
} from './auth-requests.ts';
import { $user, reloadUser, type User } from './user.ts';

/** What register was last answered for, so that a repeated press only asks for the OTP again. */
let registeredAs = '';

/** AUTH-02 to AUTH-04 */
export function openAuth(options: AuthModalOptions): void {
  const person = $user.get();
  if (isSettled(options.intent, person)) goOn(options, {});
  else if (!person && needsLogin(options.intent)) openAuth(loginFirst(options));
  else startAuth(options, person);
}

function startAuth(options: AuthModalOptions, person: User | null): void {
  showAuthModal(options);
  dropAuthRequests();
  registeredAs = '';
  dispatchAuth({ type: 'STARTED', intent: options.intent, person });
  const { intent } = $authFlow.get();
  const own = person ? { phone: person.phone, countryIsoCode: person.countryIsoCode } : {};
  authForm.reset(needsLogin(intent) ? { ...options.payload, ...own } : { ...own, ...options.payload });
  if (requestsOtpOnEntry(intent)) void requestOtp(requestPurpose(intent));
}

/** USER-07: the person signs in, then does what they came for. */
function loginFirst(options: AuthModalOptions): AuthModalOptions {
  const { interrupted: _, ...login } = options;
  return { ...login, intent: 'LOGIN', callbacks: { otpVerify: { onSuccess: () => openAuth(options) } } };
}

/** AUTH-22. A change of number that was not proven is no change, so the person is asked for anew. */
export function closeAuth(): void {
  stopCountdowns();
  dropAuthRequests();
  closeAuthModal();
  if (isMidChange()) void reloadUser().catch(() => null);
}

/** C-23: until it is proven, `$user` shows the number asked for. */
function isMidChange(): boolean {
  return $authFlow.get().intent === 'CHANGE_PHONE' && $user.get()?.isPhoneVerified === false;
}

/** Whoever signed in meanwhile, in another tab, has nothing left to do here. */
export function settleAuth(): void {
  const { isOpen, intent } = $authModal.get();
  if (isOpen && isSettled(intent, $user.get())) complete({});
}

/** AUTH-05 */
export function submitPhone(): Promise<void> {
  return authForm.submit(async () => {
    if (!authForm.validate(['phone'])) return;
    const answer = await checkExistence();
    if (!answer) return;
    if (answer.userExists) await requestOtp('LOGIN');
    else dispatchAuth({ type: 'NOBODY_FOUND' });
  });
}

/** AUTH-06 */
export function submitDetails(): Promise<void> {
  return authForm.submit(async () => {
    if (!authForm.validate(['firstName', 'lastName', 'email'])) return;
    if (!authForm.passes('phone')) {
      askForPhone();
      return;
    }
    const details = JSON.stringify({ ...authForm.$values.get(), otp: '' });
    if (registeredAs !== details) {
      if (!(await register())) return;
      registeredAs = details;
    }
    await requestOtp('PHONE_VERIFICATION');
  });
}

/** DIRECT_SIGN_UP may have been opened without a number, or with one that is none. */
function askForPhone(): void {
  dispatchAuth({ type: 'PHONE_EDITED', person: $user.get() });
  authForm.validate(['phone']);
}

/** AUTH-07 */
export function submitPhoneChange(): Promise<void> {
  return authForm.submit(async () => {
    if (!authForm.validate(['phone'])) return;
    if (!isOwnUnprovenNumber() && !(await changePhone()))
      return isRefusedAsStale() ? confirmFirst() : undefined;
    await requestOtp('PHONE_VERIFICATION');
  });
}

/** Changed already, or edited and left as it was: there is nothing to change, only an OTP to ask for. */
function isOwnUnprovenNumber(): boolean {
  const user = $user.get();
  const { countryIsoCode, phone } = authForm.$values.get();
  return user?.isPhoneVerified === false && user.phone === phone && user.countryIsoCode === countryIsoCode;
}

function isRefusedAsStale(): boolean {
  const { error } = phoneChangeRequest.$state.get();
  return error instanceof ApiError && error.errorCode === 'REAUTH_REQUIRED';
}

/** C-23: some time after signing in, an OTP to the number they have confirms the person; then the change goes on. */
function confirmFirst(): void {
  const user = $user.get();
  const options = openedWith();
  const { countryIsoCode, phone } = authForm.$values.get();
  const goOn = () => {
    openAuth(options);
    typePhone({ countryIsoCode, phone });
    void submitPhoneChange();
  };
  const { interrupted: _, ...confirmation } = options;
  openAuth({
    ...confirmation,
    intent: 'REQUEST_LOGIN_OTP',
    payload: user ? { phone: user.phone, countryIsoCode: user.countryIsoCode } : {},
    callbacks: { otpVerify: { onSuccess: goOn } },
  });
}

/** AUTH-08 */
export function submitOtp(): Promise<void> {
  return authForm.submit(async () => {
    if (!authForm.validate(['otp'])) return;
    await otpRequestSettled();
    if (!authForm.validate(['otp'])) return;
    if (!$authFlow.get().otpId) return authForm.setErrors({ otp: 'Please request a new OTP' });
    const answer = await verifyOtp(verifyPurpose($authFlow.get().intent, $user.get()));
    if (!answer) return;
    if ($user.get()?.isPhoneVerified) complete(answer);
    else await forceVerification();
  });
}

/** AUTH-03 */
async function forceVerification(): Promise<void> {
  const user = $user.get();
  if (!user) return;
  authForm.reset({ phone: user.phone, countryIsoCode: user.countryIsoCode });
  dispatchAuth({ type: 'STARTED', intent: 'VERIFY_PHONE', person: user });
  await requestOtp('PHONE_VERIFICATION');
}

/** AUTH-08; the callback may have opened the modal for something else, which then stays. */
function complete(answer: object): void {
  const modal = $authModal.get();
  try {
    goOn(modal, answer);
  } finally {
    if ($authModal.get().opening === modal.opening) closeAuth();
    trackAuth('auth completion success', {}, modal);
  }
}

/** The success callback, then what the person was about to do when they were asked to sign in. */
function goOn(
  { callbacks, interrupted }: Pick<AuthModalOptions, 'callbacks' | 'interrupted'>,
  answer: object,
): void {
  callbacks?.otpVerify?.onSuccess?.(answer);
  if (interrupted) finishInterrupted(interrupted);
}

/** AUTH-09, AUTH-14 */
export async function resendOtp(medium: DeliveryMedium = 'SMS'): Promise<void> {
  await requestOtp(requestPurpose($authFlow.get().intent), true, medium);
}

/** AUTH-10. Not while an answer is awaited: it may be the one that signs the person in. */
export function editPhone(): void {
  if (authForm.$isSubmitting.get()) return;
  dropAuthRequests();
  authForm.change('otp', '');
  authForm.setErrors({});
  dispatchAuth({ type: 'PHONE_EDITED', person: $user.get() });
}

/** AUTH-11 */
export function chooseSignUp(): void {
  dropAuthRequests();
  authForm.reset();
  dispatchAuth({ type: 'SIGN_UP_CHOSEN' });
}

/** AUTH-12 */
export async function cancelPhoneChange(): Promise<void> {
  const user = $user.get();
  if (!user || authForm.$isSubmitting.get()) return;
  dropAuthRequests();
  authForm.change('countryIsoCode', user.countryIsoCode);
  authForm.change('phone', user.phone);
  dispatchAuth({ type: 'CHANGE_CANCELLED' });
  await requestOtp(requestPurpose($authFlow.get().intent));
}
