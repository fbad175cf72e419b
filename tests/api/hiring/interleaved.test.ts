import { expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { newPhone, requestLoginCode, signUp, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const me = 'GET /api/v3/user/';
const change = 'PATCH /api/v2/user/change-phone/';

/** Sends a request whose body arrives later. `begun` resolves after its session was read. */
function slowCall(visitor: Visitor, key: string, body: object) {
  let finish = () => {};
  let begin = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      begin();
      await gate;
      controller.enqueue(new TextEncoder().encode(JSON.stringify(body)));
      controller.close();
    },
  };
  // The source is not called before the body is read.
  const stream = new ReadableStream(source, { highWaterMark: 0 });
  return { answer: visitor.fork().call(key, stream), begun, finish };
}

it('[C-22] a number change that started earlier cannot take a number that another account has verified since', async () => {
  const person = await signUp(test);
  const { body } = await person.visitor.call('POST /api/v1/user/phone-verification/request-otp/', {});
  const other = newPhone();
  const slow = slowCall(person.visitor, change, { country_iso_code: 'IN', phone: other });
  await slow.begun;
  const proven = await person.visitor.call('POST /api/v1/user/phone-verification/verify-otp/', {
    otp_id: body.otp_id,
    otp: await test.codeFor(person.e164),
  });
  expect(proven.status).toBe(200);
  slow.finish();
  expect((await slow.answer).body.error_code).toBe('SESSION_EXPIRED');
  const exists = await test.visitor().call('POST /api/v1/auth/user-exists/', {
    country_iso_code: 'IN',
    phone: other,
  });
  expect(exists.body.user_exists).toBe(false);
  expect((await person.visitor.call(me)).body.user.phone).toBe(person.phone);
});

it('[C-21] [C-24] a request that finishes after the logout creates no session', async () => {
  const person = await signUp(test);
  const slow = slowCall(person.visitor, change, { country_iso_code: 'IN', phone: newPhone() });
  await slow.begun;
  await person.visitor.call('POST /api/v1/auth/logout/', {});
  slow.finish();
  const answer = await slow.answer;
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
  expect(await test.db.selectFrom('session').select('tokenHash').execute()).toEqual([]);
});

it('[C-21] verifying the number ends every other session of the account', async () => {
  const person = await signUp(test);
  const other = test.visitor();
  await test.db
    .insertInto('session')
    .columns(['tokenHash', 'userId', 'expiresAt', 'userAgent'])
    .expression((query) =>
      query
        .selectFrom('session')
        .select((one) => [one.val('planted').as('tokenHash'), 'userId', 'expiresAt', 'userAgent']),
    )
    .execute();
  const { body } = await person.visitor.call('POST /api/v1/user/phone-verification/request-otp/', {});
  await person.visitor.call('POST /api/v1/user/phone-verification/verify-otp/', {
    otp_id: body.otp_id,
    otp: await test.codeFor(person.e164),
  });
  expect(await test.db.selectFrom('session').select('tokenHash').execute()).toHaveLength(1);
  expect((await other.call(me)).status).toBe(401);
});

it('[C-10] ten sends by strangers do not use up the limit of the owner’s device', async () => {
  const { phone, visitor } = await signUpVerified(test);
  for (let sent = 0; sent < 9; sent += 1) {
    await travel(test.db, sent % 4 === 0 ? 301 : 91);
    await requestLoginCode(test.visitor(), phone);
  }
  await travel(test.db, 31);
  expect((await requestLoginCode(visitor, phone)).status).toBe(200);
});

it('[API-19] parallel changes to different preferences are all saved', async () => {
  const { visitor } = await signUpVerified(test);
  await Promise.all(
    ['email', 'sms', 'whatsapp'].map((name) =>
      visitor.call('PATCH /api/v1/user/update/', {
        notification_preferences: { updates: { [name]: false } },
      }),
    ),
  );
  expect((await visitor.call(me)).body.user.notification_preferences.updates).toEqual({
    email: false,
    sms: false,
    whatsapp: false,
  });
});

it('[C-12] rejected user-exists calls do not count towards the limit shared with login', async () => {
  const { phone } = await signUpVerified(test);
  await travel(test.db, 31);
  const asker = test.visitor();
  for (let n = 0; n < 60; n += 1)
    await asker.call('POST /api/v1/auth/user-exists/', { country_iso_code: 'IN', phone });
  expect((await requestLoginCode(asker, phone)).status).toBe(200);
});
