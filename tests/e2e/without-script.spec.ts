import { publicPages } from './support/public-pages.ts';
import { expect, test } from './support/test.ts';

test.use({ javaScriptEnabled: false });

test('[APP-11] every page can be read, and the home page shows one testimonial', async ({ page }) => {
  for (const [path, heading] of publicPages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('main')).toBeVisible();
  }
  await page.goto('/');
  await expect(page.getByRole('figure')).toHaveCount(1);
});

test('the phone’s menu opens and leads to the programmes', async ({ page, isMobile }) => {
  await page.goto('/');
  if (isMobile) await page.getByRole('banner').locator('summary[aria-label="Menu"]').click();
  await page.getByRole('banner').getByRole('link', { name: 'Programmes' }).click();
  await expect(page).toHaveURL('/programs/');
});

test('coaches are found by what they teach and where they worked; the address can be shared', async ({
  page,
}) => {
  await page.goto('/coaches/');
  const cards = page.getByRole('main').getByRole('article');
  const all = await cards.count();
  expect(all).toBeGreaterThanOrEqual(16);
  await page.getByLabel('Helps with').selectOption('Product management');
  await page.getByRole('button', { name: 'Find coaches' }).click();
  await expect(page).toHaveURL(/expertise=Product\+management/);
  const found = await cards.count();
  expect(found).toBeLessThan(all);
  await expect(page.getByRole('status')).toContainText(`${found} coach`);
  await expect(page.getByLabel('Helps with')).toHaveValue('Product management');
  for (const card of await cards.all()) await expect(card).toContainText('Product management');

  await page.goto('/coaches/?expertise=Juggling&industry=Legal');
  await expect(page.getByRole('heading', { name: 'Nobody matches both' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all coaches' }).click();
  expect(await cards.count()).toBe(all);
});

test('questions open, and a programme answers them', async ({ page }) => {
  await page.goto('/programs/career-accelerator-program/');
  const question = page.getByRole('group').filter({ hasText: 'Do you guarantee a job?' });
  await expect(question.getByRole('paragraph')).toBeHidden();
  await question.locator('summary').click();
  await expect(question.getByRole('paragraph')).toBeVisible();
});
