import { addressWithoutResult } from '#lib/browser/staff/page-address.ts';

/**
 * Shows the message after a posted form. A browser that comes back to an address that it has shown before keeps its place on
 * the page, which may be below the message; the focus also lets a screen reader begin there. The address forgets the result, so
 * that a reload or a link back does not show the message again.
 */
const notice = document.querySelector<HTMLElement>('[data-notice]');
if (notice && !location.hash) {
  history.scrollRestoration = 'manual';
  notice.focus({ preventScroll: true });
  notice.scrollIntoView({ block: 'nearest' });
}
history.replaceState(history.state, '', addressWithoutResult() + location.hash);

// A form posts to the page's address. A hash in it would lead the next page to a place below its message or its question.
document.addEventListener('submit', ({ target }) => {
  if (location.hash && (target as HTMLFormElement).method === 'post')
    history.replaceState(history.state, '', location.pathname + location.search);
});
