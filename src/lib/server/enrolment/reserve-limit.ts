import { sql } from 'kysely';
import { batchMonthName } from '#lib/domain/catalog/batch.ts';
import { formatWait } from '#lib/domain/core/time-text.ts';
import { enrolmentPolicy } from '#lib/domain/enrolment/enrolment-flow.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

interface ReserveLimitInput {
  userId: string;
  batch: { id: string; startsOn: string };
}

/**
 * Checks that the person has not just given up a seat in this batch without a payment: one that expired, or the second one
 * that they cancelled, within a day. Otherwise a person could keep a seat from others for nothing. The caller holds the lock
 * on the person's row. Throws `RATE_LIMITED`.
 */
export async function checkReserveLimit(trx: Db, { userId, batch }: ReserveLimitInput): Promise<void> {
  const { retryHours, cancellationsPerDay } = enrolmentPolicy;
  const { rows } = await sql<{ action: 'CANCEL' | 'EXPIRE'; wait: number }>`
    select event.action,
      ceil(extract(epoch from event.at + make_interval(hours => ${retryHours}::int) - now()))::int as wait
    from enrolment_event event join enrolment on enrolment.id = event.enrolment_id
    where enrolment.user_id = ${userId} and enrolment.batch_id = ${batch.id}
      and event.action in ('CANCEL', 'EXPIRE') and event.from_status in ('HELD', 'OFFERED')
      and event.undone_at is null and event.at > now() - make_interval(hours => ${retryHours}::int)
    order by event.at desc`.execute(trx);
  const limit =
    rows.find(({ action }) => action === 'EXPIRE') ??
    rows.filter(({ action }) => action === 'CANCEL')[cancellationsPerDay - 1];
  if (!limit) return;
  throw new HttpError('RATE_LIMITED', {
    message: `Your seat in the ${batchMonthName(batch.startsOn)} was released without a payment. You can reserve one again in ${formatWait(limit.wait)}.`,
    retryAfter: limit.wait,
  });
}
