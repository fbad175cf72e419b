import type { Page } from 'playwright/test';
import { installFont } from '../../support/source/page-weight.ts';
import { findViolations } from '../support/axe.ts';
import { showScheme } from '../support/colour-scheme.ts';
import { expect, test } from '../support/test.ts';

const pages: [path: string, heading: RegExp | null, status: number][] = [
  ['/terms/', /^Terms$/, 200],
  ['/privacy-policy/', /^Privacy policy$/, 200],
  ['/refund-policy/', /^Refund policy$/, 200],
  ['/contact/', /^Contact$/, 200],
  ['/about/', /^About us$/, 200],
  ['/_app', null, 200],
  ['/no-such-page/', /cannot find this page/, 404],
];

const person = { name: 'आशा Rao', first_name: 'आशा', avatar: null };

/** Checks that nothing is wider than the screen and that axe finds no violation. */
async function expectAccessible(page: Page, exceptions: string[] = []) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await showScheme(page, colorScheme);
    expect(await findViolations(page, exceptions, colorScheme === 'dark')).toEqual([]);
  }
}

/** public.spec.ts checks the same for the catalogue's pages. */
for (const [path, heading, status] of pages) {
  test(`[APP-12] [APP-01] ${path} is accessible in both colour schemes`, async ({ page }) => {
    const policyViolations: string[] = [];
    page.on(
      'console',
      (message) =>
        message.text().includes('Content Security Policy') && policyViolations.push(message.text()),
    );
    const response = await page.goto(path);
    expect(response?.status()).toBe(status);
    if (heading) await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    else await expect(page.locator('main')).toBeEmpty();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText(
      `© ${Math.max(2023, new Date().getFullYear())}`,
    );
    // The shell has no content of its own, so it has no heading.
    await expectAccessible(page, heading ? [] : ['page-has-heading-one']);
    expect(policyViolations).toEqual([]);
  });
}

test('[APP-11] the home page shows one of three testimonials, each with its photo', async ({ page }) => {
  const seen = new Set<string | null>();
  for (const random of [0, 0.4, 0.99]) {
    await page.addInitScript((value) => {
      Math.random = () => value;
    }, random);
    await page.goto('/');
    const shown = page.getByRole('figure');
    await expect(shown).toHaveCount(1);
    await shown.scrollIntoViewIfNeeded();
    const photo = shown.getByRole('img');
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    for (const part of [/“.+”/, /, /]) await expect(shown).toContainText(part);
    seen.add(await shown.textContent());
  }
  expect(seen.size).toBe(3);
});

test('[USER-02] a picture that fails shows the letter and no broken-image icon', async ({ page }) => {
  await page.route('**/*.svg', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/coaches/');
  const avatar = page.getByRole('main').locator('.avatar').first();
  await avatar.scrollIntoViewIfNeeded();
  const picture = avatar.locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  const withFailedPicture = await avatar.screenshot();
  await picture.evaluate((image) => image.remove());
  expect(withFailedPicture.equals(await avatar.screenshot())).toBe(true);
});

test('a keyboard reaches the content by the skip link', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('a visitor’s page makes no API call', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(calls).toEqual([]);
});

test.describe('with a session hint cookie', () => {
  test.beforeEach(async ({ context, baseURL }) => {
    await context.addCookies([{ name: 'signed_in', value: '1', url: baseURL ?? '' }]);
  });

  test('[USER-02] the header shows the person’s initial without a layout shift', async ({ page }) => {
    await page.route('**/api/v3/user/', (route) =>
      route.fulfill({ json: { user: person, user_profiles: [] } }),
    );
    await installFont(page);
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          document.documentElement.setAttribute('data-shift', entry.name);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/');
    const menu = page.getByLabel('Account menu');
    await expect(menu).toHaveText('आ');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeHidden();
    await expect(page.locator('html')).not.toHaveAttribute('data-shift');

    await menu.press('Enter');
    await expect(page.getByText(person.name)).toBeVisible();
    await expect(page.getByRole('link', { name: 'My applications' }).first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByText(person.name)).toBeHidden();
    await expect(menu).toBeFocused();
  });

  test('[USER-02] the initial stays when the picture does not load', async ({ page }) => {
    const avatar = { '192X192': { url: '/media/gone.webp' }, s3_url: '' };
    await page.route('**/media/gone.webp', (route) => route.fulfill({ status: 404, body: '' }));
    await page.route('**/api/v3/user/', (route) =>
      route.fulfill({ json: { user: { ...person, avatar }, user_profiles: [] } }),
    );
    await page.goto('/');
    await expect(page.getByLabel('Account menu')).toHaveText('आ');
  });

  test('a session that has ended shows the visitor’s links again and clears the hint', async ({
    page,
    context,
  }) => {
    await page.route('**/api/v3/user/', (route) =>
      route.fulfill({ status: 401, json: { error_code: 'NOT_AUTHENTICATED' } }),
    );
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('signed_in');
  });

  test('a failed logout shows an error', async ({ page }) => {
    await page.route('**/api/v3/user/', (route) =>
      route.fulfill({ json: { user: person, user_profiles: [] } }),
    );
    await page.route('**/api/v1/auth/logout/', (route) => route.abort());
    await page.goto('/');
    await page.getByLabel('Account menu').click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('alert')).toHaveText('Could not log you out. Try again.');
  });
});
