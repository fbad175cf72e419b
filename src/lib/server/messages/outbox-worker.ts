import { isUnavailable } from '#lib/server/db/index.ts';
import { deliverDue, type OutboxDeps, sweepOutbox } from './outbox.ts';

export interface OutboxWorker {
  /** Something was queued: look once its transaction has most likely ended. */
  wake(): void;
  /** Delivers all that is due now. */
  run(): Promise<void>;
  /** Begins nothing more and waits for what is under way. */
  stop(): Promise<void>;
}

const everyMs = 2000;
const afterQueueMs = 100;
const sweepMs = 3_600_000;

/** Looks for due messages by a timer too: the process that queued one may have died, or the retry be due. */
export function startOutboxWorker(deps: OutboxDeps): OutboxWorker {
  const { db, log } = deps;
  let running: Promise<void> | null = null;
  let stopped = false;
  let woken: NodeJS.Timeout | undefined;

  const round = async () => {
    try {
      while (!stopped && (await deliverDue(deps)));
    } catch (error) {
      // While the database is away its own callers say so; here it would be said every two seconds.
      if (!stopped && !isUnavailable(error))
        log.error({ err: error, event: 'outbox.error' }, 'outbox round broke');
    }
  };
  const run = () => {
    running ??= round().finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(run, everyMs).unref();
  const sweeper = setInterval(() => sweepOutbox(db).catch(() => {}), sweepMs).unref();

  return {
    run,
    wake() {
      clearTimeout(woken);
      woken = setTimeout(run, afterQueueMs).unref();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      clearInterval(sweeper);
      clearTimeout(woken);
      await running;
    },
  };
}
