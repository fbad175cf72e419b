import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#lib/contract/core/endpoint.ts';
import { contract } from '#lib/contract/index.ts';
import { waitText } from '#lib/domain/core/limits/wait-text.ts';
import { createApi } from '#lib/server/api.ts';
import { openDatabase } from '#lib/server/db/index.ts';
import { createLog } from '#lib/server/log.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, requestLoginCode, signUp, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { startSmsProvider } from '../../support/messages/sms-provider.ts';
import { type Answer, Visitor } from '../../support/visitor.ts';

const provider = await startSmsProvider();
const test = useTestApi();
const verifyLogin = 'POST /api/v1/auth/login/verify-otp/';
const requestProof = 'POST /api/v1/user/phone-verification/request-otp/';
const verifyProof = 'POST /api/v1/user/phone-verification/verify-otp/';

/** Expects a rejection with this code, and the same waiting time in the body and in the header. */
function expectWait(answer: Answer, errorCode: string, [min, max]: [number, number]): void {
  expect([answer.status === 429 || answer.status === 503, answer.body.error_code]).toEqual([true, errorCode]);
  expect(Number.isInteger(answer.body.retry_after)).toBe(true);
  expect(answer.body.retry_after).toBeGreaterThanOrEqual(min);
  expect(answer.body.retry_after).toBeLessThanOrEqual(max);
  expect(answer.headers.get('retry-after')).toBe(String(answer.body.retry_after));
}

const wrongFor = async (e164: string) => ((await test.codeFor(e164)) === '111111' ? '222222' : '111111');

const accountCalls = Object.entries(contract as Record<string, Endpoint>).filter(([key]) =>
  /\/(auth|user)\//.test(key),
);

describe('a rate-limited person gets Retry-After', () => {
  it.each(
    accountCalls.flatMap(([key, { access, limits = [] }]) => limits.map((limit) => ({ key, access, limit }))),
  )(
    '[C-12] RATE_LIMITED: $key, per $limit.per ($limit.bucket)',
    async ({ key, access, limit: { bucket, per, max, windowSeconds } }) => {
      const { visitor, e164 } = await (access === 'verified' ? signUpVerified : signUp)(test);
      const path = key.replace(/\{\w+\}/, 'x');
      const address = '198.51.100.200';
      const { id } = await test.db
        .selectFrom('appUser')
        .select('id')
        .where('phoneE164', '=', e164)
        .executeTakeFirstOrThrow();
      const device = visitor.cookies.get('__Host-device-id')?.slice(0, 36);
      const ofNetwork = `ip:${bucket}:${address}`;
      const counterKey = {
        account: `account:${bucket}:${id}`,
        device: `device:${bucket}:${device}`,
        network: ofNetwork,
        address: ofNetwork,
      };
      const full = {
        key: counterKey[per],
        // A network's counter is in quarters of a request.
        count: per === 'network' ? 4 * max : max,
        expiresAt: sql<Date>`now() + make_interval(secs => ${windowSeconds})`,
      };
      const setFull = test.db.insertInto('rateCounter').values(full);
      await setFull.onConflict((conflict) => conflict.column('key').doUpdateSet(full)).execute();
      const answer = await visitor.call(path, {}, { 'x-test-address': address });
      expectWait(answer, 'RATE_LIMITED', [windowSeconds - 60, windowSeconds]);
      expect(answer.body.error).toBe(`Too many requests. Try again in ${waitText(windowSeconds)}.`);
    },
  );

  it('[C-09] OTP_RESEND_TOO_SOON', async () => {
    const { phone, visitor } = await signUp(test);
    await visitor.call(requestProof, {});
    expectWait(await visitor.call(requestProof, {}), 'OTP_RESEND_TOO_SOON', [1, 30]);
    const verified = await signUpVerified(test);
    await requestLoginCode(test.visitor(), verified.phone);
    expectWait(await requestLoginCode(test.visitor(), verified.phone), 'OTP_RESEND_TOO_SOON', [1, 30]);
    expect(phone).not.toBe(verified.phone);
  });

  it('[C-10] OTP_SEND_LIMIT, in a quarter of an hour and in a day', async () => {
    const { phone } = await signUpVerified(test);
    for (let sent = 1; sent < 5; sent += 1) {
      await travel(test.db, 31);
      await requestLoginCode(test.visitor(), phone);
    }
    await travel(test.db, 31);
    expectWait(await requestLoginCode(test.visitor(), phone), 'OTP_SEND_LIMIT', [600, 900]);
    for (let sent = 5; sent < 10; sent += 1) {
      await travel(test.db, 901);
      await requestLoginCode(test.visitor(), phone);
    }
    await travel(test.db, 901);
    expectWait(await requestLoginCode(test.visitor(), phone), 'OTP_SEND_LIMIT', [70_000, 86_400]);
  });

  it('[C-11] OTP_DELIVERY_PAUSED for numbers next to each other', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { visitor } = await signUp(test, { phone: `987650${1000 + n}` });
      await visitor.call(requestProof, {});
    }
    const { visitor } = await signUp(test, { phone: '9876501099' });
    expectWait(await visitor.call(requestProof, {}), 'OTP_DELIVERY_PAUSED', [3000, 3600]);
  });
});

describe('a person with too many wrong codes gets Retry-After', () => {
  it('[C-03] [C-09] OTP_ATTEMPTS_EXCEEDED: the wait for the next code, and no wait once it can be requested', async () => {
    const { visitor, e164 } = await signUp(test);
    const { body } = await visitor.call(requestProof, {});
    const guess = { otp_id: body.otp_id, otp: await wrongFor(e164) };
    for (let n = 0; n < 4; n += 1) await visitor.call(verifyProof, guess);
    expectWait(await visitor.call(verifyProof, guess), 'OTP_ATTEMPTS_EXCEEDED', [1, 30]);
    expectWait(await visitor.call(verifyProof, guess), 'OTP_ATTEMPTS_EXCEEDED', [1, 30]);
    await travel(test.db, 31);
    const later = await visitor.call(verifyProof, guess);
    expect([later.status, later.body.error_code, later.body.retry_after]).toEqual([
      429,
      'OTP_ATTEMPTS_EXCEEDED',
      undefined,
    ]);
    expect(later.headers.has('retry-after')).toBe(false);
    expect((await visitor.call(requestProof, {})).status).toBe(200);
  });

  it('[C-10] OTP_ATTEMPTS_EXCEEDED on the last code of a quarter of an hour', async () => {
    const { phone, e164 } = await signUpVerified(test);
    let otpId = '';
    for (let sent = 1; sent < 5; sent += 1) {
      await travel(test.db, 31);
      otpId = (await requestLoginCode(test.visitor(), phone)).body.otp_id;
    }
    const guess = { otp_id: otpId, otp: await wrongFor(e164) };
    for (let n = 0; n < 4; n += 1) await test.visitor().call(verifyLogin, guess);
    expectWait(await test.visitor().call(verifyLogin, guess), 'OTP_ATTEMPTS_EXCEEDED', [600, 900]);
  });

  it('[C-04] ACCOUNT_LOCKED: with the twentieth wrong code, and from every endpoint that uses the number', async () => {
    const { phone, e164, visitor } = await signUpVerified(test);
    await travel(test.db, 901);
    let last = {} as Answer;
    let guess = {};
    for (let code = 0; code < 4; code += 1) {
      const { body } = await requestLoginCode(test.visitor(), phone);
      guess = { otp_id: body.otp_id, otp: await wrongFor(e164) };
      for (let n = 0; n < 5; n += 1) last = await test.visitor().call(verifyLogin, guess);
      if (code < 3) {
        expect(last.body.error_code).toBe('OTP_ATTEMPTS_EXCEEDED');
        await travel(test.db, 31);
      }
    }
    expectWait(last, 'ACCOUNT_LOCKED', [3500, 3600]);
    expectWait(await test.visitor().call(verifyLogin, guess), 'ACCOUNT_LOCKED', [3500, 3600]);
    expectWait(await requestLoginCode(test.visitor(), phone), 'ACCOUNT_LOCKED', [3500, 3600]);
    expect((await visitor.call('GET /api/v3/user/')).status).toBe(200);
  });
});

describe('while codes are paused', () => {
  const capped = useTestApi({ OTP_SENDS_PER_HOUR: '3', OTP_SENDS_PER_HOUR_FOREIGN_COUNTRY: '1' });
  const askFrom = async (countryIsoCode: string, phone: string) => {
    const visitor = capped.visitor();
    const body = { first_name: 'A', email: `${phone}@example.com`, country_iso_code: countryIsoCode, phone };
    await visitor.call('POST /api/v3/auth/register/', body);
    return visitor.call(requestProof, {});
  };

  it('[C-11] OTP_DELIVERY_PAUSED for a country and for all', async () => {
    await askFrom('US', '2025550123');
    expectWait(await askFrom('US', '6502530000'), 'OTP_DELIVERY_PAUSED', [3000, 3600]);
    for (let n = 0; n < 2; n += 1) await askFrom('IN', newPhone());
    expectWait(await askFrom('IN', newPhone()), 'OTP_DELIVERY_PAUSED', [3000, 3600]);
  });
});

describe('while the provider is not called', () => {
  const live = useTestApi({ MESSAGES: 'live', SMS_WEBHOOK_URL: provider.url });
  afterAll(() => provider.close());

  it('[C-41] OTP_DELIVERY_PAUSED', async () => {
    provider.status = 500;
    for (let n = 0; n < 5; n += 1) await (await signUp(live)).visitor.call(requestProof, {});
    const { visitor } = await signUp(live);
    expectWait(await visitor.call(requestProof, {}), 'OTP_DELIVERY_PAUSED', [1, 30]);
  });
});

describe('while the database is down', () => {
  it.each(accountCalls.map(([key]) => key))('[C-38] SERVICE_UNAVAILABLE: %s', async (key) => {
    const gone = await openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataDir: '' });
    const { config, messages, mediaStore } = test;
    const log = createLog('silent');
    const api = createApi({
      config,
      messages,
      mediaStore,
      log,
      db: gone.db,
      clientAddress: () => '203.0.113.9',
    });
    const visitor = new Visitor(api, config.siteOrigin, '203.0.113.9');
    visitor.cookies.set('__Host-sid', 'A'.repeat(43));
    expectWait(
      await visitor.call(key.replace(/\{\w+\}/, 'x'), key.startsWith('GET') ? undefined : {}),
      'SERVICE_UNAVAILABLE',
      [1, 60],
    );
    await gone.close();
  });
});
