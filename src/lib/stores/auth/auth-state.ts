import { atom, computed } from 'nanostores';
import { type AuthTracking, type EventName, type EventProperties, track } from '#lib/browser/event-queue.ts';
import type { InterruptedAction } from '#lib/browser/interrupted-action.ts';
import type { Product } from '#lib/domain/account/profiles.ts';
import type { AuthCall } from '#lib/domain/auth/auth-failures.ts';
import {
  type AuthEvent,
  type AuthFlow,
  type AuthFollowUp,
  type AuthIntent,
  nextAuthFlow,
  startAuthFlow,
} from '#lib/domain/auth/auth-flow.ts';
import { createCountdown } from '#lib/stores/core/countdown.ts';

/** The outcome of a failed request as callbacks receive it. [AUTH-24] */
export interface AuthFailure {
  errorCode: string | null;
  errorMessage: string;
  httpStatusCode: number | null;
}

interface CallCallbacks<Response> {
  onSuccess?(response: Response): void;
  onFailure?(failure: AuthFailure): void;
}

export interface AuthCallbacks {
  existenceCheck?: CallCallbacks<{ userExists: boolean }>;
  otpRequest?: CallCallbacks<{ otpId: string }>;
  /**
   * When an event of this kind succeeds, the person can continue with what they wanted to do, so the intent
   * ends.
   */
  otpVerify?: CallCallbacks<object>;
  phoneChange?: CallCallbacks<object>;
}

export interface AuthModalOptions {
  intent: AuthIntent;
  product?: Product;
  /** The initial number. [AUTH-04] */
  payload?: { phone?: string; countryIsoCode?: string };
  /** Properties of every event of this opening, for example the page that it was opened from. */
  tracking?: AuthTracking;
  callbacks?: AuthCallbacks;
  /** The action to continue with after login. It is stored and survives a reload, which callbacks do not. */
  interrupted?: InterruptedAction;
  /** The intent to continue with once the person is signed in. */
  followUp?: AuthFollowUp;
}

export interface AuthModalState extends Omit<AuthModalOptions, 'intent'> {
  isOpen: boolean;
  initialIntent: AuthIntent;
  intent: AuthIntent;
  /**
   * A new number for each opening. A late response compares it to find out that the modal was closed
   * meanwhile.
   */
  opening: number;
}

const closed: AuthModalState = { isOpen: false, initialIntent: 'LOGIN', intent: 'LOGIN', opening: 0 };

export const $authModal = atom<AuthModalState>(closed);

let shown = closed;

/** The state to render: the last open one while the modal fades out. */
export const $shownAuthModal = computed($authModal, (modal) => {
  if (modal.isOpen) shown = modal;
  return shown;
});

/** Opens the modal. When it is open already, the intent before counts as closed. [AUTH-22] */
export function showAuthModal({ intent, ...options }: AuthModalOptions): void {
  if ($authModal.get().isOpen) trackAuth('closed_auth_modal', {});
  $authModal.set({
    ...options,
    isOpen: true,
    initialIntent: intent,
    intent,
    opening: $authModal.get().opening + 1,
  });
  trackAuth('viewed_auth_modal', {});
}

/** Closes the modal and forgets its options. [AUTH-22] */
export function closeAuthModal(): void {
  if (!$authModal.get().isOpen) return;
  trackAuth('closed_auth_modal', {});
  $authModal.set({ ...closed, opening: $authModal.get().opening + 1 });
}

/** Returns the options that the modal was opened with, to open it again. */
export function getOpenOptions(): AuthModalOptions {
  const { isOpen: _, opening: __, initialIntent: ___, ...options } = $authModal.get();
  return options;
}

/** The events that the modal tracks. [AUTH-08, AUTH-22, AUTH-24] */
type AuthEventName = Extract<EventName, `${string}_auth_modal` | `auth ${string}`>;
type AuthFailureName = Extract<EventName, `auth ${string} failure`>;
type OwnProperties<Name extends AuthEventName> = Omit<
  EventProperties<Name>,
  keyof EventProperties<'viewed_auth_modal'>
>;

/** The callback and the tracked event of each request; registration has no callback. */
export const callNames: Record<AuthCall, { callback: keyof AuthCallbacks | null; failure: AuthFailureName }> =
  {
    existenceCheck: { callback: 'existenceCheck', failure: 'auth existence check failure' },
    register: { callback: null, failure: 'auth registration failure' },
    loginOtpRequest: { callback: 'otpRequest', failure: 'auth otp request failure' },
    verificationOtpRequest: { callback: 'otpRequest', failure: 'auth otp request failure' },
    otpVerify: { callback: 'otpVerify', failure: 'auth otp verify failure' },
    phoneChange: { callback: 'phoneChange', failure: 'auth phone change failure' },
  };

/** Tracks an event with the properties of the opening and its own. */
export function trackAuth<Name extends AuthEventName>(
  name: Name,
  properties: OwnProperties<Name>,
  { initialIntent, intent, product, tracking } = $authModal.get(),
): void {
  const opening = { initial_intent: initialIntent, intent, product, ...tracking };
  track(name, { ...opening, ...properties } as EventProperties<Name>);
}

export const $authFlow = atom<AuthFlow>(startAuthFlow('LOGIN', null));

const resend = createCountdown();
const retry = createCountdown();

/** Seconds until another OTP may be requested. [AUTH-13] */
export const $secondsUntilResend = resend.$seconds;

/** Seconds for which the server rejects the submitted value; 0 when it does not. */
export const $secondsUntilRetry = retry.$seconds;

/**
 * The form's errors at the time when the server set that wait. With other errors on the form the wait is not
 * shown.
 */
export const $retryErrors = atom<object | null>(null);

/** Applies an event to the flow, then updates the intent and the countdown of the modal. */
export function dispatchAuth(event: AuthEvent): void {
  const before = $authFlow.get();
  const flow = nextAuthFlow(before, event);
  $authFlow.set(flow);
  const modal = $authModal.get();
  if (modal.intent !== flow.intent) $authModal.set({ ...modal, intent: flow.intent });
  const isNewStep = event.type === 'STARTED' || before.activeStep !== flow.activeStep;
  if (isNewStep) trackAuth('auth step view', { step: flow.activeStep });
  resend.runUntil(flow.resendAt);
}

/** Counts down to the moment, in milliseconds since 1970, from which the server accepts the form again. */
export function startRetryCountdown(instant: number, errors: object): void {
  $retryErrors.set(errors);
  retry.runUntil(instant);
}

export function stopCountdowns(): void {
  resend.stop();
  retry.runUntil(0);
}
