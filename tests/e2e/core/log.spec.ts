import { startServer } from '../../support/server-process.ts';
import { expect, test } from '../support/test.ts';

test('[C-40] everything that a production server prints is JSON, and a broken address is no error', async () => {
  test.setTimeout(180_000);
  const server = await startServer({
    NODE_ENV: 'production',
    SECRET_KEY: 'a test key that is thirty-two characters long',
    CERTIFICATE_KEYS: Buffer.alloc(32, 1).toString('base64url'),
    SMS_WEBHOOK_URL: 'http://127.0.0.1:9/',
  });
  for (const path of [
    '/',
    '/%',
    '/%c0%af/',
    '/no-such-page/',
    '/moonshot/jobs/',
    '/api/v1/none/',
    '/images/x',
    '/media/x',
  ])
    await (await fetch(server.url + path)).text();
  expect((await fetch(`${server.url}/%`)).status).toBe(404);
  expect(await server.stop()).toBe(0);
  const lines = server.printed().trim().split('\n');
  const levels = lines.map((line) => JSON.parse(line).level);
  expect(
    levels.filter((level) => level >= 50),
    server.printed(),
  ).toEqual([]);
  expect(server.printed()).toContain(`ready at ${server.url}`);
});
