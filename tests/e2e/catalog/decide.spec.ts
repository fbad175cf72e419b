import { expectAccessible } from '../support/auth/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('a programme that does not exist is named, and only the plain page is indexed', async ({ page }) => {
  await page.goto('/programs/compare/?a=embark-pro&b=juggling');
  await expect(page.getByRole('alert')).toContainText('There is no programme “juggling”');
  await expect(page.getByLabel('First programme')).toHaveValue('embark-pro');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await page.goto('/programs/compare/');
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/programs\/compare\/$/);
});

test('three programmes scroll within the table, and the labels stay in view', async ({ page }) => {
  await page.goto('/programs/compare/?a=embark-pro&b=pm-launchpad-pro&c=voice-support');
  await expectAccessible(page);
  const label = page.getByRole('rowheader', { name: 'Fee with tax' });
  await label.scrollIntoViewIfNeeded();
  await page.getByRole('region', { name: 'Comparison' }).evaluate((region) => region.scrollTo(400, 0));
  await expect(label).toBeInViewport({ ratio: 1 });
});

test('filters show counts, lead to no empty page, and combine', async ({ page }) => {
  for (const path of ['/coaches/', '/alumni/', '/reviews/']) {
    await page.goto(path);
    const options = await page.locator('search select option:not([value=""])').allInnerTexts();
    expect(options.length).toBeGreaterThan(5);
    for (const option of options) expect(option).toMatch(/ \([1-9]\d*\)$/);
  }
  await page.goto('/reviews/?program=embark-pro');
  await expect(page.getByRole('heading', { level: 2 })).toContainText(['Embark Pro']);
  await page.goto('/alumni/?program=embark-pro&change=first-job');
  await expect(page.getByLabel('Change')).toHaveValue('first-job');
  await expectAccessible(page);
});

test('a coach has a page with programmes, and no address or number', async ({ page }) => {
  await page.goto('/programs/pm-launchpad-core/');
  await page.getByRole('link', { name: 'Kavya Reddy' }).click();
  await expect(page).toHaveURL('/coaches/kavya-reddy/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kavya Reddy');
  await expect(page.getByRole('link', { name: 'Product Management Launchpad Core' })).toBeVisible();
  expect(await page.getByRole('main').innerText()).not.toMatch(/@|\d{7}/);
});

test('[APP-14] interview preparation has a page like the others, and leads to a call and a brochure', async ({
  page,
}) => {
  await page.goto('/programs/');
  await page.getByRole('link', { name: 'Interview preparation with experts', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Interview preparation with experts');
  await expect(page.locator('.batch')).toContainText('₹9,000 with tax');
  await expect(page.locator('.batch')).toContainText('Starts any time');
  await expect(page.getByRole('link', { name: 'Ask for a call', exact: true }).first()).toHaveAttribute(
    'href',
    '#callback',
  );
  await expect(page.locator('#brochure').getByLabel('Email')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Zainab Ansari' })).toBeVisible();
  await expectAccessible(page);
});
