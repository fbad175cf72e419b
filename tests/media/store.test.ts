import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#lib/server/config.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { type MediaStore, openMediaStore } from '#lib/server/media/store/index.ts';
import { s3Store } from '#lib/server/media/store/s3.ts';
import { readS3Address } from '#lib/server/media/store/s3-address.ts';
import { startS3Server } from '../support/media/s3-server.ts';
import { waitFor } from '../support/wait-for.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'liftoff-store-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Node shows the function to a context that is created after the flag is set. */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
};

function fileOf(bytes: Uint8Array | string): string {
  const path = join(folder(), 'file');
  writeFileSync(path, bytes);
  return path;
}

const open = (MEDIA_STORE: string, DATA_DIR = folder()) =>
  openMediaStore(readConfig({ SECRET_KEY: 'x'.repeat(32), MEDIA_STORE, DATA_DIR }));

async function read(store: MediaStore, id: string): Promise<Buffer | null> {
  const file = await store.get(id);
  if (!file) return null;
  const bytes = Buffer.from(await new Response(file.stream).arrayBuffer());
  expect(file.bytes).toBe(bytes.length);
  return bytes;
}

describe.each([
  ['disk', async () => open('disk')],
  ['S3', async () => open((await startS3Server()).address)],
])('%s', (_, make) => {
  test('returns a stored file byte for byte, and deletes it', async () => {
    const store = await make();
    const id = uuidv7();
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    expect(await read(store, id)).toBeNull();
    await store.put(id, fileOf(bytes), 'image/webp');
    expect(await read(store, id)).toEqual(Buffer.from(bytes));
    await store.delete(id);
    expect(await read(store, id)).toBeNull();
    await store.delete(id);
  });

  test('stores 5 MB, and replaces a file of the same name', async () => {
    const store = await make();
    const id = uuidv7();
    for (const letter of ['a', 'b']) {
      await store.put(id, fileOf(letter.repeat(5 * 1024 * 1024)), 'application/pdf');
      expect((await read(store, id))?.subarray(0, 3).toString()).toBe(letter.repeat(3));
    }
  });
});

test('on disk a file exists completely or not at all', async () => {
  const dataDir = folder();
  const store = open('disk', dataDir);
  const id = uuidv7();
  await expect(store.put(id, join(dataDir, 'no such file'), 'image/webp')).rejects.toThrow('ENOENT');
  expect(readdirSync(join(dataDir, 'media', id.slice(-2)))).toEqual([]);
});

test('[C-32] what a process that was killed has left of a file on disk is deleted with the file', async () => {
  const dataDir = folder();
  const store = open('disk', dataDir);
  const id = uuidv7();
  const own = join(dataDir, 'media', id.slice(-2));
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, `${id}.part`), 'the first half');
  await store.delete(id);
  expect(readdirSync(own)).toEqual([]);
});

describe('[C-41] an S3 service', () => {
  test('that is not available gives a 503, and works again when it is back', async () => {
    const server = await startS3Server();
    const store = open(server.address);
    const id = uuidv7();
    await store.put(id, fileOf('hello'), 'image/webp');
    await server.stop();
    const failure = await store.get(id).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HttpError);
    expect((failure as HttpError).errorCode).toBe('SERVICE_UNAVAILABLE');
    await server.start();
    expect(String(await read(store, id))).toBe('hello');
  });

  test('that fails five times in a row is not called for a while', async () => {
    const server = await startS3Server();
    const store = open(server.address);
    await server.stop();
    for (let n = 0; n < 5; n += 1) await store.get(uuidv7()).catch(() => null);
    await server.start();
    const failure = await store.get(uuidv7()).catch((error: unknown) => error);
    expect((failure as HttpError).options.retryAfter).toBe(30);
  });

  test('that rejects our key stores nothing', async () => {
    const { address } = await startS3Server();
    const store = open(address.replace(':S3RVER@', ':wrong@'));
    await expect(store.put(uuidv7(), fileOf('hello'), 'image/webp')).rejects.toThrow(HttpError);
  });

  test('without the bucket gives an error that says so', async () => {
    const { address } = await startS3Server();
    const store = open(address.replace('/uploads/', '/other/'));
    await expect(store.put(uuidv7(), fileOf('hello'), 'image/webp')).rejects.toThrow(
      'there is no bucket "other"',
    );
  });
});

describe('[C-41] a file from an S3 service', () => {
  const bytes = Buffer.alloc(3 * 1024 * 1024, 'x');
  const limits = { responseMs: 1000, stallMs: 1000 };

  /** Responds with the first bytes of the file, and with the rest later or never. */
  async function storeBehind(answer: (response: ServerResponse) => void): Promise<MediaStore> {
    const server = createServer((_, response) => answer(response)).listen(0);
    await once(server, 'listening');
    onTestFinished(() => void server.close().closeAllConnections());
    const { port } = server.address() as AddressInfo;
    return s3Store(
      {
        endpoint: `http://127.0.0.1:${port}`,
        bucket: 'b',
        prefix: '',
        region: 'x',
        accessKeyId: 'a',
        secretAccessKey: 'b',
      },
      limits,
    );
  }

  test('is complete for a slow reader', async () => {
    const store = await storeBehind((response) =>
      response.writeHead(200, { 'content-length': bytes.length }).end(bytes),
    );
    const file = await store.get(uuidv7());
    let read = 0;
    const began = Date.now();
    for await (const piece of file?.stream ?? []) {
      read += piece.length;
      await sleep(Date.now() - began < 2.5 * limits.responseMs ? 300 : 0);
    }
    expect(read).toBe(bytes.length);
    expect(Date.now() - began).toBeGreaterThan(2 * limits.responseMs);
  });

  test('that stalls in the middle or never begins ends with an error', async () => {
    const stopping = await storeBehind(
      (response) => void response.writeHead(200, { 'content-length': bytes.length }).write('x'),
    );
    const file = await stopping.get(uuidv7());
    await expect(new Response(file?.stream).arrayBuffer()).rejects.toThrow('in the middle');
    const silent = await storeBehind(() => undefined);
    const failure = expect(silent.get(uuidv7())).rejects.toThrow(HttpError);
    const collecting = setInterval(collectGarbage, 50);
    await failure.finally(() => clearInterval(collecting));
  });

  test('that nobody reads to its end is closed', async () => {
    let isClosed = false;
    const store = await storeBehind((response) => {
      response.writeHead(200, { 'content-length': bytes.length }).write('x');
      response.once('close', () => {
        isClosed = true;
      });
    });
    await (await store.get(uuidv7()))?.stream.cancel();
    await waitFor(() => expect(isClosed).toBe(true));
  });
});

test('MEDIA_STORE is a URL with a key, a secret, a bucket and an optional folder', () => {
  expect(
    readS3Address('https://AKIA:a%2Fb%2Bc@s3.ap-south-1.amazonaws.com/files/a/b?region=ap-south-1'),
  ).toEqual({
    endpoint: 'https://s3.ap-south-1.amazonaws.com',
    bucket: 'files',
    prefix: 'a/b/',
    region: 'ap-south-1',
    accessKeyId: 'AKIA',
    secretAccessKey: 'a/b+c',
  });
  for (const wrong of [
    's3://k:s@h/b',
    'https://h/b',
    'https://k:s@h',
    'https://k:s@h/b?x=1',
    'https://k:s@h/b c',
    'https://k:%zz@h/b',
    'https://%zz:s@h/b',
  ])
    expect(readS3Address(wrong), wrong).toBeNull();
  expect(() => readConfig({ SECRET_KEY: 'x'.repeat(32), MEDIA_STORE: 'https://k:hunter2@h' })).toThrow(
    /^MEDIA_STORE must be disk(?!.*hunter2)/,
  );
});
