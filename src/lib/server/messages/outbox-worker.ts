import { isUnavailable } from '#lib/server/db/index.ts';
import { createDueDigests } from './digest.ts';
import { deliverDue, type OutboxDeps, sweepOutbox } from './outbox.ts';

export interface OutboxWorker {
  /** Delivers a message that was just queued, after its transaction has most likely ended. */
  wake(): void;
  /** Delivers all messages that are due. */
  run(): Promise<void>;
  /** Stops, and waits for running deliveries. */
  stop(): Promise<void>;
}

const everyMs = 2000;
const afterQueueMs = 100;
const sweepMs = 3_600_000;

/** Starts the worker. A timer finds retries, held messages that are due, and messages that a killed process has queued. */
export function startOutboxWorker(deps: OutboxDeps & { siteOrigin: string }): OutboxWorker {
  const { db, log } = deps;
  let running: Promise<void> | null = null;
  let stopped = false;
  let woken: NodeJS.Timeout | undefined;
  let isWokenAgain = false;

  const round = async () => {
    // A digest that cannot be created does not delay the other messages.
    await attempt(() => createDueDigests(deps));
    await attempt(async () => {
      while (!stopped && (await deliverDue(deps)));
    });
  };
  const attempt = async (step: () => Promise<void>) => {
    try {
      await step();
    } catch (error) {
      // While the database is unreachable, requests log it; the worker would log it every two seconds.
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

  // A wake during the wait causes one more round, because the transaction of its message may end after the first.
  const wake = () => {
    isWokenAgain = woken !== undefined;
    woken ??= setTimeout(() => {
      woken = undefined;
      void run();
      if (isWokenAgain) wake();
    }, afterQueueMs).unref();
  };

  return {
    run,
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      clearInterval(sweeper);
      clearTimeout(woken);
      await running;
    },
  };
}
