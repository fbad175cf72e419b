/** A form may have to load first. */
const timeoutMilliseconds = 4000;

/**
 * Scrolls to a field and focuses it; opens the forms and the entry first if needed. Takes a path: `headline`,
 * `projects/{id}/title`, `projects/{id}`, or `conflicts`.
 */
export function focusField(path: string): void {
  const root = document.querySelector<HTMLElement>('.pe');
  if (!root) return;
  if (root.dataset.shown === 'preview') root.querySelector<HTMLElement>('.pe-toggle')?.click();
  const [list = '', id] = path.split('/');
  const row = id ? root.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"] .pe-row-open`) : null;
  if (row?.getAttribute('aria-expanded') === 'false') row.click();
  const until = performance.now() + timeoutMilliseconds;

  function findAndFocus(): void {
    const field = findField(root as HTMLElement, path);
    if (!field && performance.now() < until) requestAnimationFrame(findAndFocus);
    else scrollToAndFocus(field ?? row ?? root?.querySelector<HTMLElement>(`[id="edit-${list}"]`) ?? null);
  }
  // Two frames later the clicks above are rendered.
  requestAnimationFrame(() => requestAnimationFrame(findAndFocus));
}

function findField(root: HTMLElement, path: string): HTMLElement | null {
  const [, id, name] = path.split('/');
  if (path === 'conflicts') return root.querySelector<HTMLElement>('#edit-conflicts');
  if (id && !name) return root.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"] .pe-row-open`);
  return root.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`);
}

function scrollToAndFocus(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true });
  const isReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  field?.scrollIntoView({ block: 'center', behavior: isReducedMotion ? 'auto' : 'smooth' });
}
