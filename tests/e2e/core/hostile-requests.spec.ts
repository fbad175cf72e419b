import fc from 'fast-check';
import { isSoak } from '../../support/soak.ts';
import { HostileClient } from '../support/hostile/hostile-client.ts';
import { createHostileRequests } from '../support/hostile/hostile-requests.ts';
import { type HostileTarget, startHostileTarget } from '../support/hostile/hostile-target.ts';
import { expect, test } from '../support/test.ts';

/** A server of its own, because its memory is measured and its data is damaged. */
let target: HostileTarget;
test.beforeAll(async () => {
  target = await startHostileTarget();
});
test.afterAll(() => target.server.stop());

const tries = isSoak ? 200_000 : 1_400;
/** How long the requests of one seed are sent, so that a soak ends within an hour. Then there have to be so many. */
const longestMs = 10 * 60_000;
const fewest = isSoak ? 20_000 : 700;
/** `npm test` sends the same requests each time, apart from the ids of the rows. */
const seeds = isSoak ? [1, Math.trunc(Math.random() * 2 ** 31)] : [1, 2];
const maxGrowth = 32 * 1024 * 1024;

test('[C-35] [C-40] whatever a client sends gets no server error, no host that it has sent, every security header, and under /api/ the error contract; memory stays flat', async () => {
  test.setTimeout(isSoak ? 30 * 60_000 : 240_000);
  const requests = createHostileRequests(target);
  const client = new HostileClient(target);
  const afterEach = [];
  for (const seed of seeds) {
    await target.renew();
    let sent = 0;
    const property = fc.asyncProperty(requests, async (request) => {
      sent += 1;
      await client.expectRules(request);
    });
    // A failure prints its seed, its path and the smallest request that fails.
    await fc.assert(property, {
      seed,
      numRuns: tries / seeds.length,
      plugins: [fc.interruptAfterTimeLimit(longestMs)],
    });
    expect(sent).toBeGreaterThanOrEqual(fewest);
    afterEach.push(await target.measureMemory());
  }
  client.close();
  const [middle, end] = afterEach;
  if (!middle || !end) throw new Error('Memory was not measured.');
  expect(end.heapUsed - middle.heapUsed).toBeLessThan(maxGrowth);
  expect(end.external - middle.external).toBeLessThan(maxGrowth);
});
