/** Before text that was typed and not saved is lost, the browser asks. On forms marked `data-keep`. */

// A form that came back refused holds what is not saved.
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
