import { addDays } from '#lib/domain/core/zoned-time.ts';
import { listBatches } from '#lib/server/catalog/content/index.ts';

/** The day for which the batches of src/content are written: some have ended, some are open, some are planned. */
const contentDay = '2026-11-23';
const oneDay = 86_400_000;
let isDone = false;

/**
 * Moves the batches of src/content by the days between that day and today, in this process. Tests then find the same open
 * batches on every day on which they run.
 */
export function moveBatchesToToday(): void {
  if (isDone) return;
  isDone = true;
  const days = Math.floor((Date.now() - Date.parse(contentDay)) / oneDay);
  const later = (instant: Date | string) => new Date(new Date(instant).getTime() + days * oneDay);
  for (const batch of listBatches()) {
    batch.startsOn = addDays(batch.startsOn, days);
    batch.endsOn = addDays(batch.endsOn, days);
    batch.applicationsCloseAt = later(batch.applicationsCloseAt);
    for (const discount of batch.fee?.discounts ?? [])
      if (discount.until) discount.until = later(discount.until).toISOString();
  }
}
