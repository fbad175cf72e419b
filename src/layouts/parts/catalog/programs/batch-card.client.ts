/** Renders the batch card and the price bar again for the reader's current time and zone, and then with the free seats. */
import { fetchFreeSeats } from '#lib/browser/free-seats.ts';
import { type BatchCardText, type BatchView, describeBatch } from '#lib/domain/catalog/batch-card.ts';

const badgeClasses = ['badge-success', 'badge-warning', 'badge-accent'];

function render(card: HTMLElement, batches: readonly BatchView[]): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const shown = describeBatch(batches, new Date(), timeZone);
  for (const part of [card, document.querySelector('.price-bar')])
    for (const element of part?.querySelectorAll<HTMLElement>('[data-batch]') ?? []) setText(element, shown);
  const badge = card.querySelector('[data-batch="status"]');
  badge?.classList.remove(...badgeClasses);
  if (shown.look) badge?.classList.add(shown.look);
}

/** Sets one text where it differs, and hides the row of a fact without text. */
function setText(element: HTMLElement, shown: BatchCardText): void {
  const text = shown[element.dataset.batch as keyof BatchCardText];
  // Without a batch, the fee of the programme stays.
  if (text === '' && element.dataset.batch === 'fee') return;
  if (element.textContent !== text) element.textContent = text;
  if (element instanceof HTMLAnchorElement) element.href = shown.href;
  if (element.tagName === 'DD' && element.parentElement) element.parentElement.hidden = text === '';
}

/** Renders the card with the number of free seats. Without a response it keeps what it shows. */
async function renderSeats(card: HTMLElement, batches: readonly BatchView[]): Promise<void> {
  const seats = await fetchFreeSeats(card.dataset.program ?? '');
  if (!seats) return;
  render(
    card,
    batches.map((batch) => ({ ...batch, seatsLeft: seats.get(batch.id) ?? batch.seatsLeft })),
  );
}

for (const card of document.querySelectorAll<HTMLElement>('[data-batches]')) {
  const batches = JSON.parse(card.dataset.batches ?? '[]') as BatchView[];
  render(card, batches);
  if (batches.length > 0) void renderSeats(card, batches);
}
