/**
 * Takes a file that is dropped anywhere on the page, where a browser would otherwise open it in place of the page, and sends it at
 * once. Says before a slow upload that a file is too large.
 */
const form = document.querySelector<HTMLFormElement>('form[data-drop-file]');
const input = form?.querySelector<HTMLInputElement>('input[type="file"]');
const status = form?.querySelector<HTMLElement>('[data-drop-status]');

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
const say = (text: string) => {
  if (status) status.textContent = text;
};

function checkSize(field: HTMLInputElement): void {
  const isTooLarge = (field.files?.[0]?.size ?? 0) > Number(field.dataset.maxBytes);
  field.setCustomValidity(isTooLarge ? 'Please choose a file of at most 5 MB' : '');
  say('');
  if (isTooLarge) field.reportValidity();
}

if (form && input) {
  input.addEventListener('change', () => checkSize(input));
  form.addEventListener('submit', () => say('Checking the file …'));
  // A page that is shown again from the browser's memory checks nothing.
  addEventListener('pageshow', () => say(''));

  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    form.toggleAttribute('data-over', true);
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) form.toggleAttribute('data-over', false);
  });
  addEventListener('drop', (event) => {
    if (!event.dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    form.toggleAttribute('data-over', false);
    const { files } = event.dataTransfer;
    if (files.length > 1) return say('Please drop one file at a time');
    input.files = files;
    checkSize(input);
    if (form.checkValidity()) form.requestSubmit();
  });
}

export {};
