import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { HttpError } from '#lib/server/http/http-error.ts';
import { withReceivedFile } from '#lib/server/media/receive-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'liftoff-receive-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Receives a body in chunks of this size and returns the error code, or OK. */
async function receive(text: string, { chunkSize = 65_536, timeout = 60_000 } = {}): Promise<string> {
  const bytes = Buffer.from(text, 'latin1');
  async function* body() {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  }
  const upload = { contentType: 'multipart/form-data; boundary=xxxx', body: body() };
  try {
    return await withReceivedFile(upload, folder, async () => 'OK', timeout);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return error.errorCode;
  }
}

test('[C-31] a body at which the parser stops ends with its time', async () => {
  const partWithoutHeaders = `--xxxx\r\n\r\n\r\n${'x'.repeat(90_000)}\r\n--xxxx--\r\n`;
  expect(await receive(partWithoutHeaders, { chunkSize: 100_000, timeout: 50 })).toBe('FILE_INVALID');
  expect(readdirSync(folder)).toEqual([]);
});

test('[C-40] whatever the parts of a body are, it is received or rejected, and no file is left', async () => {
  const piece = fc.constantFrom(
    '--xxxx\r\n',
    '\r\n--xxxx\r\n',
    '\r\n--xxxx--\r\n',
    '--xxxx',
    '\r\n',
    '\r\n\r\n',
    'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\n',
    'Content-Disposition: form-data; name="public"; filename="a.pdf"\r\n\r\n',
    'Content-Disposition: form-data; name="public"\r\n\r\n',
    'Content-Disposition: form-data; name="__proto__"\r\n\r\n',
    'Content-Disposition: form-data\r\n\r\n',
    "Content-Disposition: form-data; name=file; filename*=UTF-8''%ff\r\n\r\n",
    'Content-Type: application/octet-stream\r\n',
    'Content-Type: text/plain; charset=utf-16\r\n\r\n',
    ': \r\n',
    'true',
    '%PDF-1.7',
    'x'.repeat(3_000),
    '\0',
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => `--xxxx\r\n${pieces.join('')}`);
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(7, 1_000, 65_536), async (body, chunkSize) => {
      const code = await receive(body, { chunkSize, timeout: 100 });
      expect(['OK', 'FILE_REQUIRED', 'FILE_INVALID', 'VALIDATION_FAILED']).toContain(code);
      expect(readdirSync(folder)).toEqual([]);
    }),
    { numRuns: 500, seed: 1 },
  );
});

test('[C-40] when the file cannot be written, the upload ends with the error of the disk and not with the time of the body', async () => {
  const gone = mkdtempSync(join(tmpdir(), 'liftoff-receive-'));
  async function* body() {
    rmSync(gone, { recursive: true });
    yield Buffer.from('--xxxx\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n');
    for (let chunk = 0; chunk < 60; chunk += 1) yield Buffer.alloc(65_536, 'x');
    yield Buffer.from('\r\n--xxxx--\r\n');
  }
  const upload = { contentType: 'multipart/form-data; boundary=xxxx', body: body() };
  await expect(withReceivedFile(upload, gone, async () => 'OK')).rejects.toMatchObject({ code: 'ENOENT' });
});
