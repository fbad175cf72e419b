import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { type Endpoint, staffWriteLimit } from '#lib/contract/core/endpoint.ts';
import { contract } from '#lib/contract/index.ts';
import { grantRole } from '#lib/server/staff/grant-role.ts';
import { useTestApi } from '../../support/api.ts';
import { type Person, signUpVerified } from '../../support/auth/people.ts';

const test = useTestApi();
const address = '192.0.2.77';
let person: Person;
beforeEach(async () => {
  person = await signUpVerified(test);
});

/** Stores that so many requests were counted under a key. */
const setCount = (key: string, count: number) =>
  sql`
    insert into rate_counter (key, count, expires_at) values (${key}, ${count}, now() + interval '90 seconds')
    on conflict (key) do update set count = excluded.count`.execute(test.db);

/** A limit of a network counts a request of a known device once, and of any other four times. */
const weight = 4;

async function findId({ e164 }: Person): Promise<string> {
  const rows = test.db.selectFrom('appUser').select('id').where('phoneE164', '=', e164);
  return (await rows.executeTakeFirstOrThrow()).id;
}

it('[C-12] each limit of a network or an account accepts its last request and rejects the next one', async () => {
  const accountId = await findId(person);
  await grantRole(test.db, person.e164, 'staff');
  for (const [key, { limits = [], acceptsFile }] of Object.entries<Endpoint>(contract))
    for (const { bucket, per, max } of limits) {
      // The id of a device is in its signed cookie; network-limits.test.ts has its limits.
      if (per === 'device') continue;
      const counter = per === 'account' ? `account:${bucket}:${accountId}` : `ip:${bucket}:${address}`;
      const full = per === 'network' ? max * weight : max;
      const path = key.replace(/\{\w+\}/g, () => randomUUID());
      const type = acceptsFile ? 'multipart/form-data; boundary=x' : 'application/json';
      const sent = key.startsWith('GET ') ? undefined : '{}';
      const call = () => person.visitor.call(path, sent, { 'x-test-address': address, 'content-type': type });
      await setCount(counter, full - 1);
      expect((await call()).body.error_code, key).not.toBe('RATE_LIMITED');
      await setCount(counter, full);
      const { status, headers, body } = await call();
      expect([key, status, body.error_code]).toEqual([key, 429, 'RATE_LIMITED']);
      expect(body.retry_after).toBeGreaterThan(60);
      expect(headers.get('retry-after')).toBe(String(body.retry_after));
      // Other limits of the route share the address.
      await setCount(counter, 0);
    }
});

it('[C-12] a staff member who has written too often waits; reading goes on', async () => {
  await grantRole(test.db, person.e164, 'staff');
  const id = await findId(person);
  const preview = 'POST /api/v1/staff/preview-markdown/';
  await setCount(`staff-write:${id}`, staffWriteLimit.max - 1);
  expect((await person.visitor.call(preview, { text: 'a' })).status).toBe(200);
  expect((await person.visitor.call(preview, { text: 'a' })).body.error_code).toBe('RATE_LIMITED');
  expect((await person.visitor.call('GET /api/v1/staff/jobs/')).status).toBe(200);
});
