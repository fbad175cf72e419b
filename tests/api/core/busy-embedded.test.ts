import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { withRequest } from '#lib/server/current-request.ts';
import { createReadinessCheck } from '#lib/server/readiness.ts';
import { useTestApi } from '../../support/api.ts';
import { requestLoginCode, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';

const test = useTestApi();
const phone = { country_iso_code: 'IN', phone: '9876543210' };

let requests = 0;

/** Handles the requests of `work` as the server does, which tells one from another. */
function asRequest<Result>(work: () => Promise<Result>): Promise<Result> {
  requests += 1;
  const request = { id: `request-${requests}`, route: null };
  return new Promise((done, failed) => withRequest(request, () => void work().then(done, failed)));
}

/** Keeps everybody else out of the database until the returned function is called. */
function holdDatabase(): () => void {
  let end = () => {};
  const held = new Promise<void>((done) => {
    end = done;
  });
  void test.db.transaction().execute(() => held);
  return () => end();
}

/** Lets time pass until the work is done, however many turns it takes to reach the database. */
async function passUntilDone<Result>(work: Promise<Result>): Promise<Result> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await vi.advanceTimersByTimeAsync(2000);
    await new Promise((later) => setImmediate(later));
  }
  return done;
}

describe.runIf(!inject('databaseUrl'))('a busy embedded database', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('[C-40] a request that would wait too long is a 503, and the next one after that succeeds', async () => {
    const release = holdDatabase();
    const rejected = asRequest(() => test.visitor().call('POST /api/v1/auth/user-exists/', phone));
    const { status, body, headers } = await passUntilDone(rejected);
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(body).toEqual({
      ...{ error_code: 'SERVICE_UNAVAILABLE', error: 'The service is busy. Try again in a moment.' },
      ...{ field_errors: {}, request_id: expect.any(String), retry_after: 5 },
    });
    release();
    const next = await asRequest(() => test.visitor().call('POST /api/v1/auth/user-exists/', phone));
    expect(next).toMatchObject({ status: 200, body: { user_exists: false } });
  });

  it('[C-40] a sign-in that has begun ends, however long it waits, and the health check is answered', async () => {
    const { visitor, phone: number, e164 } = await signUpVerified(test);
    await travel(test.db, 60);
    const { body } = await requestLoginCode(visitor, number);
    const otp = await test.codeFor(e164);
    const signIn = asRequest(() =>
      visitor.call('POST /api/v1/auth/login/verify-otp/', { otp_id: body.otp_id, otp }),
    );
    // The sign-in has the database now, so this waits for its first statement and comes before its second.
    const release = holdDatabase();
    const checkReadiness = createReadinessCheck(test, { limitMs: 1500 });
    const readiness = checkReadiness();
    await vi.advanceTimersByTimeAsync(25_000);
    expect(await readiness).toMatchObject({ database: 'late' });
    release();
    expect(await signIn).toMatchObject({ status: 200, body: { user: { is_phone_verified: true } } });
  });
});
