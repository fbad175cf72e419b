/** What the visitor has allowed. The banner and the page of one's data write it; everything else only reads it. */

/** Dispatched on `document` whenever the visitor allows or refuses something. */
export const consentEventName = 'liftoff:consent';

/** Tells whether the browser asks not to be tracked: Do Not Track, or Global Privacy Control. */
export function asksForPrivacy(): boolean {
  const isControlled = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;
  return isControlled || navigator.doNotTrack === '1';
}

/** Returns whether analytics may run: the visitor has allowed it, and the browser does not ask for privacy. */
export const analyticsAllowed = (): boolean =>
  /(?:^|; )consent=[^;]*analytics/.test(document.cookie) && !asksForPrivacy();
