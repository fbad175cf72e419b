import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { requestLoginCode, signUp, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const me = 'GET /api/v3/user/';
const day = 86_400;

async function logIn(visitor: Visitor, phone: string) {
  await travel(test.db, 901);
  const { body } = await requestLoginCode(visitor, phone);
  return visitor.call('POST /api/v1/auth/login/verify-otp/', {
    otp_id: body.otp_id,
    otp: await test.codeFor(`+91${phone}`),
  });
}

describe('the session', () => {
  it('[C-25] is a __Host- cookie: Secure, HttpOnly, Lax, 30 days, no Domain', async () => {
    const { visitor, phone } = await signUpVerified(test);
    const { headers } = await logIn(visitor, phone);
    const cookie = headers.getSetCookie().find((line) => line.startsWith('__Host-sid='));
    expect(cookie).toMatch(
      /^__Host-sid=[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Lax; HttpOnly; Secure$/,
    );
  });

  it('[C-18] [C-19] is 256 random bits of which only the hash is stored', async () => {
    const { visitor } = await signUp(test);
    const token = visitor.cookies.get('__Host-sid') ?? '';
    const rows = await test.db.selectFrom('session').selectAll().execute();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('[C-21] a token chosen by the client is never accepted, and the old token ends at login', async () => {
    const { visitor, phone } = await signUpVerified(test);
    const planted = test.visitor();
    planted.cookies.set('__Host-sid', 'A'.repeat(43));
    expect((await planted.call(me)).body.error_code).toBe('SESSION_EXPIRED');
    const old = visitor.fork();
    await logIn(visitor, phone);
    expect((await old.call(me)).status).toBe(401);
    expect((await visitor.call(me)).status).toBe(200);
  });

  it('[C-20] ends after 30 days, and after 14 without use', async () => {
    const { visitor } = await signUpVerified(test);
    await travel(test.db, 13 * day);
    expect((await visitor.call(me)).status).toBe(200);
    await travel(test.db, 13 * day);
    expect((await visitor.call(me)).status).toBe(200);
    await travel(test.db, 5 * day);
    expect((await visitor.call(me)).body.error_code).toBe('SESSION_EXPIRED');

    const idle = await signUpVerified(test);
    await travel(test.db, 14 * day + 60);
    const ended = await idle.visitor.call(me);
    expect([ended.status, ended.body.error]).toEqual([401, 'Your session has ended. Please log in again.']);
  });

  it('[C-20] lasts one day for an unverified person', async () => {
    const { visitor } = await signUp(test);
    await travel(test.db, day + 1);
    expect((await visitor.call(me)).status).toBe(401);
  });

  it('[C-20] only the ten newest of a person stay valid', async () => {
    const { phone, visitor } = await signUpVerified(test);
    for (let n = 0; n < 10; n += 1) {
      const device = visitor.fork();
      device.cookies.delete('__Host-sid');
      await travel(test.db, 4000);
      expect((await logIn(device, phone)).status).toBe(200);
      await travel(test.db, day);
    }
    expect(await test.db.selectFrom('session').select('tokenHash').execute()).toHaveLength(10);
    expect((await visitor.call(me)).status).toBe(401);
  });

  it('[API-13] [C-24] logout ends it, clears the cookies, and succeeds a second time', async () => {
    const { visitor } = await signUpVerified(test);
    const stolen = visitor.fork();
    const first = await visitor.call('POST /api/v1/auth/logout/', {});
    expect([first.status, first.body]).toEqual([200, {}]);
    expect(visitor.cookies.has('__Host-sid')).toBe(false);
    expect(visitor.cookies.has('signed_in')).toBe(false);
    expect((await stolen.call(me)).status).toBe(401);
    expect((await visitor.call('POST /api/v1/auth/logout/', {})).status).toBe(200);
  });

  it('[API-15] [USER-07] a visitor has no user', async () => {
    const { status, body } = await test.visitor().call(me);
    expect([status, body.error_code, body.error]).toEqual([401, 'NOT_AUTHENTICATED', 'Please log in']);
  });

  it('a disabled account gets its error only after a correct code, and its sessions end', async () => {
    const { visitor, phone } = await signUpVerified(test);
    await test.db.updateTable('appUser').set({ disabledAt: new Date() }).execute();
    expect((await visitor.call(me)).body.error_code).toBe('ACCOUNT_DISABLED');
    const { status, body } = await logIn(test.visitor(), phone);
    expect([status, body.error_code]).toEqual([403, 'ACCOUNT_DISABLED']);
  });
});

describe('on a plain http development origin', () => {
  const plain = useTestApi({ SITE_ORIGIN: 'http://localhost:8000' });

  it('[C-25] the cookie has its plain name', async () => {
    const { visitor } = await signUp(plain);
    expect(visitor.cookies.has('sid')).toBe(true);
  });
});
