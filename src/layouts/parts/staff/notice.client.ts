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
if (notice) linkToFields(notice);
history.replaceState(history.state, '', addressWithoutResult() + location.hash);

// A form posts to the page's address. A hash in it would lead the next page to a place below its message or its question.
document.addEventListener('submit', ({ target }) => {
  if (location.hash && (target as HTMLFormElement).method === 'post')
    history.replaceState(history.state, '', location.pathname + location.search);
});

/** Turns each message about a field into a link to it, because the field may be screens below or in a closed part. */
function linkToFields(notice: HTMLElement) {
  const errors = [...document.querySelectorAll('.field-error[id]')];
  for (const message of notice.querySelectorAll('p, li')) {
    const error = errors.find(({ textContent }) => textContent?.trim() === message.textContent?.trim());
    const field = error && document.querySelector<HTMLElement>(`[aria-describedby~="${error.id}"]`);
    if (!field) continue;
    const link = document.createElement('a');
    link.className = 'staff-notice-link';
    link.href = `#${error.id}`;
    link.append(...message.childNodes);
    link.addEventListener('click', (event) => {
      event.preventDefault();
      showField(field);
    });
    message.append(link);
  }
}

function showField(field: HTMLElement) {
  for (let part = field.closest('details'); part; part = part.parentElement?.closest('details') ?? null)
    part.open = true;
  const control = field.matches('fieldset') ? field.querySelector('input') : field;
  control?.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}
