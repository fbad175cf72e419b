import { expect, it } from 'vitest';
import { withDailyCap } from '#lib/server/messages/delivery/daily-cap.ts';
import { DeliveryError, DeliveryPausedError, type Message } from '#lib/server/messages/message.ts';
import { useTestApi } from '../support/api.ts';
import { travel } from '../support/database.ts';

const test = useTestApi();
const message: Message = { to: '+919876543210', medium: 'SMS', text: 'hello' };

it('[C-11] all processes together send no more than the cap of a day, and say once that it is reached', async () => {
  let sent = 0;
  let reached = 0;
  const open = () =>
    withDailyCap(
      async () => {
        sent += 1;
        return null;
      },
      test.db,
      5,
      () => {
        reached += 1;
      },
    );
  const [one, other] = [open(), open()];
  const attempts = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) => (n % 2 ? one : other)(message, `m${n}`)),
  );
  expect(sent).toBe(5);
  const failures = attempts.flatMap((attempt) =>
    attempt.status === 'rejected' ? [attempt.reason.name] : [],
  );
  expect(failures).toEqual(Array(7).fill('DeliveryPausedError'));
  expect(reached).toBe(2);
  await travel(test.db, 86_401);
  await one(message, 'next day');
  expect(sent).toBe(6);
});

it.each([
  ['is paused', new DeliveryPausedError('the provider failed too often')],
  ['is not reached', new DeliveryError('not reached', { isNotTaken: true })],
])(
  '[C-11] a provider that %s uses nothing of the cap, however often a message is tried',
  async (_, failure) => {
    let isAway = true;
    const deliver = withDailyCap(
      async () => {
        if (isAway) throw failure;
        return 'sent';
      },
      test.db,
      2,
      () => {},
    );
    for (let n = 0; n < 5; n += 1) await expect(deliver(message, 'm1')).rejects.toBe(failure);
    isAway = false;
    expect([await deliver(message, 'm1'), await deliver(message, 'm2')]).toEqual(['sent', 'sent']);
    await expect(deliver(message, 'm3')).rejects.toThrow('the cap of the day is reached');
  },
);

it('[C-11] what a provider may have sent counts', async () => {
  const failure = new DeliveryError('no answer in time', { isUncertain: true });
  const deliver = withDailyCap(
    () => Promise.reject(failure),
    test.db,
    1,
    () => {},
  );
  await expect(deliver(message, 'm1')).rejects.toBe(failure);
  await expect(deliver(message, 'm1')).rejects.toThrow('the cap of the day is reached');
});
