import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeliveryError, type Message } from '#lib/server/messages/message.ts';
import { createWebhookDelivery } from '#lib/server/messages/webhook.ts';
import { isSoak } from '../../support/soak.ts';
import { type Provider, startProvider } from './provider.ts';

const secret = 'a secret of the operator';
const message: Message = { to: '+919876543210', medium: 'SMS', text: '123456 is your OTP', code: '123456' };

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider();
});
afterEach(() => provider.close());

const deliver = (url = `${provider.url}/sms`, key = secret) =>
  createWebhookDelivery({ url, secret: key })(message, 'id-1');
const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(DeliveryError);
  return error as DeliveryError;
};

/** Checks the signature as docs/messages.md asks of a receiver. */
function isGenuine(received: Provider['received'][number], key: Buffer | string): boolean {
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  } = received.headers;
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${received.body}`).digest('base64')}`;
  return (
    Math.abs(Date.now() / 1000 - Number(timestamp)) < 300 &&
    timingSafeEqual(Buffer.from(String(signature)), Buffer.from(expected))
  );
}

it('posts recipient, medium, text and code as JSON', async () => {
  await deliver();
  const [received] = provider.received;
  expect(received).toMatchObject({
    method: 'POST',
    path: '/sms',
    headers: { 'content-type': 'application/json', 'webhook-id': 'id-1' },
  });
  expect(JSON.parse(received?.body ?? '')).toEqual({
    to: '+919876543210',
    medium: 'SMS',
    text: '123456 is your OTP',
    code: '123456',
  });
});

it('signs id, time and body, with a plain secret or one of Standard Webhooks', async () => {
  await deliver();
  await deliver(provider.url, `whsec_${Buffer.from('binary key').toString('base64')}`);
  const [plain, standard] = provider.received;
  expect(plain && isGenuine(plain, secret)).toBe(true);
  expect(standard && isGenuine(standard, Buffer.from('binary key'))).toBe(true);
  expect(plain && isGenuine({ ...plain, body: plain.body.replace('123456', '654321') }, secret)).toBe(false);
});

describe('[C-41] a failing provider', () => {
  it('has 5 seconds in all, and does not get the message again if it may have received it', async () => {
    provider.behave('silent');
    const began = performance.now();
    const error = await failure(deliver());
    expect(performance.now() - began).toBeGreaterThan(4900);
    expect(performance.now() - began).toBeLessThan(isSoak ? 5600 : 9900);
    expect(error.message).toContain('no answer within 5 s');
    expect(provider.received).toHaveLength(1);
  });

  it('that hangs up after the message does not get it again', async () => {
    provider.behave('hang-up');
    await failure(deliver());
    expect(provider.received).toHaveLength(1);
  });

  it.each([500, 503, 429, 401])(
    'that responds with %i is tried later by the outbox, but not at once',
    async (status) => {
      provider.behave(status);
      expect(await failure(deliver())).toMatchObject({
        isFinal: false,
        message: `the provider answered ${status}`,
      });
      expect(provider.received).toHaveLength(1);
    },
  );

  it.each([400, 422])('that rejects the message with %i is not tried again', async (status) => {
    provider.behave(status);
    expect(await failure(deliver())).toMatchObject({ isFinal: true });
  });

  it.each([301, 307, 308])(
    'that redirects with %i is not followed, because the signed message is for one address',
    async (status) => {
      const elsewhere = await startProvider();
      provider.behave({ status, headers: { location: elsewhere.url } });
      await failure(deliver());
      expect(elsewhere.received).toHaveLength(0);
      await elsewhere.close();
    },
  );

  it('that does not listen is tried a second time, and then reported', async () => {
    const { url } = provider;
    await provider.close();
    const error = await failure(deliver(url));
    expect(error.message).toContain('ECONNREFUSED');
    provider = await startProvider();
  });

  it('that drops the connection before a response is not tried a second time', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.once('data', () => socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await failure(deliver(`http://127.0.0.1:${(server.address() as { port: number }).port}`));
    expect(connections).toBe(1);
    server.close();
  });

  it('has an error without the code, the text and the number', async () => {
    provider.behave({ status: 500, body: message.text });
    const error = await failure(deliver());
    expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(/123456|9876543210/);
  });
});
