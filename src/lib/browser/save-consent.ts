import { deleteAttributionCookies } from '#lib/domain/core/attribution-cookies.ts';
import { consentEventName } from './consent.ts';

/** The visitor is asked again after half a year. */
const maxAge = 15_552_000;
const storageKey = 'liftoff:consent';

/** When the visitor chose, and what we asked then. */
interface ConsentChoice {
  /** ISO 8601. */
  at: string;
  question: string;
}

/**
 * Stores the choice in the cookie `consent`, and its time and question in the browser, and tells the page. Who refuses also loses the
 * cookies that say how they came to us. [TRACK-02]
 */
export function saveConsent(isAllowed: boolean, question: string): void {
  const secure = location.protocol === 'https:' ? ';secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous and not in every browser
  document.cookie = `consent=${isAllowed ? 'analytics' : 'none'};max-age=${maxAge};samesite=lax${secure};path=/`;
  if (!isAllowed) deleteAttributionCookies(document);
  storeChoice({ at: new Date().toISOString(), question });
  document.dispatchEvent(new Event(consentEventName));
}

/** Returns when the visitor chose and what we asked then; null where the browser does not know. */
export function readConsentChoice(): ConsentChoice | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null');
  } catch {
    return null;
  }
}

function storeChoice(choice: ConsentChoice): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(choice));
  } catch {
    // Storage may be forbidden; the choice itself is in the cookie.
  }
}
