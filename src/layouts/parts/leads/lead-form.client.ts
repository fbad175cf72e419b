/**
 * Hydrates a lead form when the visitor touches it, or starts to use the page and scrolls to it. A visitor
 * who only looks at the page loads no React. Before that, and if the island never loads, the form is
 * submitted as plain HTML.
 */
const loadIsland = () => import('#islands/lead-form/hydrate.tsx');
const forms = document.querySelectorAll<HTMLElement>('[data-lead-form]');
const firstUse = ['scroll', 'pointerdown', 'keydown', 'focusin'] as const;

function hydrate(container: HTMLElement): void {
  if (container.dataset.hydrated) return;
  container.dataset.hydrated = 'true';
  loadIsland().then(
    ({ hydrateLeadForm }) => hydrateLeadForm(container),
    () => delete container.dataset.hydrated,
  );
}

function observeForms(): void {
  for (const event of firstUse) removeEventListener(event, observeForms);
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) hydrate(target as HTMLElement);
  });
  for (const form of forms) observer.observe(form);
}

if (forms.length > 0)
  for (const event of firstUse) addEventListener(event, observeForms, { once: true, passive: true });
