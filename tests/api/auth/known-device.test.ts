import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { newPhone, requestLoginCode, signUp, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const userExists = 'POST /api/v1/auth/user-exists/';
const verifyLogin = 'POST /api/v1/auth/login/verify-otp/';

const wrong = (code: string) => (code === '111111' ? '222222' : '111111');

/** Enters a wrong code this number of times; returns the error of each. */
async function guessWrong(visitor: Visitor, otpId: string, e164: string, times: number): Promise<string[]> {
  const otp = wrong(await test.codeFor(e164));
  const errorCodes = [];
  for (let n = 0; n < times; n += 1)
    errorCodes.push((await visitor.call(verifyLogin, { otp_id: otpId, otp })).body.error_code);
  return errorCodes;
}

/** A stranger requests codes for the number and guesses wrong until the number is locked. */
async function lockNumber(phone: string, e164: string): Promise<void> {
  for (let code = 0; code < 4; code += 1) {
    await travel(test.db, 31);
    const { body } = await requestLoginCode(test.visitor(), phone);
    await guessWrong(test.visitor(), body.otp_id, e164, 5);
  }
  await travel(test.db, 31);
  const locked = await requestLoginCode(test.visitor(), phone);
  expect(locked.body.error_code).toBe('ACCOUNT_LOCKED');
}

describe('[C-04] a number that strangers have locked', () => {
  it('logs in as always on a device where it logged in before', async () => {
    const { phone, e164, visitor } = await signUpVerified(test);
    await lockNumber(phone, e164);
    const exists = await visitor.call(userExists, { country_iso_code: 'IN', phone });
    expect([exists.status, exists.body.user_exists]).toEqual([200, true]);
    const sent = await requestLoginCode(visitor, phone);
    expect(sent.status).toBe(200);
    expect(await guessWrong(visitor, sent.body.otp_id, e164, 1)).toEqual(['OTP_INVALID']);
    const otp = await test.codeFor(e164);
    expect((await visitor.call(verifyLogin, { otp_id: sent.body.otp_id, otp })).status).toBe(200);
    // The login of the owner gives strangers no further guesses.
    expect((await requestLoginCode(test.visitor(), phone)).body.error_code).toBe('ACCOUNT_LOCKED');
  });

  it('stays locked for the device of another number, and for a forged one', async () => {
    const { phone, e164 } = await signUpVerified(test);
    const other = await signUpVerified(test);
    await lockNumber(phone, e164);
    expect((await requestLoginCode(other.visitor, phone)).body.error_code).toBe('ACCOUNT_LOCKED');
    const forger = test.visitor();
    for (const name of other.visitor.cookies.keys()) forger.cookies.set(name, 'A'.repeat(43));
    expect((await requestLoginCode(forger, phone)).body.error_code).toBe('ACCOUNT_LOCKED');
  });
});

describe('[C-04] a known device', () => {
  it('has 10 wrong codes an hour, which lock it alone', async () => {
    const { phone, e164, visitor } = await signUpVerified(test);
    for (let code = 0; code < 2; code += 1) {
      await travel(test.db, 31);
      const { body } = await requestLoginCode(visitor, phone);
      expect((await guessWrong(visitor, body.otp_id, e164, 5)).at(-1)).toBe(
        code === 0 ? 'OTP_ATTEMPTS_EXCEEDED' : 'ACCOUNT_LOCKED',
      );
    }
    await travel(test.db, 31);
    expect((await requestLoginCode(visitor, phone)).body.error_code).toBe('ACCOUNT_LOCKED');
    expect((await requestLoginCode(test.visitor(), phone)).status).toBe(200);
    await travel(test.db, 3600);
    expect((await requestLoginCode(visitor, phone)).status).toBe(200);
  });

  it('shares the five attempts of one code with everybody else', async () => {
    const { phone, e164, visitor } = await signUpVerified(test);
    const { body } = await requestLoginCode(visitor, phone);
    await guessWrong(test.visitor(), body.otp_id, e164, 3);
    const last = await guessWrong(visitor, body.otp_id, e164, 3);
    expect(last).toEqual(['OTP_INVALID', 'OTP_ATTEMPTS_EXCEEDED', 'OTP_ATTEMPTS_EXCEEDED']);
  });

  it('[C-06] [C-09] keeps its code and its interval when a stranger requests a code and guesses at it', async () => {
    const { phone, e164, visitor } = await signUpVerified(test);
    const mine = await requestLoginCode(visitor, phone);
    const otp = await test.codeFor(e164);
    const stranger = test.visitor();
    const theirs = await requestLoginCode(stranger, phone);
    expect(theirs.status).toBe(200);
    await guessWrong(stranger, theirs.body.otp_id, e164, 5);
    expect((await visitor.call(verifyLogin, { otp_id: mine.body.otp_id, otp })).status).toBe(200);
  });

  it('[C-06] supersedes its own code and those of strangers', async () => {
    const { phone, e164, visitor } = await signUpVerified(test);
    const stranger = test.visitor();
    const theirs = await requestLoginCode(stranger, phone);
    const otp = await test.codeFor(e164);
    expect((await requestLoginCode(visitor, phone)).status).toBe(200);
    const answer = await stranger.call(verifyLogin, { otp_id: theirs.body.otp_id, otp });
    expect(answer.body.error_code).toBe('OTP_SUPERSEDED');
  });
});

it('[C-04] a number that nobody has verified has no known device', async () => {
  const phone = newPhone();
  const { visitor } = await signUp(test, { phone });
  expect([...visitor.cookies.keys()].some((name) => name.endsWith('device'))).toBe(false);
});
