import { deleteAttributionCookies } from '#lib/domain/core/attribution-cookies.ts';
import { consentEventName } from './consent.ts';

/** The visitor is asked again after half a year. */
const maxAge = 15_552_000;

/**
 * Stores the choice in the cookie `consent` and tells the page. Who refuses also loses the cookies that say how they came to us.
 * [TRACK-02]
 */
export function saveConsent(isAllowed: boolean): void {
  const secure = location.protocol === 'https:' ? ';secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous and not in every browser
  document.cookie = `consent=${isAllowed ? 'analytics' : 'none'};max-age=${maxAge};samesite=lax${secure};path=/`;
  if (!isAllowed) deleteAttributionCookies(document);
  document.dispatchEvent(new Event(consentEventName));
}
