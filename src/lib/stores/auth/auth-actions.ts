import { ApiError } from '#lib/client/api-error.ts';
import {
  type AuthFollowUp,
  isSettled,
  needsPerson,
  type Person,
  requestPurpose,
  verifyPurpose,
} from '#lib/domain/auth/auth-flow.ts';
import type { DeliveryMedium } from '#lib/domain/auth/otp-policy.ts';
import { $user } from '#lib/stores/account/user.ts';
import { $authFlow, dispatchAuth } from './auth-flow.ts';
import { authForm, typePhone } from './auth-form.ts';
import { $authModal, openedWith, trackAuth } from './auth-modal.ts';
import { closeAuth, goOn, openAuth } from './auth-open.ts';
import {
  changePhone,
  checkExistence,
  dropAuthRequests,
  findEarlierOtp,
  otpRequestSettled,
  phoneChangeRequest,
  register,
  registerRequest,
  requestOtp,
  verifyOtp,
} from './auth-requests.ts';

/** What register was last answered for, so that a repeated press only asks for the OTP again. */
let registeredAs = '';

/** From now on, a person who is signed out while the modal needs them is asked to log in, and reads why. */
export function followPerson(): void {
  $user.listen((person) => {
    if (person || !$authModal.get().isOpen || !needsPerson($authFlow.get())) return;
    const { phone, countryIsoCode } = authForm.$values.get();
    const said = Object.values(authForm.$errors.get())[0];
    openAuth({ ...openedWith(), payload: { phone, countryIsoCode } });
    authForm.setErrors({}, said ?? 'Your session has ended. Please log in again.');
  });
}

/** Whoever signed in meanwhile, in another tab, has nothing left to do here. */
export function settleAuth(): void {
  const { isOpen, intent } = $authModal.get();
  if (isOpen && isSettled(intent, $user.get())) complete({});
}

/** AUTH-05 */
export function submitPhone(): Promise<void> {
  return authForm.submit(async () => {
    if (!authForm.validate(['phone']) || !keepsCookies()) return;
    const answer = await checkExistence();
    if (!answer) return;
    if (answer.userExists) await requestOtp('LOGIN');
    else dispatchAuth({ type: 'NOBODY_FOUND' });
  });
}

/** Without cookies a right OTP would sign nobody in; that is said before an SMS is spent. */
function keepsCookies(): boolean {
  const isRefused = globalThis.navigator?.cookieEnabled === false;
  if (isRefused)
    authForm.setErrors(
      {},
      'Your browser refuses cookies, which keep you signed in. Allow them for this site and try again.',
    );
  return !isRefused;
}

/** AUTH-06 */
export function submitDetails(): Promise<void> {
  return authForm.submit(async () => {
    if (!authForm.validate(['firstName', 'lastName', 'email']) || !keepsCookies()) return;
    if (!authForm.passes('phone')) {
      askForPhone();
      return;
    }
    const { opening } = $authModal.get();
    const details = JSON.stringify({ ...authForm.$values.get(), otp: '', opening });
    if (registeredAs !== details) {
      if (!(await register())) {
        const refused = phoneRefusal();
        if (refused) askForPhone(refused);
        return;
      }
      registeredAs = details;
    }
    await requestOtp('PHONE_VERIFICATION');
  });
}

/** FORM-13: what the server has against the number, which this step does not show. */
function phoneRefusal(): string | null {
  const { error } = registerRequest.$state.get();
  if (!(error instanceof ApiError)) return null;
  return error.fieldErrors.phone ?? error.fieldErrors.countryIsoCode ?? null;
}

/** DIRECT_SIGN_UP may bring no number, or one that is none. */
function askForPhone(refused?: string): void {
  dispatchAuth({ type: 'PHONE_EDITED', person: personOfNumber() });
  if (refused) authForm.setErrors({ phone: refused });
  else authForm.validate(['phone']);
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
  return $user.get()?.isPhoneVerified === false && isOwnNumber();
}

/** Whether the number in the form is the person's own. */
function isOwnNumber(): boolean {
  const user = $user.get();
  const { countryIsoCode, phone } = authForm.$values.get();
  return user?.phone === phone && user.countryIsoCode === countryIsoCode;
}

function isRefusedAsStale(): boolean {
  const { error } = phoneChangeRequest.$state.get();
  return error instanceof ApiError && error.errorCode === 'REAUTH_REQUIRED';
}

/** C-23: some time after signing in, an OTP to the number they have confirms the person; then the change goes on. */
function confirmFirst(): void {
  const user = $user.get();
  const { countryIsoCode, phone } = authForm.$values.get();
  openAuth({
    ...openedWith(),
    intent: 'REQUEST_LOGIN_OTP',
    payload: user ? { phone: user.phone, countryIsoCode: user.countryIsoCode } : {},
    followUp: { intent: 'CHANGE_PHONE', typed: { countryIsoCode, phone } },
  });
}

/** AUTH-08 */
export function submitOtp(): Promise<void> {
  return authForm.submit(async () => {
    if (!authForm.validate(['otp'])) return;
    await otpRequestSettled();
    if (!authForm.validate(['otp'])) return;
    if (!findOtpId()) return authForm.setErrors({ otp: 'Please request a new OTP' });
    const answer = await verifyOtp(verifyPurpose($authFlow.get().intent, personOfNumber()));
    if (!answer) return;
    if ($user.get()?.isPhoneVerified) complete(answer);
    else await forceVerification();
  });
}

/** The one of this step; or of an earlier opening, whose answer came when nobody waited for it any more. */
function findOtpId(): string | null {
  const { otpId, intent, resendAt } = $authFlow.get();
  const earlier = otpId ? null : findEarlierOtp(requestPurpose(intent));
  if (earlier) dispatchAuth({ type: 'OTP_UNDER_WAY', otpId: earlier, resendAt });
  return otpId ?? earlier;
}

/** AUTH-03 */
async function forceVerification(): Promise<void> {
  const user = $user.get();
  if (!user) return;
  authForm.reset({ phone: user.phone, countryIsoCode: user.countryIsoCode });
  dispatchAuth({ type: 'STARTED', intent: 'VERIFY_PHONE', person: user });
  await requestOtp('PHONE_VERIFICATION');
}

/** AUTH-08; what comes next may have opened the modal for something else, which then stays. */
function complete(answer: object): void {
  const modal = $authModal.get();
  try {
    if (modal.followUp) follow(modal.followUp);
    else goOn(modal, answer);
  } finally {
    if ($authModal.get().opening === modal.opening) closeAuth();
    trackAuth('auth completion success', {}, modal);
  }
}

function follow({ intent, typed }: AuthFollowUp): void {
  const { followUp: _, ...options } = openedWith();
  openAuth({ ...options, intent });
  if (!typed) return;
  typePhone(typed);
  void submitPhoneChange();
}

/** Of whoever changes their number, what counts is the number asked for, which is not proven (C-23). */
function personOfNumber(): Person {
  const user = $user.get();
  if ($authFlow.get().intent !== 'CHANGE_PHONE') return user;
  return user && { isPhoneVerified: user.isPhoneVerified && isOwnNumber() };
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
  dispatchAuth({ type: 'PHONE_EDITED', person: personOfNumber() });
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
