import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withBreaker } from '#lib/server/messages/delivery/breaker.ts';
import { DeliveryError, DeliveryPausedError, type Message } from '#lib/server/messages/message.ts';

const message: Message = { to: '+919876543210', medium: 'SMS', text: 'hello' };
let provider: ReturnType<typeof vi.fn<(message: Message, id: string) => Promise<string | null>>>;
let paused: string[];
let deliver: (message: Message, id: string) => Promise<string | null>;

beforeEach(() => {
  vi.useFakeTimers();
  paused = [];
  provider = vi.fn(async () => null);
  deliver = withBreaker(
    (...sent) => provider(...sent),
    (reason) => paused.push(reason),
  );
});
afterEach(() => vi.useRealTimers());

const down = async () => {
  throw new DeliveryError('down');
};
const refuse = async () => {
  throw new DeliveryError('no such number', { isFinal: true });
};
const outcome = () =>
  deliver(message, 'id').then(
    () => 'sent',
    (error) => error.constructor,
  );

async function fail(times: number): Promise<void> {
  provider.mockImplementation(down);
  for (let n = 0; n < times; n += 1) expect(await outcome()).toBe(DeliveryError);
}

it('[C-41] does not call the provider for 30 s after 5 failures', async () => {
  await fail(5);
  expect(paused).toEqual(['down']);
  vi.advanceTimersByTime(29_900);
  expect(await outcome()).toBe(DeliveryPausedError);
  expect(provider).toHaveBeenCalledTimes(5);
});

it('[C-41] then tries one message, and continues when it is sent', async () => {
  await fail(5);
  vi.advanceTimersByTime(30_000);
  let answer = () => {};
  provider.mockImplementation(
    () =>
      new Promise<null>((resolve) => {
        answer = () => resolve(null);
      }),
  );
  const first = outcome();
  expect(await outcome()).toBe(DeliveryPausedError);
  answer();
  expect(await first).toBe('sent');
  provider.mockImplementation(async () => null);
  expect(await outcome()).toBe('sent');
});

it('[C-41] pauses again when that message fails', async () => {
  await fail(5);
  vi.advanceTimersByTime(30_000);
  expect(await outcome()).toBe(DeliveryError);
  expect(await outcome()).toBe(DeliveryPausedError);
  expect(provider).toHaveBeenCalledTimes(6);
});

it('counts failures in a row and starts again after a success', async () => {
  await fail(4);
  provider.mockImplementation(async () => null);
  expect(await outcome()).toBe('sent');
  await fail(4);
  expect(paused).toEqual([]);
});

it('does not count messages that were rejected for their content', async () => {
  provider.mockImplementation(refuse);
  for (let n = 0; n < 10; n += 1) expect(await outcome()).toBe(DeliveryError);
  expect(paused).toEqual([]);
});

it('[C-41] is not paused because a file of ours cannot be rendered', async () => {
  provider.mockRejectedValue(new Error('there is no such document'));
  for (let n = 0; n < 6; n += 1) expect(await outcome()).toBe(Error);
  provider.mockImplementation(async () => null);
  expect(await outcome()).toBe('sent');
});

it('[C-41] a file of ours that cannot be rendered does not end the pause', async () => {
  await fail(5);
  vi.advanceTimersByTime(30_000);
  provider.mockRejectedValueOnce(new Error('there is no such document'));
  expect(await outcome()).toBe(Error);
  await fail(1);
  expect(await outcome()).toBe(DeliveryPausedError);
});

it('[C-41] the pause does not follow the time of day, which may be set back', async () => {
  await fail(5);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(30_000);
  provider.mockImplementation(async () => null);
  expect(await outcome()).toBe('sent');
});

it('[C-41] what was on its way before the pause neither ends nor extends it', async () => {
  const late = Promise.withResolvers<null>();
  provider.mockImplementation(() => late.promise);
  const [first, second] = [outcome(), outcome()];
  await fail(5);
  vi.advanceTimersByTime(20_000);
  late.resolve(null);
  expect([await first, await second]).toEqual(['sent', 'sent']);
  expect(await outcome()).toBe(DeliveryPausedError);
  vi.advanceTimersByTime(10_000);
  provider.mockImplementation(async () => null);
  expect(await outcome()).toBe('sent');
});
