/** Forms load when they are opened. */
const patienceMilliseconds = 4000;

/**
 * Brings a place of the editor into sight and gives it the focus, by the presses that a person would make for it:
 * `headline`, `projects/{id}/title`, `projects/{id}`, or the questions of `conflicts`.
 */
export function focusField(path: string): void {
  const root = document.querySelector<HTMLElement>('.pe');
  if (!root) return;
  if (root.dataset.shown === 'preview') root.querySelector<HTMLElement>('.pe-toggle')?.click();
  const [list = '', id] = path.split('/');
  const row = id ? root.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"] .pe-row-open`) : null;
  if (row?.getAttribute('aria-expanded') === 'false') row.click();
  const until = performance.now() + patienceMilliseconds;

  function look(): void {
    const place = findPlace(root as HTMLElement, path);
    if (!place && performance.now() < until) requestAnimationFrame(look);
    else bring(place ?? row ?? root?.querySelector<HTMLElement>(`[id="edit-${list}"]`) ?? null);
  }
  // The next frame but one: what was pressed is drawn, and has its place.
  requestAnimationFrame(() => requestAnimationFrame(look));
}

function findPlace(root: HTMLElement, path: string): HTMLElement | null {
  const [, id, field] = path.split('/');
  if (path === 'conflicts') return root.querySelector<HTMLElement>('#edit-conflicts');
  if (id && !field) return root.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"] .pe-row-open`);
  return root.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`);
}

function bring(place: HTMLElement | null): void {
  place?.focus({ preventScroll: true });
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  place?.scrollIntoView({ block: 'center', behavior: isStill ? 'auto' : 'smooth' });
}
