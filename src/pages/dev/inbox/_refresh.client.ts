/** Shows new messages as they arrive, unless the reader has selected text. */
const refreshIntervalMs = 2000;

async function refresh(): Promise<void> {
  if (document.hidden || document.getSelection()?.type === 'Range') return;
  const response = await fetch(location.href);
  if (!response.ok) return;
  const fresh = new DOMParser()
    .parseFromString(await response.text(), 'text/html')
    .querySelector('#messages');
  const shown = document.querySelector('#messages');
  if (fresh && shown && fresh.innerHTML !== shown.innerHTML) shown.replaceWith(fresh);
}

setInterval(() => refresh().catch(() => {}), refreshIntervalMs);
