import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

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
});

test('[C-35] without analytics plugins and a chat, the policy names no other host', async () => {
  const { default: config } = await import('../../astro.config.mjs');
  const policy = JSON.stringify(config.security?.csp);
  const hosts = policy.match(/https?:\/\/[\w.-]+/g) ?? [];
  expect(hosts.toSorted()).toEqual(['https://calendly.com', 'https://docs.google.com']);
  expect(policy).not.toContain('unsafe-inline');
});

test('[C-35] a plugin that is configured adds its own hosts only, and no inline scripts or styles', async () => {
  vi.stubEnv('PUBLIC_TAG_MANAGER_ID', 'GTM-TEST');
  vi.stubEnv('PUBLIC_POSTHOG_KEY', 'phc_1');
  const { default: config } = await import('../../astro.config.mjs');
  expect(config.security?.csp).toMatchObject({
    scriptDirective: { resources: ["'self'", 'https://www.googletagmanager.com'] },
    styleDirective: { resources: [] },
  });
  expect(JSON.stringify(config.security?.csp)).toContain('https://eu.i.posthog.com');
  expect(JSON.stringify(config.security?.csp)).not.toMatch(/intercom|unsafe/);
});

test('[TRACK-05] the chat that is configured may load its scripts, and write styles but no scripts', async () => {
  vi.stubEnv('PUBLIC_INTERCOM_APP_ID', 'abc123');
  const { default: config } = await import('../../astro.config.mjs');
  expect(config.security?.csp).toMatchObject({
    scriptDirective: { resources: ["'self'", 'https://widget.intercom.io', 'https://js.intercomcdn.com'] },
    styleDirective: { resources: ["'self'", "'unsafe-inline'"] },
  });
});
