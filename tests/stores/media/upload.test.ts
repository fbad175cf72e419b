import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, NetworkError, UnreadableResponseError } from '#lib/client/api-error.ts';
import { findFileError } from '#lib/domain/media/media.ts';
import { createUpload, uploadFile } from '#lib/stores/media/upload.ts';
import { errorResponse, json, stubBrowser } from '../../support/fake-api.ts';
import { type FakeUpload, stubUploads, wireMedia } from '../../support/media/fake-upload.ts';
import { waitFor } from '../../support/wait-for.ts';

let uploads: FakeUpload[];
let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  vi.unstubAllEnvs();
  browser = stubBrowser();
  uploads = stubUploads();
});

const file = (bytes = 'x', name = 'me.png', type = 'image/png') => new File([bytes], name, { type });
/** Waits for the newest upload. */
const sent = () => waitFor(() => uploads.at(-1) ?? Promise.reject(new Error('nothing was sent')));
const wire = async (body: Response) => body.json();

describe('[API-34] an upload', () => {
  test('is sent as multipart with flag and name, reports progress, and returns camelCase', async () => {
    const progressValues: number[] = [];
    const answer = uploadFile({
      file: file(),
      isPublic: true,
      onProgress: (fraction) => progressValues.push(fraction),
    });
    const upload = await sent();
    expect([upload.method, upload.url]).toEqual(['POST', '/api/v1/upload/']);
    expect(upload.form?.get('public')).toBe('true');
    expect(upload.file.name).toBe('me.png');
    expect(upload.headers).not.toHaveProperty('Authorization');
    upload.progress(25);
    upload.progress(100);
    upload.answer(200, wireMedia());
    expect(await answer).toMatchObject({ id: 'm1', mimeType: 'image/webp', isPublic: true });
    expect(progressValues).toEqual([0.25, 1]);
  });

  test('to a separate host sends a token [C-33]', async () => {
    vi.stubEnv('PUBLIC_MEDIA_HOST', 'https://media.liftoff.test');
    browser.on('POST /api/v1/upload/token/', () =>
      json({
        token: 'abc',
        upload_url: 'https://media.liftoff.test/api/v1/upload/',
        expires_at: '2026-01-01T00:00:00Z',
      }),
    );
    const answer = uploadFile({ file: file(), isPublic: false });
    const upload = await sent();
    expect(upload.url).toBe('https://media.liftoff.test/api/v1/upload/');
    expect(upload.headers.Authorization).toBe('Bearer abc');
    upload.answer(200, wireMedia());
    await answer;
  });

  test.each([
    [
      'a rejection',
      (upload: FakeUpload) => upload.answer(429, { error_code: 'UPLOAD_QUOTA_EXCEEDED', error: 'Full' }),
      ApiError,
    ],
    ['a proxy’s page', (upload: FakeUpload) => upload.answer(502, '<html>'), ApiError],
    [
      'success that is no JSON [API-03]',
      (upload: FakeUpload) => upload.answer(200, 'ok'),
      UnreadableResponseError,
    ],
    ['no network', (upload: FakeUpload) => upload.fail('onerror'), NetworkError],
    ['no end', (upload: FakeUpload) => upload.fail('ontimeout'), NetworkError],
  ])('fails with %s', async (_, act, kind) => {
    const answer = uploadFile({ file: file(), isPublic: true }).catch((error) => error);
    act(await sent());
    expect(await answer).toBeInstanceOf(kind);
  });

  test('that is cancelled is aborted', async () => {
    const stop = new AbortController();
    const answer = uploadFile({ file: file(), isPublic: true, signal: stop.signal }).catch((error) => error);
    const upload = await sent();
    stop.abort();
    expect(upload.isAborted).toBe(true);
    expect(await answer).toMatchObject({ name: 'AbortError' });
  });
});

describe('a field for a file', () => {
  const open = () => createUpload({ kind: 'upload', isPublic: true });

  test('[FORM-12] requires a file of an accepted type and size', async () => {
    expect(findFileError(null)).toBe('Please choose a file');
    expect(findFileError(file(''))).toBe('Please choose a file');
    expect(findFileError(file('x', 'a.svg', 'image/svg+xml'))).toMatch(/JPEG, PNG, WebP or PDF/);
    expect(findFileError(file('x', 'a.pdf', 'application/pdf'))).toBeNull();
    expect(findFileError(file('x', 'a.pdf', 'application/pdf'), 'picture')).toMatch(/JPEG, PNG or WebP/);
    expect(findFileError(file('x'.repeat(5 * 1024 * 1024 + 1)))).toMatch(/at most 5.0 MB/);
    const upload = open();
    expect(await upload.start(null)).toBeNull();
    expect(upload.$state.get()).toMatchObject({
      status: 'failed',
      failure: { message: 'Please choose a file' },
    });
    expect(uploads).toEqual([]);
  });

  test('shows the progress, and accepts one file at a time', async () => {
    const upload = open();
    const answer = upload.start(file());
    (await sent()).progress(40);
    expect(upload.$state.get()).toMatchObject({ status: 'sending', name: 'me.png', fraction: 0.4 });
    expect(await upload.start(file('y'))).toBeNull();
    uploads[0]?.answer(200, wireMedia());
    expect((await answer)?.id).toBe('m1');
    expect(upload.$state.get().status).toBe('done');
    expect(uploads).toHaveLength(1);
  });

  test('[FORM-13] shows the server’s error, and can be tried again', async () => {
    const upload = open();
    const answer = upload.start(file());
    const body = await wire(
      errorResponse(400, 'FILE_INVALID', 'Bad', { field_errors: { file: 'This file is damaged' } }),
    );
    (await sent()).answer(400, body);
    expect(await answer).toBeNull();
    expect(upload.$state.get()).toMatchObject({
      status: 'failed',
      failure: { message: 'This file is damaged' },
    });
    const again = upload.start(file());
    await waitFor(() => expect(uploads).toHaveLength(2));
    uploads[1]?.answer(200, wireMedia());
    expect((await again)?.id).toBe('m1');
  });

  test('asks to log in when the session has expired', async () => {
    const upload = open();
    const answer = upload.start(file());
    (await sent()).answer(401, await wire(errorResponse(401, 'SESSION_EXPIRED', 'Your session has ended.')));
    await answer;
    expect(upload.$state.get().failure).toEqual({
      message: 'Your session has ended.',
      errorCode: 'SESSION_EXPIRED',
      needsLogin: true,
    });
  });

  test('is reset when cancelled; a late response changes nothing', async () => {
    const upload = open();
    const answer = upload.start(file());
    const first = await sent();
    upload.cancel();
    expect(await answer).toBeNull();
    expect(first.isAborted).toBe(true);
    first.progress(99);
    expect(upload.$state.get()).toEqual({ status: 'idle', name: '', fraction: 0, failure: null });
  });

  test('can make the file smaller first; if that fails, it sends the original', async () => {
    const smaller = createUpload({
      kind: 'picture',
      isPublic: true,
      prepare: async () => file('s', 'small.webp', 'image/webp'),
    });
    const answer = smaller.start(file('x'.repeat(9_000_000)));
    const upload = await sent();
    expect(upload.file.name).toBe('small.webp');
    upload.answer(200, wireMedia());
    expect(await answer).not.toBeNull();
    const broken = createUpload({
      kind: 'picture',
      isPublic: true,
      prepare: () => Promise.reject(new Error('no canvas')),
    });
    void broken.start(file());
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.file.name).toBe('me.png');
  });
});
