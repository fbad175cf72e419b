import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { type Deliver, withBreaker } from '#lib/server/messages/delivery/breaker.ts';
import { withFallback } from '#lib/server/messages/delivery/fallback.ts';
import { post } from '#lib/server/messages/http-post.ts';
import { DeliveryError, type Message } from '#lib/server/messages/message.ts';
import { type Provider, startProvider } from './provider.ts';

const message: Message = { to: '+919876543210', medium: 'SMS', text: 'hello' };
let first: Provider;
let second: Provider;
let reasons: string[];
const by =
  (url: string): Deliver =>
  async () => {
    await post({ url, headers: {}, body: '{}' });
    return null;
  };

beforeEach(async () => {
  [first, second] = await Promise.all([startProvider(), startProvider()]);
  reasons = [];
});
afterEach(() => Promise.all([first.close(), second.close()]));

const send = (primary: Deliver = by(first.url)) =>
  withFallback(primary, by(second.url), (reason) => reasons.push(reason))(message, 'm1');

test.each([401, 402, 403, 429])(
  '[C-41] an account that the provider rejects with %i is no end: the second one sends',
  async (status) => {
    first.behave(status);
    await send();
    expect([first.received.length, second.received.length]).toEqual([1, 1]);
    expect(reasons).toEqual([`the provider answered ${status}`]);
  },
);

it('[C-41] a provider that cannot be reached, or that is paused, is replaced', async () => {
  await first.close();
  const primary = withBreaker(by(first.url));
  for (let n = 0; n < 6; n += 1) await send(primary);
  expect(second.received).toHaveLength(6);
  expect(reasons.at(-1)).toBe('the provider failed too often');
  first = await startProvider();
});

test.each([500, 503, 'hang-up'] as const)(
  '[C-41] after %s the first provider may have sent it, so nobody gets it twice',
  async (behaviour) => {
    first.behave(behaviour);
    await expect(send()).rejects.toBeInstanceOf(DeliveryError);
    expect(second.received).toEqual([]);
  },
);

it('[C-41] a message that is rejected for its content is not sent by another', async () => {
  first.behave(422);
  await expect(send()).rejects.toMatchObject({ isFinal: true });
  expect(second.received).toEqual([]);
});

it('[C-41] where the second can never deliver it, the message is tried again later', async () => {
  first.behave(429);
  second.behave(400);
  await expect(send()).rejects.toMatchObject({ isFinal: false, message: 'the provider answered 429' });
});
