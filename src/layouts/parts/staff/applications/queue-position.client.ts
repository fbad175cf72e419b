import { isSingleKey } from '#lib/browser/single-keys.ts';
import { findOpenedQueue } from '#lib/browser/staff/opened-queue.ts';

/** Fills in the links to the neighbours in the list. J opens the next application and K the previous one, unless somebody types. */
const nav = document.querySelector<HTMLElement>('[data-queue-position]');
const id = nav?.dataset.queuePosition ?? '';
const queue = findOpenedQueue(id);
const steps: Record<string, number> = { j: 1, k: -1 };

if (nav && queue && queue.ids.length > 1) {
  const at = queue.ids.indexOf(id);
  const place = nav.querySelector('[data-place]');
  if (place) place.textContent = `${at + 1} of ${queue.ids.length}`;
  for (const link of nav.querySelectorAll<HTMLAnchorElement>('[data-step]')) {
    const neighbour = queue.ids[at + Number(link.dataset.step)];
    if (neighbour) link.href = `/staff/applications/${neighbour}/`;
    else link.remove();
  }
  const back = document.querySelector<HTMLAnchorElement>('.staff-head a[href="/staff/applications/"]');
  if (back) back.href = queue.href;
  nav.hidden = false;
  document.addEventListener('keydown', (event) => {
    const step = steps[event.key.toLowerCase()];
    if (!step || !isSingleKey(event)) return;
    nav.querySelector<HTMLAnchorElement>(`[data-step="${step}"]`)?.click();
  });
}
