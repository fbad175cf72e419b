import { afterEach, beforeEach, expect, it } from 'vitest';
import { grantRole } from '#lib/server/staff/grant-role.ts';
import { sendTestMessage } from '#lib/server/staff/messages/send-test-message.ts';
import { type Provider, startProvider } from '../../server/messages/provider.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';

const test = useTestApi();
let provider: Provider;
let number: string;
beforeEach(async () => {
  provider = await startProvider();
  ({ e164: number } = await signUpVerified(test));
});
afterEach(() => provider.close());

const send = (to = number) => {
  const config = {
    ...test.config,
    ...{
      smsProvider: 'webhook' as const,
      smsFallbackProvider: 'twilio' as const,
      smsWebhookUrl: provider.url,
      twilio: null,
    },
  } as const;
  return sendTestMessage({ db: test.db, config, log: test.log }, { to, medium: 'SMS' });
};

it('[C-17] a test message goes to an admin by each provider, says what it answered, opens nothing and is in the audit', async () => {
  await expect(send()).rejects.toThrow(`${number} is not the number or the email of an admin.`);
  await grantRole(test.db, number, 'admin');
  const challenges = () => test.db.selectFrom('otpChallenge').select('id').execute();
  const before = await challenges();
  const [first, second] = await send();
  expect(first).toBe('webhook: accepted');
  // The second provider is tested although the first took the message. In this test both are the same server.
  expect(second).toBe('twilio: accepted');
  expect(provider.received).toHaveLength(2);
  expect(JSON.parse(provider.received[0]?.body ?? '{}')).toMatchObject({ to: number, medium: 'SMS' });
  expect(await challenges()).toEqual(before);
  provider.behave({ status: 400, body: '{"error":"DLT template missing"}' });
  expect((await send())[0]).toMatch(/^webhook: refused: .*400/);
  const audit = await test.db
    .selectFrom('auditEvent')
    .select('action')
    .where('action', '=', 'message.TEST')
    .execute();
  expect(audit).toHaveLength(2);
});

it('[C-11] test messages count against the cap of the day, and are five an hour', async () => {
  await grantRole(test.db, number, 'admin');
  await send();
  const { count } = await test.db
    .selectFrom('rateCounter')
    .select('count')
    .where('key', '=', 'messages:phone:day')
    .executeTakeFirstOrThrow();
  expect(count).toBeGreaterThanOrEqual(2);
  for (let sent = 1; sent < 5; sent += 1) await send();
  await expect(send()).rejects.toThrow('5 tests an hour');
});
