/** Closes the phone's menu when the visitor clicks or focuses something else, or presses Escape. */
const menu = document.querySelector<HTMLDetailsElement>('.site-menu');

document.addEventListener('click', (event) => {
  if (menu?.open && !menu.contains(event.target as Node)) menu.open = false;
});
menu?.addEventListener('focusout', (event) => {
  if (event.relatedTarget && !menu.contains(event.relatedTarget as Node)) menu.open = false;
});
menu?.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !menu.open) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
});
