import { expect, test, vi } from 'vitest';

test('[APP-03] [APP-04] [API-34] pages may call the API and the media host that are configured, and no other', async () => {
  vi.stubEnv('PUBLIC_API_BASE_URL', 'https://api.liftoff.example');
  vi.stubEnv('PUBLIC_MEDIA_HOST', 'https://media.liftoff.example');
  vi.stubEnv('PUBLIC_GAME_CHANGERS_API_BASE_URL', 'https://games.liftoff.example/');
  const { default: config } = await import('../../astro.config.mjs');
  expect(config.security?.csp).toMatchObject({
    directives: expect.arrayContaining([
      "connect-src 'self' https://media.liftoff.example https://api.liftoff.example https://games.liftoff.example",
    ]),
  });
  vi.unstubAllEnvs();
});
