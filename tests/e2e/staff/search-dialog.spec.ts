import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/auth/sign-in.ts';
import { becomeStaff } from '../support/hiring/staff-side.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(({ verified }) => becomeStaff(verified));

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => dialog(page).getByRole('combobox');

test('[API-42] the search opens by key, finds while somebody types, and opens a result by keyboard alone', {
  tag: '@desktop',
}, async ({ page, verified }) => {
  await page.goto('/staff/jobs/');
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  // The number of the staff member's own sign-up, as somebody reads it out.
  await page.keyboard.type(`${verified.phone.slice(0, 5)} ${verified.phone.slice(5)}`);
  await expect(dialog(page).getByRole('status')).toHaveText('1 result');
  const result = dialog(page).getByRole('option');
  await expect(result).toContainText('LD-');
  await expectAccessible(page);
  await expect(result).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', /^found-LEAD-/);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/staff\/leads\/[0-9a-f-]{36}\//);
});

test('[API-42] the search says when it finds nothing and when it fails, and Enter opens the page of results', async ({
  page,
}) => {
  await page.goto('/staff/');
  await page.getByRole('search', { name: 'Everywhere' }).getByRole('button', { name: 'Search' }).click();
  await field(page).fill('zzzz nobody');
  await expect(dialog(page).getByRole('status')).toHaveText('Nothing found for “zzzz nobody”.');
  await page.route('**/api/v1/staff/search/**', (route) => route.abort());
  await field(page).fill('asha');
  await expect(dialog(page).getByRole('status')).toContainText('We could not reach the server.');
  await field(page).press('Enter');
  await expect(page).toHaveURL(/\/staff\/search\/\?q=asha$/);
  await expect(page.getByRole('heading', { name: 'Search', level: 1 })).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('[API-42] the form in the bar leads to the page of results', async ({ page, verified }) => {
    await page.goto('/staff/');
    await page.getByRole('search', { name: 'Everywhere' }).getByRole('button', { name: 'Search' }).click();
    const form = page.getByRole('search', { name: 'This page' });
    await form.getByRole('searchbox').fill(verified.phone);
    await form.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('main').getByRole('status')).toHaveText('1 result');
    await page.getByRole('main').getByRole('region', { name: 'Leads' }).getByRole('link').click();
    await expect(page).toHaveURL(/\/staff\/leads\/[0-9a-f-]{36}\//);
  });

  test('[API-42] Today shows one’s own work by a link, and remembers it', async ({ page }) => {
    await page.goto('/staff/');
    const owners = page.getByRole('navigation', { name: 'Whose work' });
    await owners.getByRole('link', { name: 'Mine' }).click();
    await page.goto('/staff/');
    await expect(owners.getByRole('link', { name: 'Mine' })).toHaveAttribute('aria-current', 'true');
    await owners.getByRole('link', { name: 'Everyone' }).click();
    await page.goto('/staff/');
    await expect(owners.getByRole('link', { name: 'Everyone' })).toHaveAttribute('aria-current', 'true');
  });
});
