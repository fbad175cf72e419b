/**
 * Brings the island to a lead form once the visitor touches it, or has begun to move about the page and comes to see
 * it: a page that is only looked at loads no React. Until then, and if it never arrives, the form posts by itself.
 */
const loadIsland = () => import('#islands/lead-form/mount.tsx');
const forms = document.querySelectorAll<HTMLElement>('[data-lead-form]');
const signs = ['scroll', 'pointerdown', 'keydown'] as const;

function bring(container: HTMLElement): void {
  if (container.dataset.taken) return;
  container.dataset.taken = 'true';
  loadIsland().then(
    ({ takeOver }) => takeOver(container),
    () => delete container.dataset.taken,
  );
}

function watch(): void {
  for (const sign of signs) removeEventListener(sign, watch);
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) bring(target as HTMLElement);
  });
  for (const form of forms) seen.observe(form);
}

if (forms.length > 0) for (const sign of signs) addEventListener(sign, watch, { once: true, passive: true });
for (const form of forms)
  for (const touch of ['focusin', 'pointerdown', 'input'])
    form.addEventListener(touch, () => bring(form), { passive: true });
