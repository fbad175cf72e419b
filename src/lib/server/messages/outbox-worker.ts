import { outsideRequest } from '#lib/server/current-request.ts';
import { isUnavailable } from '#lib/server/db/index.ts';
import { createDueDigests, type FindRecipient } from './digest.ts';
import { deliverDue, type OutboxDeps, type OutboxLane, outboxLanes } from './outbox.ts';

export interface OutboxWorker {
  /** Delivers a message that was just queued, after its transaction has most likely ended. */
  wake(): void;
  /** Delivers all messages that are due, or those of one lane. */
  run(lane?: OutboxLane): Promise<void>;
  /** Stops, and waits for running deliveries. */
  stop(): Promise<void>;
}

type WorkerDeps = Omit<OutboxDeps, 'lane'> & { siteOrigin: string; findRecipient: FindRecipient };

const everyMs = 2000;
const afterQueueMs = 100;

/**
 * Starts the worker. Timers find retries, held messages that are due, and messages that a killed process has queued. Lanes deliver side
 * by side, so a mail server that takes a minute for each email delays no SMS, and a system that is slow to answer delays nobody.
 */
export function startOutboxWorker(deps: WorkerDeps): OutboxWorker {
  const names = Object.keys(outboxLanes) as OutboxLane[];
  // A digest that cannot be created does not delay the other messages.
  const digests = startLane(deps, () => createDueDigests(deps));
  const lanes = new Map(
    names.map((lane) => [
      lane,
      startLane(deps, async (isStopped) => {
        while (!isStopped() && (await deliverDue({ ...deps, lane })));
      }),
    ]),
  );
  const all = [...lanes.values()];
  return {
    async run(lane) {
      if (lane) return lanes.get(lane)?.run();
      await digests.run();
      await Promise.all(all.map(({ run }) => run()));
    },
    wake: () => all.forEach(({ wake }) => void wake()),
    async stop() {
      await Promise.all([digests, ...all].map(({ stop }) => stop()));
    },
  };
}

type Lane = Omit<OutboxWorker, 'run'> & { run(): Promise<void> };

/** Runs `round` every two seconds, and when it is woken or called; never twice at once. */
function startLane({ log }: WorkerDeps, round: (isStopped: () => boolean) => Promise<void>): Lane {
  let running: Promise<void> | null = null;
  let stopped = false;
  let woken: NodeJS.Timeout | undefined;
  let isWokenAgain = false;

  const attempt = async () => {
    try {
      await round(() => stopped);
    } catch (error) {
      // While the database is unreachable, requests log it; the worker would log it every two seconds.
      if (!stopped && !isUnavailable(error))
        log.error({ err: error, event: 'outbox.error' }, 'outbox round broke');
    }
  };
  const run = () => {
    running ??= attempt().finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(run, everyMs).unref();

  // A wake during the wait causes one more round, because the transaction of its message may end after the first.
  const wake = () => {
    isWokenAgain = woken !== undefined;
    // The round is not part of the request that woke it: neither its log lines nor its time for the database.
    woken ??= outsideRequest(() =>
      setTimeout(() => {
        woken = undefined;
        void run();
        if (isWokenAgain) wake();
      }, afterQueueMs).unref(),
    );
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
