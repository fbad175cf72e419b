/** Shows the buttons that copy a text or open the phone's own dialog to share. */
const announcement = document.querySelector('[data-copied]');

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  button.hidden = !navigator.clipboard;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy ?? '');
    button.textContent = 'Copied';
    if (announcement) announcement.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = label;
    }, 3000);
  });
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-share]')) {
  button.hidden = !('share' in navigator);
  // Closing the phone's dialog rejects the promise and is no error.
  button.addEventListener('click', () => {
    navigator.share({ url: button.dataset.share ?? '', title: document.title }).catch(() => {});
  });
}

export {};
