import { describe, expect, it } from 'vitest';
import { detectOtpAbuse } from '#lib/server/auth/otp/otp-statistics.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, requestLoginCode, signUp, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const verifyLogin = 'POST /api/v1/auth/login/verify-otp/';
const requestProof = 'POST /api/v1/user/phone-verification/request-otp/';

/** Requests this number of codes for one number, each after 30 seconds. */
async function sendTimes(phone: string, times: number, more: object = {}) {
  let last = await requestLoginCode(test.visitor(), phone, more);
  for (let sent = 1; sent < times; sent += 1) {
    await travel(test.db, 31);
    last = await requestLoginCode(test.visitor(), phone, { resend: true, ...more });
  }
  return last;
}

const changePhone = (visitor: Visitor, phone: string) =>
  visitor.call('PATCH /api/v2/user/change-phone/', { country_iso_code: 'IN', phone });

describe('sends', () => {
  it('[C-09] wait 30 seconds on the server, with Retry-After', async () => {
    const { phone } = await signUpVerified(test);
    await requestLoginCode(test.visitor(), phone);
    const early = await requestLoginCode(test.visitor(), phone);
    expect([early.status, early.body.error_code]).toEqual([429, 'OTP_RESEND_TOO_SOON']);
    expect(early.body.retry_after).toBeGreaterThan(25);
    expect(early.headers.get('retry-after')).toBe(String(early.body.retry_after));
    expect(early.body.field_errors.phone).toBe(`Please wait ${early.body.retry_after} seconds`);
    await travel(test.db, 30);
    expect((await requestLoginCode(test.visitor(), phone)).status).toBe(200);
  });

  it('[AUTH-07] [C-09] a mistyped number is corrected at once: the new one starts its own interval', async () => {
    const person = await signUp(test);
    expect((await person.visitor.call(requestProof, {})).status).toBe(200);
    const corrected = newPhone();
    expect((await changePhone(person.visitor, corrected)).status).toBe(200);
    expect((await person.visitor.call(requestProof, {})).status).toBe(200);
    expect((await person.visitor.call(requestProof, {})).body.error_code).toBe('OTP_RESEND_TOO_SOON');
    expect((await changePhone(person.visitor, person.phone)).status).toBe(200);
    expect((await person.visitor.call(requestProof, {})).body.error_code).toBe('OTP_RESEND_TOO_SOON');
  });

  it('[AUTH-07] [C-09] a code that re-authenticates does not count against the number to verify', async () => {
    const { phone, e164, visitor } = await signUpVerified(test);
    await travel(test.db, 660);
    const next = newPhone();
    expect((await changePhone(visitor, next)).body.error_code).toBe('REAUTH_REQUIRED');
    const { body } = await requestLoginCode(visitor, phone);
    const otp = await test.codeFor(e164);
    expect((await visitor.call(verifyLogin, { otp_id: body.otp_id, otp })).status).toBe(200);
    expect((await changePhone(visitor, next)).status).toBe(200);
    expect((await visitor.call(requestProof, {})).status).toBe(200);
  });

  it('[C-09] go to 5 different numbers an hour and 10 a day from one account', async () => {
    const { visitor } = await signUp(test);
    const sendToNext = async () => {
      await changePhone(visitor, newPhone());
      return visitor.call(requestProof, {});
    };
    for (let n = 0; n < 5; n += 1) expect((await sendToNext()).status).toBe(200);
    const sixth = await sendToNext();
    expect([sixth.status, sixth.body.error_code]).toEqual([429, 'OTP_SEND_LIMIT']);
    expect(sixth.body.retry_after).toBeGreaterThan(3500);
    await travel(test.db, 3601);
    for (let n = 0; n < 5; n += 1) expect((await sendToNext()).status).toBe(200);
    await travel(test.db, 3601);
    const eleventh = await sendToNext();
    expect([eleventh.status, eleventh.body.error_code]).toEqual([429, 'OTP_SEND_LIMIT']);
    expect(eleventh.body.retry_after).toBeGreaterThan(70_000);
  });

  it('[C-10] are 5 in 15 minutes to one number, all purposes together', async () => {
    const { phone } = await signUpVerified(test);
    await travel(test.db, 31);
    expect((await sendTimes(phone, 4)).status).toBe(200);
    await travel(test.db, 31);
    const sixth = await requestLoginCode(test.visitor(), phone);
    expect([sixth.status, sixth.body.error_code]).toEqual([429, 'OTP_SEND_LIMIT']);
    expect(sixth.body.retry_after).toBeGreaterThan(60);
    await travel(test.db, 900);
    expect((await requestLoginCode(test.visitor(), phone)).status).toBe(200);
  });

  it('[C-10] are 10 in 24 hours to one number', async () => {
    const { phone } = await signUpVerified(test);
    for (let sent = 1; sent < 10; sent += 1) {
      await travel(test.db, 901);
      expect((await requestLoginCode(test.visitor(), phone)).status).toBe(200);
    }
    await travel(test.db, 901);
    expect((await requestLoginCode(test.visitor(), phone)).body.error_code).toBe('OTP_SEND_LIMIT');
  });

  it('[C-10] a stranger who uses up the limit does not lock out the owner’s own device', async () => {
    const { phone, visitor } = await signUpVerified(test);
    await travel(test.db, 31);
    await sendTimes(phone, 4);
    await travel(test.db, 31);
    expect((await requestLoginCode(test.visitor(), phone)).body.error_code).toBe('OTP_SEND_LIMIT');
    expect((await requestLoginCode(visitor, phone)).status).toBe(200);
  });

  it('[C-11] are 10 an hour to numbers that differ in the last four digits only', async () => {
    for (let n = 0; n < 10; n += 1) {
      const person = await signUp(test, { phone: `987650${1000 + n}` });
      expect((await person.visitor.call(requestProof, {})).status).toBe(200);
    }
    const eleventh = await signUp(test, { phone: '9876501099' });
    const answer = await eleventh.visitor.call(requestProof, {});
    expect([answer.status, answer.body.error_code]).toEqual([503, 'OTP_DELIVERY_PAUSED']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('sends worldwide', () => {
  const capped = useTestApi({ OTP_SENDS_PER_HOUR: '3', OTP_SENDS_PER_HOUR_FOREIGN_COUNTRY: '1' });

  it('[C-11] are capped, and more for a country other than India', async () => {
    const register = async (phone: string, country: string) => {
      const visitor = capped.visitor();
      await visitor.call('POST /api/v3/auth/register/', {
        first_name: 'A',
        email: `${phone}@example.com`,
        country_iso_code: country,
        phone,
      });
      return visitor.call(requestProof, {});
    };
    expect((await register('2025550123', 'US')).status).toBe(200);
    expect((await register('6502530000', 'US')).body.error_code).toBe('OTP_DELIVERY_PAUSED');
    expect((await register(newPhone(), 'IN')).status).toBe(200);
    expect((await register(newPhone(), 'IN')).status).toBe(200);
    expect((await register(newPhone(), 'IN')).body.error_code).toBe('OTP_DELIVERY_PAUSED');
  });
});

describe('calls', () => {
  it('[AUTH-14] [C-13] only after two resends, and the call reads the code twice', async () => {
    const { phone, e164 } = await signUpVerified(test);
    await travel(test.db, 901);
    await sendTimes(phone, 2);
    await travel(test.db, 31);
    const early = await requestLoginCode(test.visitor(), phone, {
      resend: true,
      delivery_medium: 'VOICE_CALL',
    });
    expect([early.status, early.body.error_code]).toEqual([400, 'VOICE_NOT_AVAILABLE']);
    await requestLoginCode(test.visitor(), phone, { resend: true });
    await travel(test.db, 31);
    const call = await requestLoginCode(test.visitor(), phone, {
      resend: true,
      delivery_medium: 'VOICE_CALL',
    });
    expect(call.status).toBe(200);
    const [message] = await test.sentTo(e164);
    expect(message?.medium).toBe('VOICE_CALL');
    expect(message?.text.split(String(message.code).split('').join(', '))).toHaveLength(3);
  });

  it('[AUTH-14] [C-13] only in India', async () => {
    const visitor = test.visitor();
    await visitor.call('POST /api/v3/auth/register/', {
      first_name: 'A',
      email: 'us@example.com',
      country_iso_code: 'US',
      phone: '2025550123',
    });
    for (const resend of [false, true, true]) {
      expect((await visitor.call(requestProof, { resend })).status).toBe(200);
      await travel(test.db, 31);
    }
    const call = await visitor.call(requestProof, { resend: true, delivery_medium: 'VOICE_CALL' });
    expect(call.body.error_code).toBe('VOICE_NOT_AVAILABLE');
  });

  it('[C-13] two an hour to one number', async () => {
    const { phone } = await signUpVerified(test);
    const call = { resend: true, delivery_medium: 'VOICE_CALL' };
    await travel(test.db, 901);
    await sendTimes(phone, 3);
    for (const status of [200, 200, 429]) {
      await travel(test.db, 450);
      await requestLoginCode(test.visitor(), phone, { resend: true });
      await travel(test.db, 31);
      const answer = await requestLoginCode(test.visitor(), phone, call);
      expect(answer.status).toBe(status);
    }
  });
});

describe('attempts', () => {
  it('[C-04] are 20 an hour for one number over all its codes, then the number is locked for an hour, even for the right code', async () => {
    const { phone, e164 } = await signUpVerified(test);
    await travel(test.db, 901);
    for (let code = 0; code < 4; code += 1) {
      const { body } = await requestLoginCode(test.visitor(), phone);
      for (let guess = 0; guess < 5; guess += 1)
        await test.visitor().call(verifyLogin, {
          otp_id: body.otp_id,
          otp: (await test.codeFor(e164)) === '111111' ? '222222' : '111111',
        });
      await travel(test.db, 31);
    }
    const locked = await requestLoginCode(test.visitor(), phone);
    expect([locked.status, locked.body.error_code]).toEqual([429, 'ACCOUNT_LOCKED']);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(3000);
    await travel(test.db, 3600);
    expect((await requestLoginCode(test.visitor(), phone)).status).toBe(200);
  });

  it('[C-04] are reset by a correct code', async () => {
    const { phone, e164 } = await signUpVerified(test);
    await travel(test.db, 31);
    const { body } = await requestLoginCode(test.visitor(), phone);
    const code = await test.codeFor(e164);
    await test
      .visitor()
      .call(verifyLogin, { otp_id: body.otp_id, otp: code === '111111' ? '222222' : '111111' });
    await test.visitor().call(verifyLogin, { otp_id: body.otp_id, otp: code });
    const counters = await test.db
      .selectFrom('rateCounter')
      .select('key')
      .where('key', 'like', 'otp:guesses:%')
      .execute();
    expect(counters).toEqual([]);
  });

  it('[C-11] abuse is detected for pumping and for guessing, not in a normal hour', () => {
    expect(detectOtpAbuse({ sent: 50, verified: 14, wrong: 0 })).toBe('PUMPING');
    expect(detectOtpAbuse({ sent: 49, verified: 0, wrong: 0 })).toBe(null);
    expect(detectOtpAbuse({ sent: 200, verified: 100, wrong: 20 })).toBe(null);
    expect(detectOtpAbuse({ sent: 120, verified: 39, wrong: 61 })).toBe('GUESSING');
  });
});
