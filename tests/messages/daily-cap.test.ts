import { expect, it } from 'vitest';
import { withDailyCap } from '#lib/server/messages/delivery/daily-cap.ts';
import type { Message } from '#lib/server/messages/message.ts';
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
