import type { Page } from 'playwright/test';
import {
  expectAccessible,
  modal,
  newestCode,
  otpInput,
  phoneInput,
  signUpAs,
  unusedPhone,
} from '../support/auth/sign-in.ts';
import { expect, test } from '../support/test.ts';

const application = /\/moonshot\/applications\/[\w-]+\/$/;
const applyLink = (page: Page) => page.getByRole('link', { name: 'Apply now' }).first();

/** Goes from the list to the page of a job that no other test closes meanwhile. */
async function openJob(page: Page): Promise<string> {
  await page.goto('/moonshot/jobs/');
  await page.getByRole('main').getByRole('link', { name: 'Accounts payable associate' }).first().click();
  await expect(page).toHaveURL(/\/moonshot\/jobs\/[\w-]+\/$/);
  return page.getByRole('heading', { level: 1 }).innerText();
}

async function proveNumber(page: Page, phone: string): Promise<void> {
  await otpInput(page).fill(await newestCode(page, phone));
}

test('a visitor browses jobs, presses Apply, signs up with a phone and an OTP, and lands on the started application', {
  tag: '@desktop',
}, async ({ page }) => {
  // axe checks seven screens on the way, in two schemes each.
  test.setTimeout(180_000);
  const rejected: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) rejected.push(message.text());
  });
  const phone = unusedPhone();

  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: /job/i }).first().click();
  await expect(page).toHaveURL(/\/moonshot\/jobs\//);
  const title = await openJob(page);

  await applyLink(page).click();
  await expect(phoneInput(page)).toBeFocused();
  await expectAccessible(page);
  await signUpAs(page, phone);
  await expectAccessible(page);
  await proveNumber(page, phone);

  await expect(page).toHaveURL(application);
  await expect(page.getByRole('main')).toContainText(title);
  await expect(page.getByRole('main')).toContainText(/MS-\d\d-\d{5}/);
  await page.goto('/moonshot/applications/');
  await expect(page.getByRole('main').getByRole('link', { name: title })).toHaveCount(1);
  expect(rejected).toEqual([]);
});

test('a click on Apply before any script has run is not lost', async ({ page }) => {
  const phone = unusedPhone();
  await page.route('**/_astro/*.js', (route) => route.abort());
  await openJob(page);
  await page.unroute('**/_astro/*.js');
  await applyLink(page).click();
  await expect(phoneInput(page)).toBeVisible();
  await signUpAs(page, phone);
  await proveNumber(page, phone);
  await expect(page).toHaveURL(application);
});

test('[C-26] a link on another site cannot apply for the signed-in person', async ({ page }) => {
  const phone = unusedPhone();
  await openJob(page);
  const job = page.url();
  await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).click();
  await signUpAs(page, phone);
  // A page that the server rendered loads again for the person who has signed in.
  const reload = page.waitForEvent('load');
  await proveNumber(page, phone);
  await expect(modal(page)).toHaveCount(0);
  await reload;

  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url());
  });
  await page.goto(`${job}?apply`, { referer: 'https://elsewhere.example/' });
  await expect(page).toHaveURL(job);
  await expect(applyLink(page)).toBeFocused();
  await page.goto('/moonshot/applications/');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0);
  expect(calls).toEqual([]);
});
