/** Makes the browser ask before unsaved text is lost, in forms marked `data-keep`. */

// A form that is shown again after an error holds unsaved text.
const unsaved = new Set<HTMLFormElement>(document.querySelectorAll('form[data-keep="unsaved"]'));

document.addEventListener('input', ({ target }) => {
  const form = (target as HTMLInputElement).form;
  if (form?.matches('[data-keep]')) unsaved.add(form);
});

document.addEventListener('submit', ({ target }) => {
  unsaved.delete(target as HTMLFormElement);
});

window.addEventListener('beforeunload', (event) => {
  if (unsaved.size > 0) event.preventDefault();
});
