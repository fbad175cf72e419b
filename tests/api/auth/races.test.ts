import { expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import {
  emailCodeFor,
  newPhone,
  requestLoginCode,
  signUp,
  signUpVerified,
  signUpWithUnverifiedEmail,
} from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';

const test = useTestApi();
const verifyLogin = 'POST /api/v1/auth/login/verify-otp/';
const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

async function withLoginCode() {
  const person = await signUpVerified(test);
  await travel(test.db, 31);
  const { body } = await requestLoginCode(test.visitor(), person.phone);
  return { ...person, otpId: body.otp_id as string, code: await test.codeFor(person.e164) };
}

it('[C-03] of 200 parallel wrong attempts five are checked, and then the correct code is rejected', async () => {
  const { otpId, code } = await withLoginCode();
  const guess = code === '111111' ? '222222' : '111111';
  const answers = await times(200, () => test.visitor().call(verifyLogin, { otp_id: otpId, otp: guess }));
  expect(answers.filter(({ body }) => body.error_code === 'OTP_INVALID')).toHaveLength(4);
  expect(answers.filter(({ body }) => body.error_code === 'OTP_ATTEMPTS_EXCEEDED')).toHaveLength(196);
  const row = await test.db
    .selectFrom('otpChallenge')
    .select('attempts')
    .where('id', '=', otpId)
    .executeTakeFirstOrThrow();
  expect(row.attempts).toBe(5);
  const guesses = await test.db
    .selectFrom('rateCounter')
    .select('count')
    .where('key', 'like', 'otp:guesses:1h:%')
    .executeTakeFirstOrThrow();
  expect(guesses.count).toBe(5);
  const right = await test.visitor().call(verifyLogin, { otp_id: otpId, otp: code });
  expect(right.body.error_code).toBe('OTP_ATTEMPTS_EXCEEDED');
}, 60_000);

it('[C-05] 50 parallel correct codes create one session', async () => {
  const { otpId, code } = await withLoginCode();
  const before = await test.db.selectFrom('session').selectAll().execute();
  const answers = await times(50, () => test.visitor().call(verifyLogin, { otp_id: otpId, otp: code }));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await test.db.selectFrom('session').selectAll().execute()).toHaveLength(before.length + 1);
}, 60_000);

it('[C-09] 20 parallel sends send one message', async () => {
  const { phone, e164 } = await signUpVerified(test);
  await travel(test.db, 31);
  const before = (await test.sentTo(e164)).length;
  const answers = await times(20, () => requestLoginCode(test.visitor(), phone));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.error_code === 'OTP_RESEND_TOO_SOON')).toHaveLength(19);
  expect((await test.sentTo(e164)).length).toBe(before + 1);
});

it('[C-22] of five people who verify one number in parallel, one owns it', async () => {
  const phone = newPhone();
  const claims = [];
  for (let n = 0; n < 5; n += 1) {
    const person = await signUp(test, { phone, email: `claim-${n}@example.com` });
    const { body } = await person.visitor.call('POST /api/v1/user/phone-verification/request-otp/', {});
    claims.push({ ...person, otpId: body.otp_id, code: await test.codeFor(person.e164) });
    await travel(test.db, 31);
  }
  const answers = await Promise.all(
    claims.map(({ visitor, otpId, code }) =>
      visitor.call('POST /api/v1/user/phone-verification/verify-otp/', { otp_id: otpId, otp: code }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  // Later people get the error that the number is taken; or the claim ended with its account and code.
  for (const { status } of answers) expect([200, 400, 401, 409]).toContain(status);
  const owners = await test.db
    .selectFrom('appUser')
    .select('id')
    .where('phoneE164', '=', `+91${phone}`)
    .execute();
  expect(owners).toHaveLength(1);
});

it('[C-12] [C-38] of 40 parallel requests from one device 20 are accepted', async () => {
  const asker = test.visitor();
  const ask = () =>
    asker.call('POST /api/v1/auth/user-exists/', { country_iso_code: 'IN', phone: '9876501234' });
  const first = await ask();
  const answers = [first, ...(await times(39, ask))];
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
});

it('[C-22] of three people who verify one email in parallel, one owns it', async () => {
  const email = 'shared@example.com';
  const claims = [];
  for (let n = 0; n < 3; n += 1) {
    const { visitor } = await signUpWithUnverifiedEmail(test, { email });
    claims.push({ visitor, code: await emailCodeFor(test, email) });
  }
  const answers = await Promise.all(
    claims.map(({ visitor, code }) => visitor.call('POST /api/v1/user/email-verification/verify/', { code })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const owners = test.db.selectFrom('appUser').select('id').where('emailVerifiedAt', 'is not', null);
  expect(await owners.execute()).toHaveLength(1);
});

it('[C-03] [C-05] of 20 parallel codes of an email five are checked, and one verifies it', async () => {
  const verify = 'POST /api/v1/user/email-verification/verify/';
  const { visitor, email } = await signUpWithUnverifiedEmail(test);
  const code = await emailCodeFor(test, email);
  const answers = await times(20, () => visitor.call(verify, { code }));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const [row] = await test.db.selectFrom('emailChallenge').select('attempts').execute();
  expect(row?.attempts).toBeLessThanOrEqual(5);
});
