import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { signUp } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { startSmsProvider } from '../../support/messages/sms-provider.ts';

const provider = await startSmsProvider();
const test = useTestApi({ MESSAGES: 'live', SMS_WEBHOOK_URL: provider.url });
const request = 'POST /api/v1/user/phone-verification/request-otp/';
const verify = 'POST /api/v1/user/phone-verification/verify-otp/';

beforeEach(() => {
  provider.status = 200;
  provider.received.length = 0;
});
afterAll(() => provider.close());

describe('a live provider', () => {
  it('[API-16] receives number, medium, text and code', async () => {
    const { visitor, e164 } = await signUp(test);
    const { body } = await visitor.call(request, {});
    expect(provider.received).toEqual([
      {
        to: e164,
        id: expect.any(String),
        medium: 'SMS',
        text: expect.stringContaining('Liftoff OTP'),
        code: expect.stringMatching(/^\d{6}$/),
      },
    ]);
    const answer = await visitor.call(verify, { otp_id: body.otp_id, otp: provider.received[0]?.code });
    expect(answer.body.user.is_phone_verified).toBe(true);
  });

  it('[C-41] that fails gives a 502, and the person can try again at once', async () => {
    const { visitor } = await signUp(test);
    provider.status = 500;
    const failed = await visitor.call(request, {});
    expect([failed.status, failed.body.error_code, failed.body.field_errors.phone]).toEqual([
      502,
      'OTP_DELIVERY_FAILED',
      'Failed to request OTP',
    ]);
    provider.status = 200;
    expect((await visitor.call(request, {})).status).toBe(200);
  });

  it('[C-09] [C-41] that times out may have sent the code, so the 30-second wait stays and the response says so', async () => {
    const { visitor } = await signUp(test);
    provider.status = 'silent';
    const silent = await visitor.call(request, {});
    expect([silent.status, silent.body.error_code]).toEqual([502, 'OTP_DELIVERY_FAILED']);
    expect(silent.body.retry_after).toBeGreaterThan(0);
    expect(silent.headers.get('retry-after')).toBe(String(silent.body.retry_after));
    expect(provider.received).toHaveLength(1);

    provider.status = 200;
    const early = await visitor.call(request, {});
    expect([early.status, early.body.error_code]).toEqual([429, 'OTP_RESEND_TOO_SOON']);
    expect(provider.received).toHaveLength(1);
    await travel(test.db, 30);
    expect((await visitor.call(request, {})).status).toBe(200);
  });

  it('[C-41] that fails repeatedly is not called for a while: the response is 503 at once, with Retry-After', async () => {
    provider.status = 500;
    let last = 0;
    for (let n = 0; n < 6; n += 1) {
      const { visitor } = await signUp(test);
      last = (await visitor.call(request, {})).status;
    }
    expect(last).toBe(503);
    const { visitor } = await signUp(test);
    const paused = await visitor.call(request, {});
    expect([paused.status, paused.body.error_code]).toEqual([503, 'OTP_DELIVERY_PAUSED']);
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
