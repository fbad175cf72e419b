import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** Loads the module as a build with these domains has it, on a page of the host. */
async function loadOn(host: string, productionDomain: string) {
  vi.resetModules();
  vi.stubEnv('PUBLIC_PRODUCTION_DOMAIN', productionDomain);
  vi.stubEnv('PUBLIC_STAGING_DOMAIN', 'staging.example');
  vi.stubGlobal('location', { host });
  return await import('#lib/browser/analytics/environment.ts');
}

test.each([
  ['liftoff.example', 'PRODUCTION', false],
  ['www.liftoff.example', 'PRODUCTION', false],
  ['app.staging.example', 'STAGING', true],
  ['preview.example', 'DEVELOPMENT', true],
  ['localhost:8000', 'DEVELOPMENT', false],
])(
  '[APP-02] [TRACK-06] a page of %s is %s; whether it may load the chat: %s',
  async (host, environment, mayLoad) => {
    const { currentEnvironment, isChatHost } = await loadOn(host, 'liftoff.example');
    expect([currentEnvironment(), isChatHost()]).toEqual([environment, mayLoad]);
  },
);

test('[TRACK-06] a build that does not know its production domain loads the chat nowhere', async () => {
  for (const host of ['liftoff.example', 'app.staging.example', 'localhost'])
    expect((await loadOn(host, '')).isChatHost()).toBe(false);
});
