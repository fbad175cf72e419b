import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressPage } from '#lib/server/http/static/compress-page.ts';

const html = `<p>${'Coaches '.repeat(500)}</p>`;

function page(headers: HeadersInit = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': '9' }) {
  return new Response(html, { status: 404, headers });
}

async function answer(accepted: string | null, response = page()) {
  const headers: HeadersInit = accepted === null ? {} : { 'Accept-Encoding': accepted };
  const {
    status,
    headers: sent,
    body,
  } = await compressPage(new Request('https://liftoff.test/', { headers }), response);
  const bytes = Buffer.from(await new Response(body).arrayBuffer());
  return { status, encoding: sent.get('Content-Encoding'), vary: sent.get('Vary'), sent, bytes };
}

test('a page has the best encoding that the client accepts, and keeps its status', async () => {
  const brotli = await answer('gzip, deflate, br, zstd');
  expect([brotli.status, brotli.encoding, brotli.vary]).toEqual([404, 'br', 'Accept-Encoding']);
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(html);
  expect(brotli.sent.has('Content-Length')).toBe(false);
  const zipped = await answer('gzip');
  expect(zipped.encoding).toBe('gzip');
  expect(gunzipSync(zipped.bytes).toString()).toBe(html);
});

test('a client that accepts no encoding gets the plain page, and Vary is set', async () => {
  for (const accepted of [null, 'identity', 'br;q=0, gzip;q=0']) {
    const plain = await answer(accepted);
    expect([plain.encoding, plain.vary, plain.bytes.toString()]).toEqual([null, 'Accept-Encoding', html]);
  }
});

test('a response that is not HTML or has no body stays unchanged', async () => {
  const picture = await answer('br', page({ 'Content-Type': 'image/png' }));
  expect([picture.encoding, picture.vary]).toEqual([null, null]);
  const empty = await answer('br', new Response(null, { headers: { 'Content-Type': 'text/html' } }));
  expect([empty.encoding, empty.bytes.length]).toEqual([null, 0]);
});
