import { expectAccessible } from '../support/auth/sign-in.ts';
import { publicPages } from '../support/public-pages.ts';
import { expect, test } from '../support/test.ts';

/** page-weight.spec.ts weighs these pages and sees that nothing moves and no other host is asked. */
for (const [path, heading] of publicPages) {
  test(`${path} is accessible in both colour schemes`, async ({ page, isMobile }) => {
    // The mark-up is one for all screens; what only a wide one shows stands on these two.
    test.skip(!isMobile && path !== '/' && path !== '/coaches/', 'the same mark-up as on a phone');
    const consoleErrors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expectAccessible(page);
    expect(consoleErrors).toEqual([]);
  });
}

test('a page without interaction loads no React, even with a form', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/callback/', { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => /\/hydrate\.|client/.test(url))).toEqual([]);
  await page.getByLabel('First name').focus();
  await expect.poll(() => scripts.filter((url) => /\/hydrate\./.test(url)).length).toBe(1);
});

test('no page is wider than the screen, with text of 200 % either', async ({ page }) => {
  for (const [path] of publicPages) {
    await page.goto(path);
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(overflow), path).toBeLessThanOrEqual(0);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await page.evaluate(overflow), `${path} at 200 %`).toBeLessThanOrEqual(0);
  }
});

test('old links to /moonshot/ still lead to the jobs', async ({ page }) => {
  await page.goto('/moonshot/?utm_source=mail');
  await page.getByRole('link', { name: 'See open jobs' }).click();
  await expect(page).toHaveURL('/moonshot/jobs/');
});
