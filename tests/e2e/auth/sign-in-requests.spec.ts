import type { Page } from 'playwright/test';
import { modal, phoneInput } from '../support/auth/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** Opens the home page and returns its Log in link, and the list to which every later request is added. */
async function openHome(page: Page) {
  await page.goto('/', { waitUntil: 'networkidle' });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  return { link: page.getByRole('banner').getByRole('link', { name: 'Log in' }), requests };
}

test('[AUTH-01] a phone makes at most six requests from the tap to the usable modal', async ({ page }) => {
  const { link, requests } = await openHome(page);
  await link.tap();
  await phoneInput(page).fill('98');
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(6);
  expect(requests.filter((path) => !path.endsWith('.js'))).toEqual([]);
});

test('[AUTH-01] the modal begins to load when the focus reaches its link, and stays closed', async ({
  page,
}) => {
  const { link, requests } = await openHome(page);
  await link.focus();
  await expect.poll(() => requests.filter((path) => path.includes('/mount.')).length).toBe(1);
  await page.waitForLoadState('networkidle');
  await expect(modal(page)).toHaveCount(0);
  const loaded = requests.length;
  await link.press('Enter');
  await phoneInput(page).fill('98');
  expect(requests.slice(loaded)).toEqual([]);
});
