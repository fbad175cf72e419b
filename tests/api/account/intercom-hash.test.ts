import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';

const secret = 'an identity secret of the workspace';
const api = useTestApi({ INTERCOM_IDENTITY_SECRET: secret });

test('[USER-01] intercomHash is the HMAC-SHA256 of the id in hex, in every response to the person', async () => {
  const { visitor } = await signUpVerified(api);
  const { body } = await visitor.call('GET /api/v3/user/');
  const hash = createHmac('sha256', secret).update(body.user.id).digest('hex');
  expect(body.user.intercom_hash).toBe(hash);
  const updated = await visitor.call('PATCH /api/v1/user/update/', { first_name: 'Meera' });
  expect(updated.body.user.intercom_hash).toBe(hash);
});
