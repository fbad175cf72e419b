import { type FormGuard, hasCredibleTime } from '#lib/domain/leads/form-guard.ts';
import type { Context } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import { consumeOrThrow } from '#lib/server/http/route-limits.ts';

/** What asking for something needs of a request. */
export type LeadContext = Pick<Context, 'config' | 'db' | 'messages' | 'log' | 'session' | 'cookies'>;

/** Of the hour's common budget, what is left to forms that no script has timed. */
const untimedShare = 1 / 3;

/**
 * One of the hour's new leads of a kind, all visitors together (C-37). Forms without the mark of a person's time share
 * a third: programs that were not written for this site leave the rest to people. One that was needs the limits per
 * network, number and mailbox.
 * @throws HttpError RATE_LIMITED
 */
export async function consumeHourlyLeads(
  trx: Db,
  kind: 'brochure' | 'callback',
  max: number,
  guard: FormGuard,
): Promise<void> {
  if (!hasCredibleTime(guard))
    await consumeOrThrow(trx, {
      key: `${kind}:untimed`,
      max: Math.ceil(max * untimedShare),
      windowSeconds: 3600,
    });
  await consumeOrThrow(trx, { key: `${kind}:all`, max, windowSeconds: 3600 });
}
