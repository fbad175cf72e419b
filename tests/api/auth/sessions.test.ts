import { describe, expect, it } from 'vitest';
import { createApi } from '#lib/server/api.ts';
import { createLog, type Log } from '#lib/server/log.ts';
import { useTestApi } from '../../support/api.ts';
import { requestLoginCode, signUp, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const me = 'GET /api/v3/user/';
const list = 'GET /api/v1/user/sessions/';
const endOthers = 'POST /api/v1/user/sessions/end-others/';
const end = (id: string) => `DELETE /api/v1/user/sessions/${id}/`;
const day = 86_400;

const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

/** Logs the person in on another browser. */
async function logIn(phone: string, userAgent = 'test browser'): Promise<Visitor> {
  const visitor = test.visitor();
  await travel(test.db, 901);
  const { body } = await requestLoginCode(visitor, phone);
  const proof = { otp_id: body.otp_id, otp: await test.codeFor(`+91${phone}`) };
  const answer = await visitor.call('POST /api/v1/auth/login/verify-otp/', proof, {
    'user-agent': userAgent,
  });
  expect(answer.status).toBe(200);
  return visitor;
}

const sessionsOf = async (visitor: Visitor) => (await visitor.call(list)).body.results;

describe('the list of signed-in browsers', () => {
  it('[C-20] lists this one first, then the most recently used; it contains no token and no hash', async () => {
    const { phone, visitor } = await signUpVerified(test);
    await logIn(phone);
    await logIn(phone, android);
    const { status, body } = await visitor.call(list);
    expect([status, body.count, body.next]).toEqual([200, 3, null]);
    expect(body.results[1]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      device: 'Chrome on Android',
      kind: 'PHONE',
      created_at: expect.stringMatching(/Z$/),
      last_seen_at: expect.stringMatching(/Z$/),
      is_current: false,
    });
    expect(body.results.map((one: { is_current: boolean }) => one.is_current)).toEqual([true, false, false]);
    expect(body.results[2]).toMatchObject({ device: 'Unknown browser', kind: 'UNKNOWN' });
    for (const { tokenHash } of await test.db.selectFrom('session').select('tokenHash').execute())
      expect(JSON.stringify(body)).not.toContain(tokenHash);
  });

  it('[C-39] contains no session of another person', async () => {
    await signUpVerified(test);
    const { visitor } = await signUpVerified(test);
    expect(await sessionsOf(visitor)).toHaveLength(1);
  });

  it('[C-20] omits sessions that expired by age or by inactivity', async () => {
    const { phone } = await signUpVerified(test);
    await travel(test.db, 15 * day);
    const visitor = await logIn(phone);
    expect(await sessionsOf(visitor)).toHaveLength(1);
    await logIn(phone);
    await test.db.updateTable('session').set({ lastSeenAt: new Date() }).execute();
    expect(await sessionsOf(visitor)).toHaveLength(3);
    await test.db
      .updateTable('session')
      .set({ expiresAt: new Date(0) })
      .where('createdAt', '<', new Date(Date.now() - 10 * day * 1000))
      .execute();
    expect(await sessionsOf(visitor)).toHaveLength(2);
  });

  it('is paged like every list', async () => {
    const { phone, visitor } = await signUpVerified(test);
    await logIn(phone);
    const { body } = await visitor.call(`${list}?limit=1`);
    expect([body.count, body.results.length]).toEqual([2, 1]);
    const { body: rest } = await visitor.call(`GET ${body.next}`);
    expect([rest.results.length, rest.results[0].is_current, rest.next]).toEqual([1, false, null]);
  });

  it('requires a signed-in person, with or without a verified number', async () => {
    expect((await test.visitor().call(list)).body.error_code).toBe('NOT_AUTHENTICATED');
    const { visitor } = await signUp(test);
    expect(await sessionsOf(visitor)).toHaveLength(1);
  });
});

describe('ending one session', () => {
  it('[C-24] signs out only that browser at its next call', async () => {
    const { phone, visitor } = await signUpVerified(test);
    const other = await logIn(phone);
    const third = await logIn(phone);
    const mine = (await sessionsOf(other)).find((one: { is_current: boolean }) => one.is_current);
    const { status, body } = await visitor.call(end(mine.id));
    expect([status, body]).toEqual([200, {}]);
    const ended = await other.call(me);
    expect([ended.status, ended.body.error_code]).toEqual([401, 'SESSION_EXPIRED']);
    // [C-21] A 401 may arrive after the cookie of a token exchange and must not clear it.
    expect(ended.headers.getSetCookie()).toEqual([]);
    expect((await third.call(me)).status).toBe(200);
    expect(await sessionsOf(visitor)).toHaveLength(2);
  });

  it('[C-24] clears the cookies when it is the current session', async () => {
    const { visitor } = await signUpVerified(test);
    const stolen = visitor.fork();
    const [mine] = await sessionsOf(visitor);
    expect((await visitor.call(end(mine.id))).status).toBe(200);
    expect(visitor.cookies.has('__Host-sid')).toBe(false);
    expect(visitor.cookies.has('signed_in')).toBe(false);
    expect((await stolen.call(me)).status).toBe(401);
  });

  it('[C-39] returns 404 for another person’s, an ended, an unknown and a malformed id', async () => {
    const other = await signUpVerified(test);
    const [foreign] = await sessionsOf(other.visitor);
    const { phone, visitor } = await signUpVerified(test);
    await logIn(phone);
    const [, own] = await sessionsOf(visitor);
    await visitor.call(end(own.id));
    for (const id of [foreign.id, own.id, '00000000-0000-4000-8000-000000000000', 'x', '%00', '..%2F']) {
      const { status, body } = await visitor.call(end(id));
      expect([id, status, body.error_code]).toEqual([id, 404, 'NOT_FOUND']);
    }
    expect((await other.visitor.call(me)).status).toBe(200);
  });

  it('works with an unverified number', async () => {
    const { visitor } = await signUp(test);
    const [mine] = await sessionsOf(visitor);
    expect((await visitor.call(end(mine.id))).status).toBe(200);
    expect((await visitor.call(me)).status).toBe(401);
  });

  it('[C-26] accepts a request from our own page', async () => {
    const { visitor } = await signUpVerified(test);
    const [mine] = await sessionsOf(visitor);
    const { body } = await visitor.call(end(mine.id), undefined, {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    });
    expect(body.error_code).toBe('CSRF_FAILED');
  });
});

describe('signing out everywhere else', () => {
  it('[C-39] ends every other session of the person at once, and no session of other people', async () => {
    const stranger = await signUpVerified(test);
    const { phone, visitor } = await signUpVerified(test);
    const others = [await logIn(phone), await logIn(phone)];
    const { status, body } = await visitor.call(endOthers, {});
    expect([status, body]).toEqual([200, { ended: 2 }]);
    for (const other of others) expect((await other.call(me)).body.error_code).toBe('SESSION_EXPIRED');
    expect((await visitor.call(me)).status).toBe(200);
    expect((await stranger.visitor.call(me)).status).toBe(200);
    expect((await visitor.call(endOthers, {})).body).toEqual({ ended: 0 });
  });

  it('[C-40] ending sessions is logged with the person, without a token', async () => {
    const { phone, visitor } = await signUpVerified(test);
    await logIn(phone);
    const logged: object[] = [];
    const info = (entry: object) => logged.push(entry);
    const log = { ...createLog('silent'), info } as unknown as Log;
    const { config, db, messages, mediaStore } = test;
    const api = createApi({ config, db, messages, mediaStore, log, clientAddress: () => '203.0.113.7' });
    const watched = new Visitor(api, config.siteOrigin, '203.0.113.7');
    for (const [name, value] of visitor.cookies) watched.cookies.set(name, value);
    await watched.call(endOthers, {});
    const [mine] = await sessionsOf(watched);
    await watched.call(end(mine.id));
    const userId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(logged).toEqual([
      { event: 'auth.other_sessions_ended', userId, ended: 1 },
      { event: 'auth.session_ended', userId },
    ]);
  });

  it('counts only the listed sessions', async () => {
    const { phone, visitor: idle } = await signUpVerified(test);
    await travel(test.db, 15 * day);
    const visitor = await logIn(phone);
    expect((await visitor.call(endOthers, {})).body).toEqual({ ended: 0 });
    expect((await idle.call(me)).status).toBe(401);
  });

  it('one browser stays signed in when browsers sign each other out in parallel', async () => {
    const { phone, visitor } = await signUpVerified(test);
    const all = [visitor, await logIn(phone), await logIn(phone), await logIn(phone)];
    const answers = await Promise.all(all.map((one) => one.call(endOthers, {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect(await test.db.selectFrom('session').select('id').execute()).toHaveLength(1);
  });

  it('works with an unverified number, and not for a visitor', async () => {
    const { visitor } = await signUp(test);
    expect((await visitor.call(endOthers, {})).body).toEqual({ ended: 0 });
    expect((await test.visitor().call(endOthers, {})).status).toBe(401);
  });
});
