import { atom } from 'nanostores';
import { type AuthEvent, type AuthFlow, nextAuthFlow, startAuthFlow } from '#lib/domain/auth/auth-flow.ts';
import { createCountdown } from '#lib/stores/core/countdown.ts';
import { setModalIntent } from './auth-modal.ts';

export const $authFlow = atom<AuthFlow>(startAuthFlow('LOGIN', null));

const resend = createCountdown();
const tryAgain = createCountdown();

/** AUTH-13 */
export const $secondsUntilResend = resend.$seconds;

/** How long the server refuses what was sent last; 0 when it does not. */
export const $secondsUntilTryAgain = tryAgain.$seconds;

export function dispatchAuth(event: AuthEvent): void {
  $authFlow.set(nextAuthFlow($authFlow.get(), event));
  const { intent, resendAt } = $authFlow.get();
  setModalIntent(intent);
  resend.runUntil(resendAt);
}

/** What stood on the form when the server refused: anything else there has nothing to do with the wait. */
export const $heldErrors = atom<object | null>(null);

export function holdUntil(instant: number, errors: object): void {
  $heldErrors.set(errors);
  tryAgain.runUntil(instant);
}

export function stopCountdowns(): void {
  resend.stop();
  tryAgain.runUntil(0);
}
