/** Shows the button that copies a new link, where the browser lets a page write to the clipboard. */
const button = document.querySelector<HTMLButtonElement>('[data-copy-link]');
const status = document.querySelector('[data-copied-link]');

if (button && navigator.clipboard) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(button.dataset.copyLink ?? '').then(
      () => true,
      () => false,
    );
    if (status) status.textContent = isCopied ? 'Copied' : 'Not copied. Select the link and copy it.';
  });
}

export {};
