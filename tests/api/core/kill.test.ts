import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { openDatabase } from '#lib/server/db/index.ts';
import { type KillableApi, startKillableApi } from '../../support/killable-api.ts';
import { isSoak } from '../../support/soak.ts';

const rounds = isSoak ? 5 : 1;
const signUpsPerRound = 500;

interface Acknowledged {
  userId: string;
  /** The value of the session cookie. The database stores its SHA-256. */
  cookie: string;
  network: string;
}

async function signUp(origin: string, n: number): Promise<Acknowledged> {
  const network = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  const response = await fetch(`${origin}/api/v3/auth/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    body: JSON.stringify({
      first_name: 'Asha',
      email: `p${n}@example.com`,
      country_iso_code: 'IN',
      phone: `98${String(10_000_000 + n)}`,
    }),
  });
  const body = (await response.json()) as { user: { id: string } };
  const cookie =
    response.headers
      .getSetCookie()
      .find((line) => line.startsWith('sid='))
      ?.split(';')[0] ?? '';
  return { userId: body.user.id, cookie, network };
}

/** Signs up 20 people at a time until the server dies. Returns those that got a response. */
async function signUpUntilDeath(
  origin: string,
  first: number,
  onCount: (count: number) => void,
): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  let next = first;
  const lane = async () => {
    while (next < first + signUpsPerRound) {
      acknowledged.push(await signUp(origin, next++));
      onCount(acknowledged.length);
    }
  };
  await Promise.allSettled(Array.from({ length: 20 }, lane));
  return acknowledged;
}

// This tests the embedded database only, because PostgreSQL survives the killed process.
it.runIf(inject('databaseUrl' as never) === undefined)(
  'every acknowledged user, session and counter survives kill -9 during many sign-ups',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-kill-'));
    const all: Acknowledged[] = [];
    let running: KillableApi | undefined;
    try {
      for (let round = 0; round < rounds; round += 1) {
        const api = await startKillableApi({ DATA_DIR: dataDir });
        running = api;
        // Each round kills at another moment, always with open requests.
        const last = 40 + round * (isSoak ? 25 : 100);
        const acknowledged = await signUpUntilDeath(api.origin, round * signUpsPerRound, (count) => {
          if (count === last) void api.kill();
        });
        await api.kill();
        expect(acknowledged.length).toBeGreaterThanOrEqual(last);
        expect(acknowledged.length).toBeLessThan(signUpsPerRound);
        all.push(...acknowledged);
      }
      const { origin, stop } = await startKillableApi({ DATA_DIR: dataDir });
      for (const { userId, cookie } of all.filter((_, index) => index % 10 === 0)) {
        const response = await fetch(`${origin}/api/v3/user/`, { headers: { cookie } });
        expect(await response.json()).toMatchObject({ user: { id: userId } });
      }
      expect(await stop()).toBe(0);
      await expectAll(dataDir, all);
    } finally {
      await running?.kill();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  // The time limit is generous, so that a busy machine does not fail the test.
  300_000,
);

async function expectAll(dataDir: string, all: readonly Acknowledged[]): Promise<void> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null });
  try {
    const users = new Set((await db.selectFrom('appUser').select('id').execute()).map((row) => row.id));
    const sessions = new Set(
      (await db.selectFrom('session').select('userId').execute()).map((row) => row.userId),
    );
    const counters = new Set(
      (await db.selectFrom('rateCounter').select('key').execute()).map((row) => row.key),
    );
    expect(all.filter(({ userId }) => !users.has(userId))).toEqual([]);
    expect(all.filter(({ userId }) => !sessions.has(userId))).toEqual([]);
    expect(all.filter(({ network }) => !counters.has(`ip:register:${network}`))).toEqual([]);
  } finally {
    await close();
  }
}
