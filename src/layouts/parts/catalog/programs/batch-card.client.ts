/** Renders the batch card again for the reader's current time and time zone. */
import { type BatchCardText, type BatchView, describeBatch } from '#lib/domain/catalog/batch-card.ts';

const badgeClasses = ['badge-success', 'badge-warning', 'badge-accent'];

function render(card: HTMLElement): void {
  const batches = JSON.parse(card.dataset.batches ?? '[]') as BatchView[];
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const shown = describeBatch(batches, new Date(), timeZone);
  for (const part of ['status', 'title', 'note', 'action'] as const)
    setText(card.querySelector(`[data-batch="${part}"]`), shown[part]);
  for (const row of ['starts', 'closes', 'seats', 'schedule'] as const) setRow(card, row, shown);
  // Without a fee of the batch, the programme's fee stays.
  if (shown.fee) setRow(card, 'fee', shown);
  const badge = card.querySelector('[data-batch="status"]');
  badge?.classList.remove(...badgeClasses);
  if (shown.look) badge?.classList.add(shown.look);
}

function setRow(
  card: HTMLElement,
  row: 'starts' | 'closes' | 'seats' | 'schedule' | 'fee',
  shown: BatchCardText,
): void {
  const element = card.querySelector<HTMLElement>(`[data-batch-row="${row}"]`);
  if (element) element.hidden = shown[row] === '';
  setText(element?.querySelector('dd'), shown[row]);
}

/** Changes the text only where it differs. */
function setText(element: Element | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

for (const card of document.querySelectorAll<HTMLElement>('[data-batches]')) render(card);
