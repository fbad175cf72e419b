import type { BatchView } from '#lib/domain/catalog/batch-card.ts';
import type { BatchEntry } from '#lib/server/catalog/content/index.ts';

/** Converts a batch of the content to the JSON that the card needs. */
export function toBatchView({ id: _, fee, ...batch }: BatchEntry): BatchView {
  const amount = fee && ({ style: 'currency', currency: fee.currency, maximumFractionDigits: 0 } as const);
  return {
    ...batch,
    applicationsCloseAt: batch.applicationsCloseAt.toISOString(),
    fee: amount ? new Intl.NumberFormat('en-IN', amount).format(fee.amount) : '',
  };
}
