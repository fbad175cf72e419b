/** What the visitor has allowed, and how it changes. The choice is in one first-party cookie, `consent`. */

/** Dispatched on `document` whenever the visitor allows or refuses something. */
export const consentEventName = 'liftoff:consent';

/** Tells whether the browser asks not to be tracked: Do Not Track, or Global Privacy Control. */
export function asksForPrivacy(): boolean {
  const isControlled = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;
  return isControlled || navigator.doNotTrack === '1';
}

const choice = (): string | undefined => /(?:^|; )consent=([^;]*)/.exec(document.cookie)?.[1];

/** Returns whether analytics may run: the visitor has allowed it, and the browser does not ask for privacy. */
export const analyticsAllowed = (): boolean => choice() === 'analytics' && !asksForPrivacy();

/** Returns whether the visitor refused, with our button or with a setting of the browser. Nobody is asked again then. */
export const analyticsRefused = (): boolean => choice() === 'none' || asksForPrivacy();
