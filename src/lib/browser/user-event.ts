/** Said on `document` whenever this page learns who is signed in; parts of a page that are no island listen. */
export const userEventName = 'liftoff:user';

export function announceUser(detail: { user: object | null; userProfiles: readonly object[] }): void {
  globalThis.document?.dispatchEvent(new CustomEvent(userEventName, { detail }));
}

/** The server sets this readable cookie beside the session's own; it only says that asking is worth it. */
export function hasSignedInHint(): boolean {
  return /(?:^|; )signed_in=1(?:;|$)/.test(globalThis.document?.cookie ?? '');
}
