import { atom, computed } from 'nanostores';
import { type Properties, track } from '#lib/browser/analytics.ts';
import type { InterruptedAction } from '#lib/browser/interrupted-action.ts';
import type { Product } from '#lib/domain/account/profiles.ts';
import type { AuthFollowUp, AuthIntent } from '#lib/domain/auth/auth-flow.ts';

/** AUTH-24 */
export interface AuthFailure {
  errorCode: string | null;
  errorMessage: string;
  httpStatusCode: number | null;
}

interface Outcome<Answer> {
  onSuccess?(answer: Answer): void;
  onFailure?(failure: AuthFailure): void;
}

export interface AuthCallbacks {
  existenceCheck?: Outcome<{ userExists: boolean }>;
  otpRequest?: Outcome<{ otpId: string }>;
  /** Its success is the end of every intent: what the person wanted to do goes on from there. */
  otpVerify?: Outcome<object>;
  phoneChange?: Outcome<object>;
}

export interface AuthModalOptions {
  intent: AuthIntent;
  product?: Product;
  /** For the side panel (AUTH-20). */
  employerName?: string;
  /** Prefills (AUTH-04). */
  payload?: { phone?: string; countryIsoCode?: string };
  /** Goes with every event of this opening: where it was opened from, for example. */
  tracking?: Properties;
  callbacks?: AuthCallbacks;
  /** What the person was about to do; done for them at the end, after a reload too, which no callback survives. */
  interrupted?: InterruptedAction;
  /** What this sign-in only stands in front of. */
  followUp?: AuthFollowUp;
}

export interface AuthModalState extends Omit<AuthModalOptions, 'intent'> {
  isOpen: boolean;
  initialIntent: AuthIntent;
  intent: AuthIntent;
  /** Another number for each opening: an answer that comes after closing finds that it is no longer wanted. */
  opening: number;
}

const closed: AuthModalState = { isOpen: false, initialIntent: 'LOGIN', intent: 'LOGIN', opening: 0 };

export const $authModal = atom<AuthModalState>(closed);

let shown = closed;

/** What the modal speaks of: while it leaves the screen still what it was opened for. */
export const $shownAuthModal = computed($authModal, (modal) => {
  if (modal.isOpen) shown = modal;
  return shown;
});

/** AUTH-22. One intent may lead to another while the modal stays open; for whoever counts, the first then ends. */
export function showAuthModal({ intent, ...options }: AuthModalOptions): void {
  if ($authModal.get().isOpen) trackAuth('closed_auth_modal');
  $authModal.set({
    ...options,
    isOpen: true,
    initialIntent: intent,
    intent,
    opening: $authModal.get().opening + 1,
  });
  trackAuth('viewed_auth_modal');
}

/** AUTH-22 */
export function closeAuthModal(): void {
  if (!$authModal.get().isOpen) return;
  trackAuth('closed_auth_modal');
  $authModal.set({ ...closed, opening: $authModal.get().opening + 1 });
}

/** As it was asked for, to open it once more. */
export function openedWith(): AuthModalOptions {
  const { isOpen: _, opening: __, initialIntent: ___, ...options } = $authModal.get();
  return options;
}

export function setModalIntent(intent: AuthIntent): void {
  const modal = $authModal.get();
  if (modal.intent !== intent) $authModal.set({ ...modal, intent });
}

/** AUTH-08, AUTH-22, AUTH-24: all that the modal tells. */
export type AuthEventName =
  | 'viewed_auth_modal'
  | 'closed_auth_modal'
  | 'auth completion success'
  | 'auth existence check failure'
  | 'auth registration failure'
  | 'auth otp request failure'
  | 'auth otp verify failure'
  | 'auth phone change failure';

export function trackAuth(name: AuthEventName, properties: Properties = {}, modal = $authModal.get()): void {
  const { initialIntent, intent, product, tracking } = modal;
  track(name, { initial_intent: initialIntent, intent, product, ...tracking, ...properties });
}
