import { type FormGuard, hasCredibleTime } from '#lib/domain/leads/form-guard.ts';
import type { Context } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import { consumeOrThrow } from '#lib/server/http/limits/consume-or-throw.ts';

/** The parts of a request that leads need. */
export type LeadContext = Pick<
  Context,
  'config' | 'db' | 'messages' | 'log' | 'session' | 'cookies' | 'userAgent' | 'asksForPrivacy'
>;

/** The share of the hourly limit for forms without a plausible time. */
const untimedShare = 1 / 3;

/**
 * Counts a new lead against the hourly limit of all visitors together. Forms without a plausible time share a
 * third of it, so that simple spam programs cannot use up the limit of people. Programs written for this site
 * are stopped by the limits per network, number and mailbox. Throws RATE_LIMITED. [C-37]
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
