import { openingsText } from '#lib/domain/hiring/jobs/openings-text.ts';

/** Counts the openings of all cities again while they are written, added and removed. */
const total = document.querySelector<HTMLElement>('[data-openings]');
const form = total?.closest('form');

form?.addEventListener('input', () => {
  const fields = form.querySelectorAll<HTMLInputElement>(
    '[data-list] input[name^="locations."][name$=".openings"]',
  );
  if (total) total.textContent = openingsText([...fields].map(({ value }) => ({ openings: value })));
});
