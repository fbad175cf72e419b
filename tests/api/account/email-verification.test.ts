import { describe, expect, it } from 'vitest';
import { endExpiredEmailCodes } from '#lib/server/account/email-verification/check-email-code.ts';
import { deleteExpired } from '#lib/server/scheduled-tasks.ts';
import { useTestApi } from '../../support/api.ts';
import {
  emailCodeFor,
  newPhone,
  type Person,
  signUp,
  signUpVerified,
  signUpWithUnverifiedEmail,
} from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';

const test = useTestApi();
const me = 'GET /api/v3/user/';
const update = 'PATCH /api/v1/user/update/';
const request = 'POST /api/v1/user/email-verification/request/';
const verify = 'POST /api/v1/user/email-verification/verify/';

const otherThan = (code: string) => (code === '111111' ? '222222' : '111111');
const codesTo = async (email: string) => {
  await deliverDue(test);
  return (await test.sentTo(email)).map(({ code }) => code);
};

describe('the code of an email', () => {
  it('[C-22] comes after the number is verified, and verifies the email', async () => {
    const { visitor, email } = await signUpWithUnverifiedEmail(test);
    expect((await visitor.call(me)).body.user.is_email_verified).toBe(false);
    const code = await emailCodeFor(test, email);
    const [mail] = await test.sentTo(email);
    expect(mail).toMatchObject({ medium: 'EMAIL', subject: 'Confirm your email', code });
    expect(mail?.text).toContain(`https://localhost/account/verify-email/?code=${code}`);
    expect(mail?.text).not.toMatch(/Asha|Verma/);
    const { status, body } = await visitor.call(verify, { code });
    expect([status, body.user.is_email_verified, body.user.email]).toEqual([200, true, email]);
    expect((await visitor.call(me)).body).toEqual(body);
  });

  it('[C-05] is used once', async () => {
    const { visitor, email } = await signUpWithUnverifiedEmail(test);
    const code = await emailCodeFor(test, email);
    await visitor.call(verify, { code });
    const again = await visitor.call(verify, { code });
    expect([again.status, again.body.error_code]).toEqual([409, 'EMAIL_ALREADY_VERIFIED']);
    expect((await visitor.call(request, {})).body.error_code).toBe('EMAIL_ALREADY_VERIFIED');
  });

  it('[C-03] accepts five attempts', async () => {
    const { visitor, email } = await signUpWithUnverifiedEmail(test);
    const code = await emailCodeFor(test, email);
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push(await visitor.call(verify, { code: otherThan(code) }));
    expect(answers.map(({ body }) => [body.error_code, body.attempts_remaining])).toEqual([
      ...[4, 3, 2, 1].map((left) => ['OTP_INVALID', left]),
      ['OTP_ATTEMPTS_EXCEEDED', 0],
    ]);
    expect((await visitor.call(verify, { code })).body.error_code).toBe('OTP_ATTEMPTS_EXCEEDED');
    await travel(test.db, 60);
    await visitor.call(request, {});
    expect((await visitor.call(verify, { code: await emailCodeFor(test, email) })).status).toBe(200);
  });

  it('[C-02] is valid for a day', async () => {
    const { visitor, email } = await signUpWithUnverifiedEmail(test);
    const code = await emailCodeFor(test, email);
    await travel(test.db, 24 * 3600);
    const { status, body } = await visitor.call(verify, { code });
    expect([status, body.error_code, Object.keys(body.field_errors)]).toEqual([400, 'OTP_EXPIRED', ['code']]);
    await travel(test.db, -2 * 3600);
    expect((await visitor.call(verify, { code })).body.error_code).toBe('OTP_EXPIRED');
    await travel(test.db, 2 * 3600);
    await deleteExpired(test.db);
    expect(await test.db.selectFrom('emailChallenge').select('id').execute()).toEqual([]);
  });

  it('[C-02] stays expired when the clock goes back, though only the scheduled task saw it, and is none before it was sent', async () => {
    const { visitor, email } = await signUpWithUnverifiedEmail(test);
    const code = await emailCodeFor(test, email);
    await travel(test.db, -60);
    expect((await visitor.call(verify, { code })).body.error_code).toBe('OTP_EXPIRED');
    await travel(test.db, 24 * 3600 + 60);
    await endExpiredEmailCodes(test.db);
    await travel(test.db, -3600);
    expect((await visitor.call(verify, { code })).body.error_code).toBe('OTP_EXPIRED');
  });

  it('[C-06] is replaced by the next one', async () => {
    const { visitor, email } = await signUpWithUnverifiedEmail(test);
    const first = await emailCodeFor(test, email);
    await travel(test.db, 60);
    expect((await visitor.call(request, {})).body).toEqual({ email });
    const second = await emailCodeFor(test, email);
    if (first !== second)
      expect((await visitor.call(verify, { code: first })).body.error_code).toBe('OTP_INVALID');
    expect((await visitor.call(verify, { code: second })).status).toBe(200);
  });

  it('[C-07] belongs to one person and one address', async () => {
    const one = await signUpWithUnverifiedEmail(test);
    const other = await signUpWithUnverifiedEmail(test);
    const code = await emailCodeFor(test, one.email);
    await one.visitor.call(update, { email: 'elsewhere@example.com' });
    await one.visitor.call(update, { email: one.email });
    expect((await other.visitor.call(verify, { code })).body.error_code).toBe('OTP_INVALID');
    expect((await one.visitor.call(verify, { code })).body.error_code).toBe('OTP_EXPIRED');
  });

  it('needs a session with a verified number, and six digits', async () => {
    const { visitor } = await signUp(test);
    for (const [key, body] of [
      [request, {}],
      [verify, { code: '123456' }],
    ] as const) {
      expect((await test.visitor().call(key, body)).status).toBe(401);
      expect((await visitor.call(key, body)).body.error_code).toBe('PHONE_NOT_VERIFIED');
    }
    const person = await signUpWithUnverifiedEmail(test);
    for (const code of ['12345', '1234567', 'abcdef', 123456, ['123456'], null])
      expect((await person.visitor.call(verify, { code })).body.error_code).toBe('VALIDATION_FAILED');
  });
});

describe('the limits of emails with a code', () => {
  it('[C-22] are one a minute and three an hour to an address', async () => {
    const { visitor, email } = await signUpWithUnverifiedEmail(test);
    const early = await visitor.call(request, {});
    expect([early.status, early.body.error_code]).toEqual([429, 'RATE_LIMITED']);
    expect(early.body.error).toBe('We sent several codes already. Try again in 1 minute.');
    for (let n = 0; n < 2; n += 1) {
      await travel(test.db, 60);
      expect((await visitor.call(request, {})).status).toBe(200);
    }
    await travel(test.db, 60);
    const late = await visitor.call(request, {});
    expect(late.status).toBe(429);
    expect(late.body.error).toMatch(/^We sent several codes already\. Try again in 5\d minutes\.$/);
    expect(await codesTo(email)).toHaveLength(3);
  });

  it('[C-22] hold for all accounts and spellings of an address together', async () => {
    for (const email of ['a.b@gmail.com', 'ab@gmail.com', 'ab+1@gmail.com', 'ab+2@googlemail.com'])
      await signUpWithUnverifiedEmail(test, { email });
    expect(await test.db.selectFrom('outbox').select('id').execute()).toHaveLength(3);
    await travel(test.db, 3600);
    for (let n = 3; n < 9; n += 1) await signUpWithUnverifiedEmail(test, { email: `ab+${n}@gmail.com` });
    expect(await test.db.selectFrom('outbox').select('id').execute()).toHaveLength(6);
    await travel(test.db, 3600);
    const last = await signUpWithUnverifiedEmail(test, { email: 'ab@gmail.com' });
    expect(await test.db.selectFrom('outbox').select('id').execute()).toHaveLength(6);
    expect((await last.visitor.call(request, {})).status).toBe(429);
  });
});

describe('the owner of an email', () => {
  const prove = async ({ visitor, email }: Person) =>
    visitor.call(verify, { code: await emailCodeFor(test, email) });

  it('[C-22] is the first to verify it, and learns nothing of others before', async () => {
    const email = 'shared@example.com';
    const stranger = await signUpWithUnverifiedEmail(test, { email });
    const code = await emailCodeFor(test, email);
    const owner = await signUpWithUnverifiedEmail(test, { email: 'Shared@Example.com' });
    expect((await prove(owner)).status).toBe(200);
    const late = await stranger.visitor.call(verify, { code });
    expect([late.status, late.body.error_code, late.body.field_errors]).toEqual([
      409,
      'EMAIL_ALREADY_REGISTERED',
      { email: 'This email is already in use' },
    ]);
    expect((await stranger.visitor.call(me)).body.user.is_email_verified).toBe(false);
  });

  it('[C-22] keeps it when somebody with a verified email wants to change to it', async () => {
    const owner = await signUpVerified(test);
    const { visitor, email } = await signUpVerified(test);
    await visitor.call(update, { email: owner.email });
    const { body } = await visitor.call(verify, { code: await emailCodeFor(test, owner.email) });
    expect(body.error_code).toBe('EMAIL_ALREADY_REGISTERED');
    expect((await visitor.call(me)).body.user).toMatchObject({ email, is_email_verified: true });
  });

  it('[C-22] is found by nobody who has not verified the number: an abandoned sign-up blocks nothing', async () => {
    const email = 'mine@example.com';
    await signUp(test, { email });
    const owner = await signUpWithUnverifiedEmail(test, { email, phone: newPhone() });
    expect((await prove(owner)).body.user.is_email_verified).toBe(true);
  });
});
