/** Makes the browser ask before it leaves a page with unsaved text in a form marked `data-warn-unsaved`. */

// A form that is shown again after an error holds unsaved text.
const unsaved = new Set<HTMLFormElement>(document.querySelectorAll('form[data-warn-unsaved="now"]'));

document.addEventListener('input', ({ target }) => {
  const form = (target as HTMLInputElement).form;
  if (form?.matches('[data-warn-unsaved]')) unsaved.add(form);
});

document.addEventListener('submit', ({ target }) => {
  unsaved.delete(target as HTMLFormElement);
});

window.addEventListener('beforeunload', (event) => {
  if (unsaved.size > 0) event.preventDefault();
});
