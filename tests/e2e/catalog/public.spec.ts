import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/auth/sign-in.ts';
import { publicPages } from '../support/public-pages.ts';
import { expect, test } from '../support/test.ts';

/** The markup is the same on all screens. Only these two pages have content that only wide screens show. */
const alsoOnDesktop = ['/', '/coaches/'];

/** page-weight.spec.ts measures the weight and layout shift of these pages. */
for (const [path, heading] of publicPages) {
  const tag = alsoOnDesktop.includes(path) ? '@desktop' : [];
  test(`[APP-12] [APP-01] ${path} is accessible in both colour schemes, and never wider than the screen, also with text of 200 %`, {
    tag,
  }, async ({ page }) => {
    const consoleErrors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    // A portfolio has a banner and a footer of its own.
    if (!path.startsWith('/portfolios/')) {
      await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toContainText(
        `© ${Math.max(2023, new Date().getFullYear())}`,
      );
    }
    await expectAccessible(page);
    expect(consoleErrors).toEqual([]);

    for (const size of ['100%', '200%'])
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await overflowAt(page, size), `${size} at ${width} px`).toBeLessThanOrEqual(0);
      }
  });
}

/** Sets the size of the text and returns by how many pixels the page is wider than the screen. */
const overflowAt = (page: Page, fontSize: string) =>
  page.evaluate((size) => {
    const { documentElement: html } = document;
    html.style.fontSize = size;
    return html.scrollWidth - html.clientWidth;
  }, fontSize);

test('[APP-12] the tables of the privacy policy break no word in the middle on a phone', async ({ page }) => {
  await page.goto('/privacy-policy/');
  const broken = await page.getByRole('main').getByRole('table').evaluateAll(findBrokenWords);
  expect(broken).toEqual([]);
});

/** Returns the words that are on two lines. */
function findBrokenWords(elements: Element[]): string[] {
  return elements.flatMap((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    while (texts.nextNode())
      for (const { 0: word, index } of (texts.currentNode.textContent ?? '').matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (range.getClientRects().length > 1) broken.push(word);
      }
    return broken;
  });
}

test('a page without interaction loads no React, even with a form', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/callback/', { waitUntil: 'networkidle' });
  // The form, which its own small script imports, and what React consists of.
  const inPage = await page.evaluate(() => [...document.scripts].map(({ src }) => src));
  const isForm = (url: string) => /\/LeadForm\.[\w-]+\.js$/.test(url) && !inPage.includes(url);
  expect(scripts.filter((url) => isForm(url) || /react|jsx|client/.test(url))).toEqual([]);
  await page.getByLabel('First name').focus();
  await expect.poll(() => scripts.filter(isForm).length).toBe(1);
});

test('old links to /moonshot/ still lead to the jobs', async ({ page }) => {
  await page.goto('/moonshot/?utm_source=mail');
  await page.getByRole('link', { name: 'See open jobs' }).click();
  await expect(page).toHaveURL('/moonshot/jobs/');
});
