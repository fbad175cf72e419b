import { ApiError } from '../client/api-error.ts';
import {
  isSettled,
  needsLogin,
  requestPurpose,
  requestsOtpOnEntry,
  verifyPurpose,
} from '../domain/auth-flow.ts';
import { $authFlow, dispatchAuth, stopCountdown } from './auth-flow.ts';
import { authForm, typePhone } from './auth-form.ts';
import { $authModal, type AuthModalOptions, closeAuthModal, showAuthModal, trackAuth } from './auth-modal.ts';
import {
  changePhone,
  checkExistence,
  type DeliveryMedium,
  phoneChangeRequest,
  register,
  requestOtp,
  resetAuthRequests,
  verifyOtp,
} from './auth-requests.ts';
import { $user, type User } from './user.ts';

/** What register was last answered for, so that a repeated press only asks for the OTP again. */
let registeredAs = '';

/** AUTH-02 to AUTH-04 */
export function openAuth(options: AuthModalOptions): void {
  const person = $user.get();
  if (isSettled(options.intent, person)) options.callbacks?.otpVerify?.onSuccess?.({});
  else if (!person && needsLogin(options.intent)) openAuth(loginFirst(options));
  else startAuth(options, person);
}

function startAuth(options: AuthModalOptions, person: User | null): void {
  showAuthModal(options);
  resetAuthRequests();
  registeredAs = '';
  dispatchAuth({ type: 'STARTED', intent: options.intent, person });
  const { intent } = $authFlow.get();
  const own = person ? { phone: person.phone, countryIsoCode: person.countryIsoCode } : {};
  authForm.reset(needsLogin(intent) ? { ...options.payload, ...own } : { ...own, ...options.payload });
  if (requestsOtpOnEntry(intent)) void requestOtp(requestPurpose(intent));
}

/** USER-07: the person signs in, then does what they came for. */
function loginFirst(options: AuthModalOptions): AuthModalOptions {
  return { ...options, intent: 'LOGIN', callbacks: { otpVerify: { onSuccess: () => openAuth(options) } } };
}

export function closeAuth(): void {
  stopCountdown();
  closeAuthModal();
}

/** AUTH-05 */
export function submitPhone(): Promise<void> {
  return authForm.submit(async () => {
    if (!authForm.validate(['phone'])) return;
    const answer = await checkExistence();
    if (!answer) return;
    dispatchAuth({ type: 'EXISTENCE_CHECKED', userExists: answer.userExists });
    if (answer.userExists) await requestOtp('LOGIN');
  });
}

/** AUTH-06 */
export function submitDetails(): Promise<void> {
  return authForm.submit(async () => {
    if (!authForm.validate(['firstName', 'lastName', 'email'])) return;
    const details = JSON.stringify({ ...authForm.$values.get(), otp: '' });
    if (registeredAs !== details) {
      if (!(await register())) return;
      registeredAs = details;
    }
    await requestOtp('PHONE_VERIFICATION');
  });
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
  const { isOpen: _, opening: __, initialIntent: ___, ...options } = $authModal.get();
  const { countryIsoCode, phone } = authForm.$values.get();
  const goOn = () => {
    openAuth(options);
    typePhone({ countryIsoCode, phone });
    void submitPhoneChange();
  };
  openAuth({
    ...options,
    intent: 'REQUEST_LOGIN_OTP',
    payload: user ? { phone: user.phone, countryIsoCode: user.countryIsoCode } : {},
    callbacks: { otpVerify: { onSuccess: goOn } },
  });
}

/** AUTH-08 */
export function submitOtp(): Promise<void> {
  return authForm.submit(async () => {
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
    modal.callbacks?.otpVerify?.onSuccess?.(answer);
  } finally {
    if ($authModal.get().opening === modal.opening) closeAuth();
    trackAuth('auth completion success', {}, modal);
  }
}

/** AUTH-09, AUTH-14 */
export async function resendOtp(medium: DeliveryMedium = 'SMS'): Promise<void> {
  await requestOtp(requestPurpose($authFlow.get().intent), true, medium);
}

/** AUTH-10 */
export function editPhone(): void {
  authForm.change('otp', '');
  authForm.setErrors({});
  dispatchAuth({ type: 'PHONE_EDITED', person: $user.get() });
}

/** AUTH-11 */
export function chooseSignUp(): void {
  authForm.reset();
  dispatchAuth({ type: 'SIGN_UP_CHOSEN' });
}

/** AUTH-12 */
export async function cancelPhoneChange(): Promise<void> {
  const user = $user.get();
  if (!user) return;
  authForm.change('countryIsoCode', user.countryIsoCode);
  authForm.change('phone', user.phone);
  dispatchAuth({ type: 'CHANGE_CANCELLED' });
  await requestOtp(requestPurpose($authFlow.get().intent));
}
