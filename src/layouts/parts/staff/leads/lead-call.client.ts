import { isSingleKey } from '#lib/browser/single-keys.ts';

/** The keys 1 to 5 press the buttons that log a call. While somebody writes in a field, they are digits. */

const form = document.querySelector<HTMLFormElement>('[data-lead-call]');

document.addEventListener('keydown', (event) => {
  if (event.repeat || !isSingleKey(event)) return;
  const button = form?.querySelector<HTMLButtonElement>(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (!button) return;
  const callAt = form?.elements.namedItem('callAt') as HTMLInputElement;
  // The time of the next call is missing, so the key leads to its field.
  if (button.value === 'CALL_BACK_AT' && !callAt.value) callAt.focus();
  else button.click();
  event.preventDefault();
});
