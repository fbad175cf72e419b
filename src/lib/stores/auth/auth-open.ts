import { finishInterrupted } from '#lib/browser/interrupted-action.ts';
import { isSettled, needsLogin, requestPurpose, requestsOtpOnEntry } from '#lib/domain/auth/auth-flow.ts';
import { defaultCountry, findCountry } from '#lib/domain/core/countries.ts';
import { readTypedPhone, type TypedPhone } from '#lib/domain/core/phone-input.ts';
import { $user, type User } from '#lib/stores/account/user.ts';
import { $authFlow, dispatchAuth, stopCountdowns } from './auth-flow.ts';
import { authForm } from './auth-form.ts';
import { type AuthModalOptions, closeAuthModal, showAuthModal } from './auth-modal.ts';
import { dropAuthRequests, requestOtp, undoPhoneChange } from './auth-requests.ts';

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
  dispatchAuth({ type: 'STARTED', intent: options.intent, person });
  const { intent } = $authFlow.get();
  const own = person ? { phone: person.phone, countryIsoCode: person.countryIsoCode } : {};
  authForm.reset(
    readNumber(needsLogin(intent) ? { ...options.payload, ...own } : { ...own, ...options.payload }),
  );
  if (!requestsOtpOnEntry(intent)) return;
  if (authForm.passes('phone')) void requestOtp(requestPurpose(intent));
  // No row tells of an OTP for a number that is missing or none: it is asked for first.
  else dispatchAuth({ type: 'PHONE_EDITED', person });
}

/** FORM-05: whoever opens the modal may write the number as people do, and a country that is none of ours. */
function readNumber({ phone, countryIsoCode }: Partial<TypedPhone>): Partial<TypedPhone> {
  const country = findCountry(countryIsoCode?.toUpperCase() ?? '') ?? defaultCountry;
  return readTypedPhone(phone ?? '', country.isoCode);
}

/** USER-07: the person signs in, then does what they came for. */
function loginFirst(options: AuthModalOptions): AuthModalOptions {
  return { ...options, intent: 'LOGIN', followUp: { intent: options.intent } };
}

/** AUTH-22 */
export function closeAuth(): void {
  stopCountdowns();
  dropAuthRequests();
  closeAuthModal();
  undoPhoneChange();
}

/** The success callback, then what the person was about to do when they were asked to sign in. */
export function goOn(
  { callbacks, interrupted }: Pick<AuthModalOptions, 'callbacks' | 'interrupted'>,
  answer: object,
): void {
  callbacks?.otpVerify?.onSuccess?.(answer);
  if (interrupted) finishInterrupted(interrupted);
}
