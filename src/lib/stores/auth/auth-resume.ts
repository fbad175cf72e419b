import { forgetSignIn, rememberSignIn, type SignInUnderWay } from '#lib/browser/sign-in-memory.ts';
import { type AuthFlow, isSettled, type Person, requestPurpose } from '#lib/domain/auth/auth-flow.ts';
import { $user } from '#lib/stores/account/user.ts';
import { $authFlow, dispatchAuth } from './auth-flow.ts';
import { authForm } from './auth-form.ts';
import { $authModal, showAuthModal } from './auth-modal.ts';
import { openAuth } from './auth-open.ts';
import { dropAuthRequests } from './auth-requests.ts';

/** From now on, what the modal shows is there again after a reload. */
export function rememberAuth(): void {
  for (const store of [$authModal, $authFlow, authForm.$values]) store.listen(remember);
}

function remember(): void {
  const { isOpen, product, employerName, tracking, interrupted, followUp } = $authModal.get();
  const flow = $authFlow.get();
  if (!isOpen || !isWorthKeeping(flow)) {
    forgetSignIn();
    return;
  }
  const { otp: _, ...values } = authForm.$values.get();
  rememberSignIn({
    flow,
    values,
    options: {
      ...(product ? { product } : {}),
      ...(employerName ? { employerName } : {}),
      ...(tracking ? { tracking } : {}),
      ...(interrupted ? { interrupted } : {}),
      ...(followUp ? { followUp } : {}),
    },
  });
}

/** The steps that cost something to reach again: details that were typed, an OTP that was sent. */
function isWorthKeeping({ activeStep, otpId }: AuthFlow): boolean {
  return activeStep === 'DETAILS' || (activeStep === 'OTP_INPUT' && otpId !== null);
}

/** Goes on where the page was left, the countdown included (AUTH-13), as far as the person is still the same. */
export function resumeAuth({ flow, values, options }: SignInUnderWay): void {
  const person = $user.get();
  const { phone = '', countryIsoCode = 'IN' } = values;
  const opening = { ...options, intent: flow.intent, payload: { phone, countryIsoCode } };
  if (isSettled(flow.intent, person) || !fits(flow, person)) {
    forgetSignIn();
    openAuth(opening);
    return;
  }
  showAuthModal({ ...opening, intent: flow.initialIntent });
  dropAuthRequests();
  authForm.reset(values);
  dispatchAuth({ type: 'RESUMED', flow });
}

/** Who is at the details step has no account yet; a number is proven by the person it belongs to. */
function fits({ activeStep, intent }: AuthFlow, person: Person): boolean {
  if (activeStep === 'DETAILS') return person === null;
  return requestPurpose(intent) === 'LOGIN' || person !== null;
}
