import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { newPhone, requestLoginCode, signUp, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { callWithProof, solve } from '../../support/proof-of-work.ts';
import { createCountingApi } from '../../support/statements.ts';
import type { Answer, Visitor } from '../../support/visitor.ts';

const address = '203.0.113.80';
const test = useTestApi({ PROOF_COST: '1' });
const userExists = 'POST /api/v1/auth/user-exists/';
const callback = 'POST /api/v1/cap/request-sales-callback/';
const requestProof = 'POST /api/v1/user/phone-verification/request-otp/';
const number = { country_iso_code: 'IN', phone: '9876501234' };

const ask = (visitor: Visitor, headers: Record<string, string> = {}) =>
  visitor.call(userExists, number, headers);
const stranger = (from = address) => test.visitor(from);

/** Uses up the half of the network's limit for which nobody needs a proof. */
async function makeBusy(from = address): Promise<void> {
  for (let n = 0; n < 10; n += 1) await Promise.all(Array.from({ length: 10 }, () => ask(stranger(from))));
}

async function expectChallenge(answer: Promise<Answer>): Promise<Answer> {
  const { status, body } = await answer;
  expect([status, body.error_code]).toEqual([428, 'PROOF_REQUIRED']);
  return answer;
}

describe('a busy network', () => {
  it('[C-12] asks devices without history for a proof of work over half of its limit, and at once no other network', async () => {
    await makeBusy();
    const visitor = stranger();
    const challenged = await expectChallenge(ask(visitor));
    expect((await ask(visitor, await solve(challenged))).status).toBe(200);
    expect((await ask(stranger('203.0.113.81'))).status).toBe(200);
    await travel(test.db, 600);
    expect((await ask(stranger())).status).toBe(200);
  });

  it('[C-12] asks no device on which somebody verified a number', async () => {
    const { visitor } = await signUpVerified(test, { visitor: stranger() });
    await makeBusy();
    await expectChallenge(ask(stranger()));
    expect((await ask(visitor)).status).toBe(200);
    const forger = stranger();
    forger.cookies.set('__Host-device-id', `${crypto.randomUUID()}.1.${'A'.repeat(43)}`);
    await expectChallenge(ask(forger));
  });

  it('[C-12] accepts an answer once, for its route and network, and for five minutes', async () => {
    await makeBusy();
    await makeBusy('203.0.113.82');
    const visitor = stranger();
    const proof = await solve(await ask(visitor));
    expect((await ask(visitor, proof)).status).toBe(200);
    const again = await expectChallenge(ask(visitor, proof));

    const second = await solve(again);
    await expectChallenge(ask(stranger('203.0.113.82'), second));
    const { secretKeys } = test.config;
    const other = test.config;
    Object.assign(test.config, { ...other, secretKeys: ['another key of thirty-two characters or more'] });
    await expectChallenge(ask(visitor, second));
    Object.assign(test.config, { secretKeys });
    expect((await ask(visitor, second)).status).toBe(200);
    await expectChallenge(ask(visitor, { 'Proof-Of-Work': 'bm90IGEgcHJvb2Y=' }));
    await expectChallenge(ask(visitor, { 'Proof-Of-Work': '%' }));
  });

  it('[C-12] says in minutes when a full limit accepts requests again, even with a proof', async () => {
    await test.db
      .insertInto('rateCounter')
      .values({ key: `ip:user-exists:${address}`, count: 800, expiresAt: new Date(Date.now() + 540_000) })
      .execute();
    const full = await callWithProof(stranger(), userExists, number);
    expect([full.status, full.body.error]).toEqual([429, 'Too many requests. Try again in 9 minutes.']);
    expect(full.headers.get('retry-after')).toBe(String(full.body.retry_after));
  });

  it('[C-12] asks for a proof from the first request when it requests codes that nobody enters', async () => {
    for (let n = 0; n < 50; n += 1) {
      const { visitor } = await signUp(test);
      await visitor.call(requestProof, {}, { 'x-test-address': address });
    }
    await travel(test.db, 601);
    await expectChallenge(ask(stranger()));
    expect((await callWithProof(stranger(), userExists, number)).status).toBe(200);
    expect((await ask(stranger('203.0.113.81'))).status).toBe(200);
  });
});

describe('what counts', () => {
  const countOf = async (pattern: string) => {
    const rows = await test.db.selectFrom('rateCounter').selectAll().where('key', 'like', pattern).execute();
    return rows.reduce((sum, { count }) => sum + count, 0);
  };

  it('[C-12] a rejected input does not, for the device and for the network', async () => {
    const visitor = stranger();
    for (let n = 0; n < 30; n += 1) expect((await visitor.call(userExists, '[')).status).toBe(400);
    for (let n = 0; n < 30; n += 1)
      expect((await visitor.call(userExists, { ...number, phone: '123' })).status).toBe(400);
    expect((await visitor.call(callback, {})).status).toBe(400);
    expect([await countOf('device:%'), await countOf('ip:%')]).toEqual([0, 0]);
    expect((await ask(visitor)).status).toBe(200);
    // A network's counters are in quarters of a request.
    expect([await countOf('device:user-exists:%'), await countOf('ip:user-exists:%')]).toEqual([1, 4]);
  });

  it('[C-12] a typing error does not, when the proof for it was used up', async () => {
    await makeBusy();
    const visitor = stranger();
    const before = await countOf('ip:user-exists:%');
    const typo = await callWithProof(visitor, userExists, { ...number, phone: '123' });
    expect([typo.status, await countOf('ip:user-exists:%')]).toEqual([400, before]);
    expect((await callWithProof(visitor, userExists, number)).status).toBe(200);
  });

  it('[C-27] an answer about somebody’s number or email does', async () => {
    const known = await signUpVerified(test);
    const visitor = stranger();
    expect((await requestLoginCode(visitor, newPhone())).body.error_code).toBe('USER_NOT_FOUND');
    const taken = { first_name: 'A', email: known.email, country_iso_code: 'IN', phone: newPhone() };
    expect((await visitor.call('POST /api/v3/auth/register/', taken)).status).toBe(409);
    await ask(visitor);
    const { visitor: member } = await signUp(test);
    const update = (email: string) =>
      member.call('PATCH /api/v1/user/update/', { email }, { 'x-test-address': address });
    expect((await update(known.email)).status).toBe(200);
    expect((await update('not an email')).status).toBe(400);
    expect(await countOf(`ip:enumeration:${address}`)).toBe(16);
  });
});

describe('a device', () => {
  it('[C-12] can ask 20 times in ten minutes whether a number has an account', async () => {
    const visitor = stranger();
    for (let n = 0; n < 20; n += 1) expect((await ask(visitor)).status).toBe(200);
    const next = await ask(visitor);
    expect([next.status, next.body.error]).toEqual([429, 'Too many requests. Try again in 10 minutes.']);
    expect((await ask(stranger())).status).toBe(200);
    await travel(test.db, 600);
    expect((await ask(visitor)).status).toBe(200);
  });

  it('[C-12] can register 5 accounts an hour and request 10 codes in ten minutes', async () => {
    const visitor = stranger();
    const register = (phone: string) => signUp(test, { visitor, phone });
    for (let n = 0; n < 5; n += 1) await register(newPhone());
    await expect(register(newPhone())).rejects.toThrow('429');
    const statuses = [];
    for (let n = 0; n < 11; n += 1) {
      const { phone } = await signUpVerified(test);
      statuses.push((await requestLoginCode(visitor, phone)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });

  it('[C-12] is counted with its network in one statement, after which every other write waits for the disk as before', async () => {
    const setting = sql<{ value: string }>`select current_setting('synchronous_commit') as value`;
    const before = await setting.execute(test.db);
    const { status, statements } = await createCountingApi(test).call(stranger(), userExists, number);
    // The other one looks for the number.
    expect([status, statements]).toEqual([200, 2]);
    expect((await setting.execute(test.db)).rows).toEqual(before.rows);
  });

  it('[C-38] limits are stored in the database', async () => {
    await ask(stranger());
    const keys = await test.db.selectFrom('rateCounter').select('key').execute();
    expect(keys.map(({ key }) => key)).toContain(`ip:user-exists:${address}`);
  });
});
