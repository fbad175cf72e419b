import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder, freePort } from '../../support/server-process.ts';
import { findViolations } from '../support/axe.ts';
import { showScheme } from '../support/colour-scheme.ts';
import { expect, test } from '../support/test.ts';

test('the development server responds, and /styleguide/ shows every component and is accessible', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const dev = await startDevelopment();
  try {
    const asked = { country_iso_code: 'IN', phone: '9876500000' };
    const call = await page.request.post(`${dev.url}/api/v1/auth/user-exists/`, { data: asked });
    expect([call.status(), await call.json()]).toEqual([200, { user_exists: false }]);
    const picture = await page.request.get(`${dev.url}/images/thumb/96/content/portraits/revathi-nambiar`);
    expect(picture.headers()['content-type']).toMatch(/^image\//);
    await page.goto(`${dev.url}/styleguide/`, { timeout: 60_000 });
    await expect(page.getByRole('heading', { level: 1, name: 'Styleguide' })).toBeVisible();
    // Vite may find another dependency of an island and reload the page during this test.
    await expect(async () => {
      // Some islands load only when they are visible.
      for (const island of await page.locator('astro-island').all()) {
        await island.locator(':scope > *').first().scrollIntoViewIfNeeded();
        await expect(island).not.toHaveAttribute('ssr');
      }
      const dialog = page.getByRole('dialog');
      if (await dialog.isHidden())
        await page.getByRole('button', { name: 'Open a modal' }).click({ timeout: 5000 });
      await expect(dialog).toBeVisible({ timeout: 5000 });
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden({ timeout: 5000 });
    }).toPass({ timeout: 120_000 });
    for (const scheme of ['light', 'dark'] as const) {
      await showScheme(page, scheme);
      // A page of examples has more than one landmark of each kind.
      const exceptions = ['landmark-unique', 'landmark-no-duplicate-main'];
      expect(await findViolations(page, exceptions, scheme === 'dark')).toEqual([]);
    }
  } finally {
    await dev.stop();
  }
});

/** Starts `npm run dev` with its own port and data. */
async function startDevelopment() {
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const data = createDataFolder('liftoff-data-');
  const child = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'dev', '--port', port], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, PORT: port, SITE_ORIGIN: url, DATA_DIR: data, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  let printed = '';
  const started = new Promise<void>((ready, failed) => {
    setTimeout(
      () => failed(new Error(`The development server is slow to start:\n${printed}`)),
      90_000,
    ).unref();
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk;
        if (/Local\s/.test(printed)) ready();
      });
    void ended.then(() => failed(new Error(`The development server ended:\n${printed}`)));
  });
  try {
    await started;
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
