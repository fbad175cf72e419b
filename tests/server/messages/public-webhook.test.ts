import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DeliveryError, type Message } from '#lib/server/messages/message.ts';
import { isPublicAddress, lookupPublic } from '#lib/server/messages/webhooks/public-address.ts';
import { createPublicWebhookDelivery } from '#lib/server/messages/webhooks/public-webhook.ts';
import { type Provider, startProvider } from './provider.ts';

const secret = 'a secret of the operator';
const text = '{"type":"lead.created"}';
const message: Message = { to: 'leads-webhook', medium: 'WEBHOOK', text };

let receiver: Provider;
beforeEach(async () => {
  receiver = await startProvider();
});
afterEach(() => receiver.close());

/** The receiver of the test has a private address, so the test allows it. */
const anywhere = { lookup, isAllowed: () => true };
const deliver = (url = `${receiver.url}/hook?team=1`, rules?: typeof anywhere) =>
  createPublicWebhookDelivery({ url, secret }, rules)(message, 'id-1');
const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(DeliveryError);
  return error as DeliveryError;
};

it('posts the JSON, signed as Standard Webhooks describes', async () => {
  await deliver(undefined, anywhere);
  const [received] = receiver.received;
  expect(received).toMatchObject({
    ...{ method: 'POST', path: '/hook?team=1', body: text },
    headers: { 'content-type': 'application/json', 'webhook-id': 'id-1' },
  });
  const timestamp = received?.headers['webhook-timestamp'];
  const expected = createHmac('sha256', secret).update(`id-1.${timestamp}.${text}`).digest('base64');
  expect(received?.headers['webhook-signature']).toBe(`v1,${expected}`);
});

describe('[C-34] a webhook in a private network', () => {
  it.each([
    'http://127.0.0.1',
    'http://[::1]',
    'http://[::ffff:10.0.0.1]',
    'http://0x7f.1',
    'http://localhost',
  ])('%s gets nothing, and is not tried again', async (host) => {
    const { port } = new URL(receiver.url);
    expect(await failure(deliver(`${host}:${port}/hook`))).toMatchObject({
      isFinal: true,
      message: 'the webhook has a private address',
    });
    expect(receiver.received).toEqual([]);
  });

  it('is known by every special address, and no public one is', () => {
    const special = [
      ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.9.9.9', '169.254.169.254', '172.31.0.1', '192.168.1.1'],
      ...['198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:8.8.8.8'],
      ...[
        '64:ff9b::a00:1',
        'fd00::1',
        'fe80::1',
        'ff02::1',
        '2001:db8::1',
        '2002:a00:1::',
        'example.com',
        '',
      ],
    ];
    expect(special.filter(isPublicAddress)).toEqual([]);
    const common = ['8.8.8.8', '100.63.255.255', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450::1'];
    expect(common.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  it('fails the lookup of a name with one private address', async () => {
    const error = await new Promise((resolve) => lookupPublic('localhost', {}, resolve));
    expect(error).toMatchObject({ name: 'PrivateAddressError' });
  });
});

describe('[C-41] a failing webhook', () => {
  it.each([500, 503, 429, 401, 400, 422, 301])('that answers %i is tried again', async (status) => {
    receiver.behave({ status, headers: { location: 'http://127.0.0.1:9/' } });
    expect(await failure(deliver(undefined, anywhere))).toMatchObject({
      ...{ isFinal: false, isUncertain: false },
      message: `the webhook answered ${status}`,
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('that answers 410 wants no more', async () => {
    receiver.behave(410);
    expect(await failure(deliver(undefined, anywhere))).toMatchObject({ isFinal: true });
  });

  it('that hangs up or does not listen is tried again', async () => {
    receiver.behave('hang-up');
    expect(await failure(deliver(undefined, anywhere))).toMatchObject({ isFinal: false });
    const { url } = receiver;
    await receiver.close();
    expect((await failure(deliver(url, anywhere))).message).toContain('ECONNREFUSED');
    receiver = await startProvider();
  });

  it('that answers with another protocol is tried again', async () => {
    const upgrading = createServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', () => {
          socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n');
        });
    });
    await new Promise<void>((listening) => upgrading.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void upgrading.close());
    const { port } = upgrading.address() as AddressInfo;
    expect(await failure(deliver(`http://127.0.0.1:${port}/`, anywhere))).toMatchObject({
      ...{ isFinal: false, message: 'the webhook answered 101' },
    });
  });

  it('has an error without the event, the address and the secret', async () => {
    receiver.behave({ status: 500, body: text });
    const error = await failure(deliver(undefined, anywhere));
    expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(/lead|hook\?|operator/);
  });
});
