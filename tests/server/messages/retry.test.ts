import { afterEach, expect, it, vi } from 'vitest';
import { post } from '#lib/server/messages/http-post.ts';

afterEach(() => vi.unstubAllGlobals());

const request = { url: 'http://provider.example/', headers: {}, body: '{}' };
const failed = (cause: object) =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(), cause) });

function fetchThat(...outcomes: (Error | Response)[]) {
  const fetch = vi.fn(async () => {
    const outcome = outcomes.shift();
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

it.each([
  { code: 'ECONNREFUSED', syscall: 'connect' },
  { code: 'EAI_AGAIN', syscall: 'getaddrinfo' },
  { code: 'UND_ERR_CONNECT_TIMEOUT' },
])('[C-41] retries once when no connection was made: %o', async (cause) => {
  const fetch = fetchThat(failed(cause), new Response('taken'));
  expect(await post(request)).toBe('taken');
  expect(fetch).toHaveBeenCalledTimes(2);
});

it.each([
  { code: 'ECONNRESET', syscall: 'read' },
  { code: 'EPIPE', syscall: 'write' },
  { code: 'UND_ERR_SOCKET' },
])('[C-41] does not retry when the message may have been received: %o', async (cause) => {
  const fetch = fetchThat(failed(cause), new Response('taken'));
  await expect(post(request)).rejects.toThrow('not reached');
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('[C-41] never tries a third time', async () => {
  const connectionRefused = () => failed({ code: 'ECONNREFUSED', syscall: 'connect' });
  const fetch = fetchThat(connectionRefused(), connectionRefused(), new Response('taken'));
  await expect(post(request)).rejects.toThrow('ECONNREFUSED');
  expect(fetch).toHaveBeenCalledTimes(2);
});
