import type { BatchView } from '#lib/domain/catalog/batch-card.ts';
import { formatDiscount, formatFee, formatInstalments } from '#lib/domain/catalog/fee.ts';
import type { BatchEntry, Program } from '#lib/server/catalog/content/index.ts';

/**
 * Converts a batch of the content to the JSON that the card needs. A prerendered page does not know the free seats. A batch
 * without a fee has its programme's.
 */
export function toBatchView(
  program: Program,
  { seatsSoldElsewhere: _, ...batch }: BatchEntry & { seatsLeft?: number },
): BatchView {
  const instalments = batch.fee?.instalments ?? program.fee.instalments;
  const fee = { ...program.fee, ...batch.fee, instalments };
  const discounts = batch.fee?.discounts.map((one) => ({
    text: formatDiscount(one, { currency: fee.currency, timeZone: batch.timeZone }),
    until: one.until,
  }));
  return {
    ...batch,
    programSlug: program.slug,
    isPlanned: batch.isPlanned || undefined,
    applicationsCloseAt: batch.applicationsCloseAt.toISOString(),
    isReservable: batch.fee !== null,
    fee: formatFee(fee),
    instalments: formatInstalments(fee),
    discounts: discounts?.length ? discounts : undefined,
  };
}
