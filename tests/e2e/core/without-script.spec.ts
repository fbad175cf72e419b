import { readSitemap } from '../support/found-page.ts';
import { publicPages } from '../support/public-pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ javaScriptEnabled: false });

test('every page of the sitemap can be read', async ({ page, request }) => {
  test.setTimeout(180_000);
  const paths = await readSitemap(request);
  expect(paths).toEqual(expect.arrayContaining(['/', '/terms/', '/privacy-policy/', '/moonshot/jobs/']));
  expect(paths.filter((path) => /^\/programs\/[\w-]+\/$/.test(path))).toHaveLength(9);
  for (const path of paths) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    // The visible text, because the markup also contains hidden text.
    const read = await page.getByRole('main').innerText();
    // People may publish short texts.
    if (!path.startsWith('/portfolios/')) expect(read.length, path).toBeGreaterThan(400);
    expect(read, path).not.toMatch(/undefined|\[object|NaN/);
  }
});

test('every kind of page has its heading', async ({ page }) => {
  for (const [path, heading] of publicPages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
});

test('[APP-11] the home page shows one testimonial', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('figure')).toHaveCount(1);
});

test('the phone’s menu opens and leads to the programmes', async ({ page, isMobile }) => {
  await page.goto('/');
  if (isMobile) await page.getByRole('banner').locator('summary[aria-label="Menu"]').click();
  await page.getByRole('banner').getByRole('link', { name: 'Programmes' }).click();
  await expect(page).toHaveURL('/programs/');
});

test('coaches are found by their subjects and former companies, and the URL can be shared', async ({
  page,
}) => {
  await page.goto('/coaches/');
  const cards = page.getByRole('main').getByRole('article');
  const all = await cards.count();
  expect(all).toBeGreaterThanOrEqual(16);
  await page.getByLabel('Subject').selectOption('Product management');
  await page.getByRole('button', { name: 'Find coaches' }).click();
  await expect(page).toHaveURL(/expertise=Product\+management/);
  const found = await cards.count();
  expect(found).toBeLessThan(all);
  await expect(page.getByRole('status')).toContainText(`${found} coach`);
  await expect(page.getByLabel('Subject')).toHaveValue('Product management');
  for (const card of await cards.all()) await expect(card).toContainText('Product management');

  await page.goto('/coaches/?expertise=Juggling&industry=Legal');
  await expect(page.getByRole('heading', { name: 'Nothing matches this search' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Show all' }).last().click();
  expect(await cards.count()).toBe(all);
});

test('the questions of a programme open to show their answers', async ({ page }) => {
  await page.goto('/programs/career-accelerator-program/');
  const question = page.getByRole('group').filter({ hasText: 'Do you guarantee a job?' });
  await expect(question.getByRole('paragraph')).toBeHidden();
  await question.locator('summary').click();
  await expect(question.getByRole('paragraph')).toBeVisible();
});
