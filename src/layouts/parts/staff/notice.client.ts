/**
 * Shows the message after a posted form. A browser that comes back to an address that it has shown before keeps its place on
 * the page, which may be below the message; the focus also lets a screen reader begin there.
 */
const notice = document.querySelector<HTMLElement>('[data-notice]');
if (notice && !location.hash) {
  history.scrollRestoration = 'manual';
  notice.focus({ preventScroll: true });
  notice.scrollIntoView({ block: 'nearest' });
}
