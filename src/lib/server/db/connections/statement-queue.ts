import { PGliteAdapter, PGliteDialect } from 'kysely';
import { type CurrentRequest, findRequest } from '#lib/server/current-request.ts';
import { spend, waitedTooLong } from './time-budget.ts';

/** As long as a request waits for a connection of PostgreSQL's pool. */
const limitMs = 2000;

/**
 * Those who wait for the embedded database, which serves one at a time. A request that has not read or written anything yet waits for
 * those that have and for the server's own work, such as the health check. Where that takes longer than `limit` milliseconds it is
 * rejected, and nothing is lost. Whoever has begun is never rejected here. [C-40]
 */
export class StatementQueue {
  readonly #limit: number;
  readonly #admitted = new WeakSet<CurrentRequest>();
  readonly #begun = new Set<() => void>();
  readonly #new = new Set<() => void>();
  #isBusy = false;

  constructor(limit = limitMs) {
    this.#limit = limit;
  }

  /** Resolves when it is the caller's turn, which ends with `release`. Rejects with a code that `isUnavailable` knows. */
  async acquire(): Promise<void> {
    const request = findRequest();
    if (!this.#isBusy) this.#isBusy = true;
    else if (request && !this.#admitted.has(request)) await this.#waitInTime(request);
    else await new Promise<void>((start) => this.#begun.add(start));
    if (request) this.#admitted.add(request);
  }

  #waitInTime(request: CurrentRequest): Promise<void> {
    return new Promise((done, failed) => {
      const start = () => {
        clearTimeout(timer);
        done();
      };
      const timer = setTimeout(() => {
        // The turn may have been given already, while the database had the thread.
        if (!this.#new.delete(start)) return;
        // Another statement of the same request has had its turn.
        if (this.#admitted.has(request)) this.#begun.add(start);
        else failed(waitedTooLong());
      }, this.#limit);
      this.#new.add(start);
    });
  }

  /** Ends the caller's turn and begins that of whoever has waited longest. */
  release(): void {
    const waiting = this.#begun.size ? this.#begun : this.#new;
    const [next] = waiting;
    if (!next) {
      this.#isBusy = false;
      return;
    }
    waiting.delete(next);
    // The database never yields to the event loop: requests arrive, time passes and the health check is answered in between only.
    setImmediate(next);
  }
}

/** Kysely's own lock would wake all who wait after each statement, and let them wait for as long as it takes. */
class QueuedAdapter extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Kysely's dialect of the embedded database with our queue in front of it. */
export class QueuedPGliteDialect extends PGliteDialect {
  readonly #queue = new StatementQueue();

  override createAdapter(): PGliteAdapter {
    return new QueuedAdapter();
  }

  override createDriver(): ReturnType<PGliteDialect['createDriver']> {
    const driver = super.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    const release = driver.releaseConnection.bind(driver);
    return Object.assign(driver, {
      acquireConnection: async (...args: Parameters<typeof acquire>) => {
        await spend(() => this.#queue.acquire());
        return acquire(...args);
      },
      releaseConnection: async (...args: Parameters<typeof release>) => {
        await release(...args);
        this.#queue.release();
      },
    });
  }
}
