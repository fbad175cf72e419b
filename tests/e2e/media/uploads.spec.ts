import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { APIRequestContext } from 'playwright/test';
import { createPhoto } from '../../support/media/pictures.ts';
import { closingBoundary, formatFilePart, formatPart, multipartType } from '../../support/media/upload.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';
import { isSoak } from '../../support/soak.ts';
import { signUpVerified } from '../support/auth/signed-in.ts';
import { expect, test } from '../support/test.ts';

const megabyte = 1024 * 1024;

/** A separate process with the embedded database, so that its memory can be measured. */
let server: ServerProcess;
/**
 * The data folder is empty instead of a copy, because creating a database takes memory that should not count
 * as the uploads'.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-uploads-'));
test.beforeAll(async () => {
  server = await startServer({ DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1,::1' });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
test.beforeEach(() => test.setTimeout(120_000));

const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024;

/**
 * Asks for other pages and calls while something is done. Returns how many were answered meanwhile, how long the slowest
 * took in milliseconds, and by how many bytes the memory of the process grew at most.
 */
async function watched<T>(act: () => Promise<T>) {
  const paths = ['/', '/api/v1/moonshot/jobs/', '/moonshot/jobs/'];
  const measure = async (path: string) => {
    const at = performance.now();
    const { status } = await fetch(server.url + path);
    expect(status).toBe(200);
    return performance.now() - at;
  };
  for (const path of [...paths, ...paths]) await measure(path);
  const before = memory();
  const others = { answered: 0, slowest: 0 };
  let growth = 0;
  let isDone = false;
  const look = async () => {
    for (let n = 0; !isDone; n += 1) {
      others.slowest = Math.max(others.slowest, await measure(paths[n % paths.length] as string));
      others.answered = n + 1;
      growth = Math.max(growth, memory() - before);
    }
  };
  const looking = look();
  const result = await act().finally(() => (isDone = true));
  await looking;
  return { result, growth, others };
}

/** A machine that is busy with other tests lets any process wait, so only a run of its own measures time. */
const expectPrompt = ({ slowest }: { slowest: number }) => {
  if (isSoak) expect(slowest).toBeLessThan(1000);
};

interface UploadResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the shape of the response
  body: any;
  /** The number of bytes that were sent before the response arrived. */
  bytes: number;
}

/** Logged in as the person of `request`; chunked unless a length is given. */
async function post(
  request: APIRequestContext,
  body: AsyncIterable<Uint8Array>,
  length?: number,
): Promise<UploadResponse> {
  const { cookies } = await request.storageState();
  const headers = {
    'content-type': multipartType,
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    origin: server.url,
    ...(length === undefined ? {} : { 'content-length': String(length) }),
  };
  const sent = httpRequest(`${server.url}/api/v1/upload/`, { method: 'POST', headers });
  // After the response the server closes the connection, even if bytes are still on their way.
  sent.on('error', () => undefined);
  const answered = new Promise<IncomingMessage>((done, failed) =>
    sent.once('response', done).once('close', () => failed(new Error('closed without an answer'))),
  );
  let [bytes, isAnswered] = [0, false];
  sent.once('response', () => {
    isAnswered = true;
  });
  const feed = async () => {
    for await (const chunk of body) {
      if (isAnswered || sent.destroyed) return;
      bytes += chunk.length;
      if (!sent.write(chunk)) await Promise.race([once(sent, 'drain'), answered]).catch(() => undefined);
    }
    sent.end();
  };
  const feeding = feed().catch(() => void sent.destroy());
  const response = await answered;
  const answer = { status: response.statusCode ?? 0, body: JSON.parse(await text(response)), bytes };
  sent.destroy();
  await feeding;
  return answer;
}

async function* endless(first: Uint8Array): AsyncGenerator<Uint8Array> {
  yield first;
  const chunk = Buffer.alloc(megabyte, 'x');
  for (let n = 0; n < 1024; n += 1) yield chunk;
}

test('[C-28] a stream of 1 GB is rejected after 6 MB, uses no extra memory and delays no other request', async ({
  request,
}) => {
  await signUpVerified(request, server.url);
  const start = formatFilePart(Buffer.from('%PDF-1.7\n')).subarray(0, -2);
  for (const first of [start, formatPart('x', 'y')]) {
    const { result, growth, others } = await watched(() => post(request, endless(first)));
    expect(result).toMatchObject({ status: 413, body: { error_code: 'PAYLOAD_TOO_LARGE' } });
    // The buffers of both sockets hold some bytes too.
    expect(result.bytes).toBeLessThan(40 * megabyte);
    expect(growth).toBeLessThan(100 * megabyte);
    expectPrompt(others);
  }
  const announced = await post(request, endless(start), 1024 * megabyte);
  expect(announced).toMatchObject({
    status: 413,
    body: { field_errors: { file: expect.stringContaining('5 MB') } },
  });
});

const photos = isSoak ? 20 : 8;

test(`[C-32] ${photos} photos of 24 megapixels at once: each is kept, memory grows by less than 200 MB, and others are answered meanwhile`, async ({
  playwright,
}) => {
  const photo = await createPhoto([{ x: 3000, y: 1500, scale: 8 }], [6000, 4000]);
  const body = Buffer.concat([
    formatPart('public', 'true'),
    formatFilePart(photo, 'photo.jpg', 'image/jpeg'),
    closingBoundary,
  ]);
  const people = await Promise.all(
    Array.from({ length: 4 }, async (_, n) => {
      const headers = { 'X-Forwarded-For': `2001:db8:77:${n}::1` };
      const person = await playwright.request.newContext({ extraHTTPHeaders: headers });
      await signUpVerified(person, server.url);
      return person;
    }),
  );
  const pieces = async function* () {
    for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536);
  };
  const { result, growth, others } = await watched(() =>
    Promise.all(
      Array.from({ length: photos }, (_, n) =>
        post(people[n % 4] as APIRequestContext, pieces(), body.length),
      ),
    ),
  );
  for (const { status, body } of result) expect([status, body.width, body.height]).toEqual([200, 2048, 1365]);
  expect(growth).toBeLessThan(200 * megabyte);
  // They did not wait for the photos.
  expect(others.answered).toBeGreaterThan(10);
  expectPrompt(others);
  for (const person of people) await person.dispose();
});

test('an aborted upload leaves nothing behind, and the next request is served', async ({ request }) => {
  await signUpVerified(request, server.url);
  const [file, finish] = [formatFilePart(Buffer.from('%PDF-1.7\n%%EOF\n'), 'a.pdf'), closingBoundary];
  const gone = async function* () {
    yield file;
    throw new Error('a tunnel');
  };
  await expect(post(request, gone())).rejects.toThrow();
  const next = async function* () {
    yield file;
    yield finish;
  };
  expect((await post(request, next())).status).toBe(200);
});
