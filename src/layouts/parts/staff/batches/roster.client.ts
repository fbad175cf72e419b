/**
 * Marks attendance without loading the page: a tap shows at once and is sent in the background, one after the other. When the
 * last one is stored, the roster is replaced by the server's. Where anything fails, the page is loaded again.
 */

let last: Promise<string | null> = Promise.resolve(null);
let waiting = 0;

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const button = event.submitter as HTMLButtonElement | null;
  if (!form.matches('[data-roster]') || button?.name !== 'mark') return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, button) as unknown as Record<string, string>);
  showMark(button);
  waiting += 1;
  last = last.then(() => send(body));
  void last.then(showStored, () => location.reload());
});

/** Shows the mark as the server will, also for a second tap before it answers. */
function showMark(button: HTMLButtonElement): void {
  const [id, status] = button.dataset.mark?.split(':') ?? [];
  if (!id || !status) return;
  const isOn = button.ariaPressed !== 'true';
  for (const one of document.querySelectorAll<HTMLButtonElement>(`[data-mark^="${CSS.escape(id)}:"]`)) {
    const own = one.dataset.mark?.split(':')[1] ?? '';
    const isPressed = one === button && isOn;
    one.ariaPressed = String(isPressed);
    one.value = `${id}:${isPressed ? '' : own}`;
  }
}

async function send(body: URLSearchParams): Promise<string> {
  const response = await fetch(location.href, { method: 'POST', body });
  if (!response.ok) throw new Error('not stored');
  return response.text();
}

/** Replaces the roster after the last of several taps, and keeps the focus on its button. */
function showStored(html: string | null): void {
  waiting -= 1;
  if (waiting > 0 || html === null) return;
  const stored = new DOMParser().parseFromString(html, 'text/html').querySelector('#roster');
  if (!stored) {
    location.reload();
    return;
  }
  const focused = (document.activeElement as HTMLElement | null)?.dataset.mark;
  document.querySelector('#roster')?.replaceWith(stored);
  if (focused) document.querySelector<HTMLElement>(`[data-mark="${CSS.escape(focused)}"]`)?.focus();
}
