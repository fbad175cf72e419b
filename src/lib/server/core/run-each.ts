import { isOutage } from '#lib/server/db/index.ts';
import type { Log } from '#lib/server/log.ts';

interface RoundOptions {
  log: Log;
  /** The name of the log event of a failure: `enrolment.reminder-error`. */
  event: string;
}

/**
 * Runs a change for each id of a round, one after the other. One that fails is logged and left to the next round, and does not
 * stop the others. Throws when the database is away or only reads, because then the others would fail too.
 */
export async function runEach(
  { log, event }: RoundOptions,
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
): Promise<void> {
  for (const id of ids)
    try {
      await change(id);
    } catch (error) {
      if (isOutage(error)) throw error;
      log.error({ err: error, event, id }, 'a due change failed and is tried again in the next round');
    }
}
