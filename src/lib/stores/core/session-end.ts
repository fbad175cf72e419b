/**
 * Tells the store of the person that a request failed because the session has ended. It is a file of its own, so that the
 * sign-in modal, which listens, does not load the sentences of all failures.
 */
let handleSessionEnd: (() => void) | null = null;

/** Sets what is done when a request fails because the session has ended. */
export function onSessionEnd(handler: () => void): void {
  handleSessionEnd = handler;
}

/**
 * Calls the function that `onSessionEnd` has set. Without it nobody is known to be signed in, so there is
 * nothing to do.
 */
export function reportSessionEnd(): void {
  handleSessionEnd?.();
}
