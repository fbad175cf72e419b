import { afterEach, expect, inject, it, vi } from 'vitest';
import { queueMessages } from '#lib/server/messages/queue-messages.ts';
import { useTestApi } from '../../support/api.ts';
import { requestLoginCode, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';

/** A clock that jumps: that of a server's machine changes nothing, because times are compared in the database. */

const test = useTestApi();
const day = 86_400_000;
const hasServer = inject('databaseUrl' as never) !== undefined;
const verifyLogin = 'POST /api/v1/auth/login/verify-otp/';

afterEach(() => vi.useRealTimers());

// The embedded database has the clock of its process, so both jump there.
it.runIf(hasServer).each([
  ['forwards', 30 * day],
  ['backwards', -30 * day],
])(
  '[C-02] [C-20] [C-41] when the clock of a server jumps %s, codes, sessions, limits and messages go on',
  async (_, jump) => {
    const { visitor, phone, e164 } = await signUpVerified(test);
    const browser = test.visitor();
    const { body } = await requestLoginCode(browser, phone);
    const otp = await test.codeFor(e164);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump });

    expect((await visitor.call('GET /api/v3/user/')).status).toBe(200);
    expect((await requestLoginCode(test.visitor(), phone)).body.error_code).toBe('OTP_RESEND_TOO_SOON');
    expect((await browser.call(verifyLogin, { otp_id: body.otp_id, otp })).status).toBe(200);
    await queueMessages(test.db, {
      ...{
        to: 'asha@example.com',
        medium: 'EMAIL',
        subject: 'Hello',
        text: 'Your brochure',
        dedupeKey: 'one',
      },
      ...{ kind: 'brochure', userId: null, summary: 'A brochure' },
    });
    await test.messages.deliverQueued();
    expect(await test.sentTo('asha@example.com')).toHaveLength(1);
  },
);

it('[C-05] [C-09] [C-20] when the clock of the database jumps back, a used code stays used, people stay logged in, and limits hold', async () => {
  const { visitor, phone, e164 } = await signUpVerified(test);
  const browser = test.visitor();
  const { body } = await requestLoginCode(browser, phone);
  const login = { otp_id: body.otp_id, otp: await test.codeFor(e164) };
  expect((await browser.call(verifyLogin, login)).status).toBe(200);
  await travel(test.db, -3600);
  expect((await test.visitor().call(verifyLogin, login)).body.error_code).toMatch(
    /^OTP_(ALREADY_USED|EXPIRED)$/,
  );
  expect((await requestLoginCode(test.visitor(), phone)).status).toBe(429);
  for (const one of [visitor, browser]) expect((await one.call('GET /api/v3/user/')).status).toBe(200);
});
