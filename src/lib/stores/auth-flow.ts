import { atom } from 'nanostores';
import {
  type AuthEvent,
  type AuthFlow,
  nextAuthFlow,
  secondsUntilResend,
  startAuthFlow,
} from '../domain/auth-flow.ts';
import { setModalIntent } from './auth-modal.ts';

export const $authFlow = atom<AuthFlow>(startAuthFlow('LOGIN', null));

/** AUTH-13 */
export const $secondsUntilResend = atom(0);

let ticking: ReturnType<typeof setInterval> | undefined;

export function dispatchAuth(event: AuthEvent): void {
  $authFlow.set(nextAuthFlow($authFlow.get(), event));
  setModalIntent($authFlow.get().intent);
  startCountdown();
}

export function stopCountdown(): void {
  clearInterval(ticking);
  globalThis.document?.removeEventListener('visibilitychange', tick);
}

/** Each tick reads the clock, so a tab that slept shows the right number as soon as it is looked at. */
function startCountdown(): void {
  stopCountdown();
  tick();
  if ($secondsUntilResend.get() === 0) return;
  ticking = setInterval(tick, 1000);
  globalThis.document?.addEventListener('visibilitychange', tick);
}

function tick(): void {
  const seconds = secondsUntilResend($authFlow.get(), Date.now());
  $secondsUntilResend.set(seconds);
  if (seconds === 0) stopCountdown();
}
