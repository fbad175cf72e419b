/** The keys 1 to 5 press the buttons that log a call. While somebody writes in a field, they are digits. */

const form = document.querySelector<HTMLFormElement>('[data-lead-call]');

document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey || event.repeat) return;
  if ((target as HTMLElement).closest('input, textarea, select, [contenteditable]')) return;
  const button = form?.querySelector<HTMLButtonElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
  if (!button) return;
  const callAt = form?.elements.namedItem('callAt') as HTMLInputElement;
  // The time of the next call is missing, so the key leads to its field.
  if (button.value === 'CALL_BACK_AT' && !callAt.value) callAt.focus();
  else button.click();
  event.preventDefault();
});
