import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CurrentRequest, withRequest } from '#lib/server/current-request.ts';
import { StatementQueue } from '#lib/server/db/connections/statement-queue.ts';
import { isUnavailable } from '#lib/server/db/index.ts';

const limit = 2000;
const newRequest = (id: string): CurrentRequest => ({ id, route: null });

let queue: StatementQueue;
let served: string[];

beforeEach(() => {
  vi.useFakeTimers();
  queue = new StatementQueue(limit);
  served = [];
});
afterEach(() => vi.useRealTimers());

/** Waits for a turn and notes what became of it. A request that gets one keeps it until the test releases it. */
async function take(name: string, request?: CurrentRequest): Promise<void> {
  const acquire = () =>
    queue.acquire().then(
      () => void served.push(name),
      (error) => void served.push(`${name} ${isUnavailable(error) ? 'is rejected' : error}`),
    );
  if (request) await new Promise<void>((done) => withRequest(request, () => void acquire().then(done)));
  else await acquire();
}

/** Lets promises go on, and `milliseconds` pass. */
const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

describe('the queue in front of the embedded database', () => {
  it('[C-40] rejects a request that waits too long for its first statement, never one that has begun', async () => {
    const begun = newRequest('begun');
    await take('begun', begun);
    queue.release();
    await take('holder');
    void take('begun again', begun);
    void take('new', newRequest('new'));
    await pass(limit - 1);
    expect(served.slice(2)).toEqual([]);
    await pass(60_000);
    expect(served.slice(2)).toEqual(['new is rejected']);
    queue.release();
    await pass();
    expect(served.slice(3)).toEqual(['begun again']);
  });

  it('[C-40] serves who has begun and the health check first, each in the order of asking', async () => {
    const begun = newRequest('begun');
    await take('begun', begun);
    for (const name of ['new 1', 'new 2']) void take(name, newRequest(name));
    void take('health check');
    void take('begun again', begun);
    for (let turn = 0; turn < 5; turn += 1) {
      await pass();
      queue.release();
    }
    expect(served).toEqual(['begun', 'health check', 'begun again', 'new 1', 'new 2']);
    await take('later', newRequest('later'));
    expect(served.at(-1)).toBe('later');
  });

  it('[C-40] gives a turn that was granted after the limit had passed, while a statement had the thread', async () => {
    vi.useRealTimers();
    queue = new StatementQueue(10);
    await take('holder');
    const turn = take('late', newRequest('late'));
    const end = performance.now() + 20;
    while (performance.now() < end);
    queue.release();
    await turn;
    queue.release();
    await take('next', newRequest('next'));
    expect(served).toEqual(['holder', 'late', 'next']);
  });

  it('[C-40] rejects no statement of a request of which another one had its turn', async () => {
    await take('holder');
    const page = newRequest('page');
    for (const name of ['first', 'second']) void take(name, page);
    queue.release();
    await pass(limit * 3);
    expect(served).toEqual(['holder', 'first']);
    queue.release();
    await pass();
    expect(served).toEqual(['holder', 'first', 'second']);
  });

  it('[C-40] lets other work of the process go on between two turns', async () => {
    vi.useRealTimers();
    const turns = Array.from({ length: 50 }, async (_, turn) => {
      await take(`turn ${turn}`, newRequest(String(turn)));
      queue.release();
    });
    let turnsOfEventLoop = 0;
    const countTurn = () => {
      turnsOfEventLoop += 1;
      if (served.length < turns.length) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    await Promise.all(turns);
    expect(turnsOfEventLoop).toBeGreaterThanOrEqual(turns.length - 1);
  });
});
