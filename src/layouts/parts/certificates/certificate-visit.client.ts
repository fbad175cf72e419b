/**
 * Counts a visit of a certificate once the page is visible, with the host of the page that had the link. A reload, the back
 * button, a program, and a visitor who asks not to be tracked are not counted. A page from a cache counts like any other. [API-52]
 */
import { asksForPrivacy } from '#lib/browser/consent.ts';

const shortUuid = document.querySelector<HTMLElement>('[data-certificate]')?.dataset.certificate;

/** Tells whether somebody followed a link or entered the address. */
function isNewVisit(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate';
}

async function countVisit(id: string): Promise<void> {
  try {
    const { api } = await import('#lib/client/api.ts');
    const sourceHost = document.referrer ? new URL(document.referrer).hostname : null;
    await api('POST /api/v1/public/certificates/{shortUuid}/visits/', {
      params: { shortUuid: id },
      body: { sourceHost },
    });
  } catch {
    // A visit that is not counted matters to nobody.
  }
}

if (shortUuid && isNewVisit() && !asksForPrivacy() && !navigator.webdriver) {
  const countOnceVisible = () => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', countOnceVisible);
    void countVisit(shortUuid);
  };
  document.addEventListener('visibilitychange', countOnceVisible);
  countOnceVisible();
}
