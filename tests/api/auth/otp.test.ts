import { describe, expect, it } from 'vitest';
import { recordExpiredOtps } from '#lib/server/auth/otp/otp-expiry.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, requestLoginCode, signUp, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';

const test = useTestApi();
const verifyLogin = 'POST /api/v1/auth/login/verify-otp/';
const requestProof = 'POST /api/v1/user/phone-verification/request-otp/';
const verifyProof = 'POST /api/v1/user/phone-verification/verify-otp/';

const wrong = (code: string) => (code === '111111' ? '222222' : '111111');

/** Signs up a verified person and, 30 seconds later, requests a login code. */
async function signUpWithLoginCode() {
  const person = await signUpVerified(test);
  await travel(test.db, 31);
  const visitor = test.visitor();
  const { body } = await requestLoginCode(visitor, person.phone);
  return { ...person, visitor, otpId: body.otp_id as string, code: await test.codeFor(person.e164) };
}

describe('the code', () => {
  it('[API-11] [API-12] logs in and returns the user and the profiles', async () => {
    const { visitor, otpId, code, e164 } = await signUpWithLoginCode();
    const { status, body } = await visitor.call(verifyLogin, { otp_id: otpId, otp: code });
    expect(status).toBe(200);
    expect(body.user.full_phone).toBe(e164);
    expect(body.user_profiles).toEqual([]);
    expect((await visitor.call('GET /api/v3/user/')).status).toBe(200);
  });

  it('[C-16] is sent in a fixed text whose last line binds it to the origin', async () => {
    const { e164, code } = await signUpWithLoginCode();
    const [sms] = await test.sentTo(e164);
    expect(sms?.text.split('\n').at(-1)).toBe(`@localhost #${code}`);
    expect(code).toMatch(/^\d{6}$/);
  });

  it('[C-08] is stored as an HMAC only', async () => {
    const { code } = await signUpWithLoginCode();
    const row = await test.db
      .selectFrom('otpChallenge')
      .selectAll()
      .where('purpose', '=', 'LOGIN')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(code);
    expect(row.codeHmac).toMatch(/^[0-9a-f]{64}$/);
  });

  it('[C-02] lives 300 seconds', async () => {
    const { visitor, otpId, code } = await signUpWithLoginCode();
    await travel(test.db, 301);
    const { status, body } = await visitor.call(verifyLogin, { otp_id: otpId, otp: code });
    expect([status, body.error_code, body.field_errors]).toEqual([
      400,
      'OTP_EXPIRED',
      { otp: 'This OTP has expired' },
    ]);
  });

  it('[C-02] stays expired when the clock goes back after somebody has seen it', async () => {
    const { visitor, otpId, code } = await signUpWithLoginCode();
    await travel(test.db, 301);
    await visitor.call(verifyLogin, { otp_id: otpId, otp: code });
    await travel(test.db, -301);
    const { body } = await visitor.call(verifyLogin, { otp_id: otpId, otp: code });
    expect(body.error_code).toBe('OTP_EXPIRED');
  });

  it('[C-02] stays expired when the clock goes back, though only another code was requested meanwhile', async () => {
    const { visitor, otpId, code } = await signUpWithLoginCode();
    await travel(test.db, 301);
    await requestLoginCode(test.visitor(), (await signUpVerified(test)).phone);
    await travel(test.db, -301);
    const { body } = await visitor.call(verifyLogin, { otp_id: otpId, otp: code });
    expect(body.error_code).toBe('OTP_EXPIRED');
  });

  it('[C-02] stays expired when the clock goes back and nobody but the scheduled task saw it', async () => {
    const { visitor, otpId, code } = await signUpWithLoginCode();
    await travel(test.db, 301);
    await recordExpiredOtps(test.db);
    await travel(test.db, -301);
    const { body } = await visitor.call(verifyLogin, { otp_id: otpId, otp: code });
    expect(body.error_code).toBe('OTP_EXPIRED');
  });

  it('[C-02] is expired when the clock goes back to before it was sent', async () => {
    const { visitor, otpId, code } = await signUpWithLoginCode();
    await travel(test.db, -60);
    const { body } = await visitor.call(verifyLogin, { otp_id: otpId, otp: code });
    expect(body.error_code).toBe('OTP_EXPIRED');
    expect((await requestLoginCode(test.visitor(), (await signUpVerified(test)).phone)).status).toBe(200);
  });

  it('[C-02] is still valid after 290 seconds', async () => {
    const { visitor, otpId, code } = await signUpWithLoginCode();
    await travel(test.db, 290);
    expect((await visitor.call(verifyLogin, { otp_id: otpId, otp: code })).status).toBe(200);
  });

  it('[C-03] takes five attempts; the fifth wrong one says so, and then the correct code is rejected', async () => {
    const { visitor, otpId, code } = await signUpWithLoginCode();
    for (const remaining of [4, 3, 2, 1]) {
      const { status, body } = await visitor.call(verifyLogin, { otp_id: otpId, otp: wrong(code) });
      expect([status, body.error_code, body.attempts_remaining]).toEqual([400, 'OTP_INVALID', remaining]);
    }
    const fifth = await visitor.call(verifyLogin, { otp_id: otpId, otp: wrong(code) });
    expect([fifth.status, fifth.body.error_code, fifth.body.field_errors.otp]).toEqual([
      429,
      'OTP_ATTEMPTS_EXCEEDED',
      'Too many attempts. Request a new OTP.',
    ]);
    const right = await visitor.call(verifyLogin, { otp_id: otpId, otp: code });
    expect(right.body.error_code).toBe('OTP_ATTEMPTS_EXCEEDED');
  });

  it.each([['12345'], ['1234567'], ['abcdef'], [123456], [['123456']], ['１２３４５６'], [null]])(
    '[FORM-09] a malformed code %j is rejected and uses no attempt',
    async (otp) => {
      const { visitor, otpId, code } = await signUpWithLoginCode();
      const { status, body } = await visitor.call(verifyLogin, { otp_id: otpId, otp });
      expect([status, body.error_code, body.field_errors.otp]).toEqual([
        400,
        'VALIDATION_FAILED',
        'Please enter a valid OTP',
      ]);
      const row = await test.db
        .selectFrom('otpChallenge')
        .select('attempts')
        .where('id', '=', otpId)
        .executeTakeFirstOrThrow();
      expect(row.attempts).toBe(0);
      expect((await visitor.call(verifyLogin, { otp_id: otpId, otp: code })).status).toBe(200);
    },
  );

  it('[C-05] can be used once', async () => {
    const { visitor, otpId, code } = await signUpWithLoginCode();
    await visitor.call(verifyLogin, { otp_id: otpId, otp: code });
    const again = await test.visitor().call(verifyLogin, { otp_id: otpId, otp: code });
    expect([again.status, again.body.error_code]).toEqual([400, 'OTP_ALREADY_USED']);
  });

  it('[C-06] expires when a newer one is sent', async () => {
    const { visitor, phone, otpId, code } = await signUpWithLoginCode();
    await travel(test.db, 31);
    const resent = await requestLoginCode(visitor, phone, { resend: true, previous_otp_id: otpId });
    const old = await visitor.call(verifyLogin, { otp_id: otpId, otp: code });
    expect([old.status, old.body.error_code, old.body.field_errors.otp]).toEqual([
      400,
      'OTP_SUPERSEDED',
      'Use the latest OTP',
    ]);
    const fresh = await visitor.call(verifyLogin, {
      otp_id: resent.body.otp_id,
      otp: await test.codeFor(`+91${phone}`),
    });
    expect(fresh.status).toBe(200);
  });

  it('[C-07] unknown, malformed and other people’s ids get the same error', async () => {
    const { otpId, code } = await signUpWithLoginCode();
    const stranger = await signUp(test);
    const answers = [
      await stranger.visitor.call(verifyProof, { otp_id: otpId, otp: code }),
      await stranger.visitor.call(verifyProof, { otp_id: '6f1e7c1e-0000-4000-8000-000000000000', otp: code }),
      await stranger.visitor.call(verifyProof, { otp_id: "x' or 1=1", otp: code }),
    ].map(({ status, body }) => ({ status, ...body, request_id: null }));
    expect(answers[0]).toMatchObject({ status: 400, error_code: 'OTP_INVALID' });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const row = await test.db
      .selectFrom('otpChallenge')
      .select('attempts')
      .where('id', '=', otpId)
      .executeTakeFirstOrThrow();
    expect(row.attempts).toBe(0);
  });

  it('[C-07] a code for one purpose is not valid for the other', async () => {
    const person = await signUp(test);
    const { body } = await person.visitor.call(requestProof, {});
    const answer = await person.visitor.call(verifyLogin, {
      otp_id: body.otp_id,
      otp: await test.codeFor(person.e164),
    });
    expect(answer.body.error_code).toBe('OTP_INVALID');
  });

  it('[C-15] another person’s previous id cancels nothing and reveals nothing; a malformed id is rejected', async () => {
    const victim = await signUpWithLoginCode();
    const attacker = await signUpVerified(test);
    await travel(test.db, 31);
    const hinted = await requestLoginCode(test.visitor(), attacker.phone, {
      resend: true,
      previous_otp_id: victim.otpId,
    });
    expect(hinted.status).toBe(200);
    expect((await victim.visitor.call(verifyLogin, { otp_id: victim.otpId, otp: victim.code })).status).toBe(
      200,
    );
    const malformed = await requestLoginCode(test.visitor(), attacker.phone, { previous_otp_id: 'x' });
    expect(malformed.status).toBe(400);
  });
});

describe('phone verification', () => {
  it('[API-16] [API-17] [USER-07] verifies the number and rotates the session', async () => {
    const person = await signUp(test);
    const before = person.visitor.cookies.get('__Host-sid');
    const { body } = await person.visitor.call(requestProof, {
      country_iso_code: 'IN',
      phone: person.phone,
      delivery_medium: 'SMS',
    });
    const answer = await person.visitor.call(verifyProof, {
      otp_id: body.otp_id,
      otp: await test.codeFor(person.e164),
    });
    expect(answer.body.user.is_phone_verified).toBe(true);
    expect(person.visitor.cookies.get('__Host-sid')).not.toBe(before);
  });

  it.each([{}, { delivery_medium: 'sms' }, { delivery_medium: 'Sms' }, { delivery_medium: 'SMS' }])(
    '[API-16] %j is sent by SMS, with or without the number',
    async (medium) => {
      const { visitor, phone, e164 } = await signUp(test);
      expect((await visitor.call(requestProof, medium)).status).toBe(200);
      await travel(test.db, 31);
      const named = await visitor.call(requestProof, { ...medium, country_iso_code: 'IN', phone });
      expect(named.status).toBe(200);
      expect((await test.sentTo(e164)).map((message) => message.medium)).toEqual(['SMS', 'SMS']);
    },
  );

  it('[API-16] another medium is rejected, and a call in small letters is a call', async () => {
    const { visitor } = await signUp(test);
    const pigeon = await visitor.call(requestProof, { delivery_medium: 'pigeon' });
    expect([pigeon.status, pigeon.body.field_errors]).toEqual([
      400,
      { delivery_medium: 'Choose sms or voice_call' },
    ]);
    const call = await visitor.call(requestProof, { delivery_medium: 'voice_call' });
    expect(call.body.error_code).toBe('VOICE_NOT_AVAILABLE');
  });

  it('requires a session and the person’s own unverified number', async () => {
    expect((await test.visitor().call(requestProof, {})).body.error_code).toBe('NOT_AUTHENTICATED');
    const person = await signUp(test);
    const other = await person.visitor.call(requestProof, { country_iso_code: 'IN', phone: newPhone() });
    expect([other.status, other.body.error_code]).toEqual([400, 'PHONE_MISMATCH']);
    const verified = await signUpVerified(test);
    const again = await verified.visitor.call(requestProof, {});
    expect([again.status, again.body.error_code]).toEqual([409, 'PHONE_ALREADY_VERIFIED']);
  });
});
