import { isUnavailable } from '#lib/server/db/index.ts';
import { createDueDigests } from './digest.ts';
import { deliverDue, type OutboxDeps, type OutboxLane, sweepOutbox } from './outbox.ts';

export interface OutboxWorker {
  /** Delivers a message that was just queued, after its transaction has most likely ended. */
  wake(): void;
  /** Delivers all messages that are due, or those of one lane. */
  run(lane?: OutboxLane): Promise<void>;
  /** Stops, and waits for running deliveries. */
  stop(): Promise<void>;
}

type WorkerDeps = Omit<OutboxDeps, 'lane'> & { siteOrigin: string };

const everyMs = 2000;
const afterQueueMs = 100;
const sweepMs = 3_600_000;

/**
 * Starts the worker. Timers find retries, held messages that are due, and messages that a killed process has queued. Messages to
 * people and events for other systems are delivered side by side, so a system that is slow to answer delays nobody.
 */
export function startOutboxWorker(deps: WorkerDeps): OutboxWorker {
  const lanes: Record<OutboxLane, Lane> = {
    people: startLane(deps, async (attempt, drain) => {
      // A digest that cannot be created does not delay the other messages.
      await attempt(() => createDueDigests(deps));
      await attempt(() => drain('people'));
    }),
    systems: startLane(deps, (attempt, drain) => attempt(() => drain('systems'))),
  };
  const all = Object.values(lanes);
  const sweeper = setInterval(() => sweepOutbox(deps.db).catch(() => {}), sweepMs).unref();
  return {
    async run(lane) {
      await Promise.all((lane ? [lanes[lane]] : all).map(({ run }) => run()));
    },
    wake: () => all.forEach(({ wake }) => void wake()),
    async stop() {
      clearInterval(sweeper);
      await Promise.all(all.map(({ stop }) => stop()));
    },
  };
}

type Lane = Omit<OutboxWorker, 'run'> & { run(): Promise<void> };
type Attempt = (step: () => Promise<void>) => Promise<void>;
type Drain = (lane: OutboxLane) => Promise<void>;

function startLane(deps: WorkerDeps, round: (attempt: Attempt, drain: Drain) => Promise<void>): Lane {
  const { log } = deps;
  let running: Promise<void> | null = null;
  let stopped = false;
  let woken: NodeJS.Timeout | undefined;
  let isWokenAgain = false;

  const attempt: Attempt = async (step) => {
    try {
      await step();
    } catch (error) {
      // While the database is unreachable, requests log it; the worker would log it every two seconds.
      if (!stopped && !isUnavailable(error))
        log.error({ err: error, event: 'outbox.error' }, 'outbox round broke');
    }
  };
  const drain: Drain = async (lane) => {
    while (!stopped && (await deliverDue({ ...deps, lane })));
  };
  const run = () => {
    running ??= round(attempt, drain).finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(run, everyMs).unref();

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
      clearTimeout(woken);
      await running;
    },
  };
}
