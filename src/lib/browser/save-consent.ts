import { consentEventName } from './consent.ts';

/** The visitor is asked again after half a year. */
const maxAge = 15_552_000;

/**
 * Stores the choice in the cookie `consent` and tells the page. Who refuses also loses the cookies that say how they came to us.
 * [TRACK-02]
 */
export function saveConsent(isAllowed: boolean): void {
  const secure = location.protocol === 'https:' ? ';secure' : '';
  setCookie(`consent=${isAllowed ? 'analytics' : 'none'};max-age=${maxAge};samesite=lax${secure}`);
  if (!isAllowed)
    for (const name of ['utm_first', 'utm_session', 'ref_code', 'og_referer'])
      setCookie(`${name}=;max-age=0`);
  document.dispatchEvent(new Event(consentEventName));
}

function setCookie(line: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous and not in every browser
  document.cookie = `${line};path=/`;
}
