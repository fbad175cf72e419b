/** What the visitor has allowed, and how it changes. The choice is in one first-party cookie, `consent`. */

/** Dispatched on `document` whenever the visitor allows or refuses something. */
export const consentEventName = 'liftoff:consent';

type PrivacyNavigator = Navigator & { globalPrivacyControl?: boolean };

/** Tells whether the browser asks not to be tracked: Do Not Track, or Global Privacy Control. */
export const asksForPrivacy = (): boolean =>
  navigator.doNotTrack === '1' || Boolean((navigator as PrivacyNavigator).globalPrivacyControl);

/** Returns whether analytics may run: the visitor has allowed it, and the browser does not ask for privacy. */
export const analyticsAllowed = (): boolean =>
  /\bconsent=analytics/.test(document.cookie) && !asksForPrivacy();

/** Returns whether the visitor refused, with our button or with a setting of the browser. Nobody is asked again then. */
export const analyticsRefused = (): boolean => /\bconsent=none/.test(document.cookie) || asksForPrivacy();
