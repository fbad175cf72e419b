import { findViolations } from '../support/axe.ts';
import { showScheme } from '../support/colour-scheme.ts';
import { startDevelopment } from '../support/development-server.ts';
import { expect, test } from '../support/test.ts';

test('/styleguide/ shows every component and is accessible', async ({ page }) => {
  test.setTimeout(240_000);
  const dev = await startDevelopment();
  try {
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
