import type { Page } from 'playwright/test';
import { expect, test } from '../support/test.ts';

const path = '/programs/career-accelerator-program/';
const calendar = 'https://calendly.com/liftoff-counselling/career-accelerator';
const link = (page: Page) => page.getByRole('link', { name: 'Choose a time' });

test.beforeEach(async ({ page }) => {
  // A visitor who has not refused that the campaign is stored.
  await page.context().clearCookies({ name: 'consent' });
  await page.route('https://calendly.com/**', (route) => route.fulfill({ body: 'calendar' }));
});

test('[API-50] the link to book a call contains the campaign, which is loaded on click', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('counselling-calendly-link')) calls.push(request.url());
  });
  await page.goto(`${path}?utm_source=newsletter&utm_campaign=november`);
  await expect(link(page)).toHaveAttribute('href', calendar);
  expect(calls).toEqual([]);
  await link(page).click();
  await expect(page).toHaveURL(/^https:\/\/calendly\.com\/.*utm_source=newsletter/);
  expect(calls).toHaveLength(1);
});

test('[API-50] the link is loaded on keyboard focus', async ({ page }) => {
  await page.goto(`${path}?utm_source=newsletter`);
  await link(page).focus();
  await expect(link(page)).toHaveAttribute('href', /utm_source=newsletter/);
});

test('[API-50] without a response the link opens the empty calendar', async ({ page }) => {
  await page.route('**/counselling-calendly-link/', (route) => route.abort());
  await page.goto(path);
  await link(page).click();
  await expect(page).toHaveURL(calendar);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('[API-50] the link opens the empty calendar', async ({ page }) => {
    await page.goto(path);
    await expect(link(page)).toHaveAttribute('href', calendar);
  });
});
