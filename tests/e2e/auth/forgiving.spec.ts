import type { Page } from 'playwright/test';
import {
  expectStep,
  modal,
  newestCode,
  openModal,
  otpInput,
  phoneInput,
  signUpAs,
  unusedPhone,
} from '../support/auth/sign-in.ts';
import { signUpVerified } from '../support/auth/signed-in.ts';
import { expect, test } from '../support/test.ts';

const accountMenu = (page: Page) => page.getByRole('banner').getByLabel('Account menu');
const logIn = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log in' });

async function enterNewestCode(page: Page, phone: string): Promise<void> {
  await otpInput(page).fill(await newestCode(page, phone));
}

async function logOut(page: Page): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole('button', { name: 'Log out' }).click();
}

test.describe('a reload', () => {
  test('[AUTH-13] on the OTP step returns to it with the same countdown, and the code logs in', async ({
    page,
  }) => {
    await page.clock.install();
    const phone = unusedPhone();
    await page.goto('/');
    await openModal(page, 'Sign up', 'Welcome to Moonshot');
    await signUpAs(page, phone);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
    const countdown = modal(page).getByText(/^Resend OTP in \d+s$/);
    const seconds = await countdown.textContent();
    await page.reload();
    await expectStep(page, 'Enter OTP to Sign up');
    await expect(countdown).toHaveText(seconds ?? '');
    await page.clock.resume();
    await enterNewestCode(page, phone);
    await expect(modal(page)).toHaveCount(0);
    await expect(accountMenu(page)).toBeVisible();
  });

  test('[AUTH-06] on the details step keeps the typed values', async ({ page }) => {
    await page.goto('/');
    await openModal(page, 'Log in', 'Welcome back');
    await phoneInput(page).fill(unusedPhone());
    await modal(page).getByRole('button', { name: 'Login' }).click();
    await page.getByLabel('First Name').fill('Asha');
    await page.getByLabel('Email').fill('asha@example.com');
    await page.reload();
    await expectStep(page, 'New to Moonshot?');
    await expect(page.getByLabel('First Name')).toHaveValue('Asha');
    await expect(page.getByLabel('Email')).toHaveValue('asha@example.com');
    await modal(page).getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await expect(logIn(page)).toBeVisible();
    await expect(modal(page)).toHaveCount(0);
  });

  test('[API-41] while applying starts the application automatically after the code', async ({ page }) => {
    const phone = unusedPhone();
    await page.goto('/moonshot/jobs/');
    // Chosen by its name, because another test’s job may be first in the list and close meanwhile.
    await page.getByRole('main').getByRole('link', { name: 'Accounts payable associate' }).first().click();
    await page.getByRole('main').getByRole('link', { name: 'Apply now' }).first().click();
    await signUpAs(page, phone);
    await page.reload();
    await expectStep(page, 'Enter OTP to Sign up');
    await enterNewestCode(page, phone);
    await expect(page).toHaveURL(/\/moonshot\/applications\/[0-9a-f-]+\/$/);
  });
});

test.describe('[USER-07] two tabs', () => {
  test('share the session, and signing out in one signs out the other', async ({
    page,
    context,
    baseURL,
  }) => {
    const other = await context.newPage();
    await page.goto('/');
    await other.goto('/terms/');
    await expect(logIn(other)).toBeVisible();
    const phone = unusedPhone();
    await openModal(page, 'Sign up', 'Welcome to Moonshot');
    await signUpAs(page, phone);
    await enterNewestCode(page, phone);
    await expect(modal(page)).toHaveCount(0);
    await expect(accountMenu(page)).toBeVisible();
    await expect(accountMenu(other)).toBeVisible();

    await other.goto(`${baseURL}/moonshot/applications/`);
    await expect(other.getByRole('heading', { name: 'My applications' })).toBeVisible();
    await logOut(page);
    await expect(logIn(page)).toBeVisible();
    await expect(logIn(other)).toBeVisible();
    await expect(other.getByRole('heading', { name: 'My applications' })).toHaveCount(0);
  });

  test('close the sign-in modal in the second tab and continue its action', async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto('/moonshot/applications/');
    await openModal(other, 'Log in', 'Welcome back');
    await page.goto('/');
    const phone = unusedPhone();
    await openModal(page, 'Sign up', 'Welcome to Moonshot');
    await signUpAs(page, phone);
    await enterNewestCode(page, phone);
    await expect(modal(other)).toHaveCount(0);
    await expect(other.getByRole('heading', { name: 'My applications' })).toBeVisible();
  });
});

test('[C-24] the Back button after logging out shows no personal data', async ({
  page,
  verified: { phone },
}) => {
  await page.goto('/account/');
  await expect(page.getByRole('main')).toContainText(phone);
  await page.goto('/moonshot/applications/');
  await logOut(page);
  await expect(logIn(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/account\/$/);
  await expect(page.getByRole('main')).not.toContainText(phone);
});

test('[USER-07] signing in on a page that was rendered for a visitor renders it for the person', async ({
  page,
}) => {
  await page.goto('/moonshot/applications/');
  const phone = unusedPhone();
  await openModal(page, 'Sign up', 'Welcome to Moonshot');
  await signUpAs(page, phone);
  await enterNewestCode(page, phone);
  await expect(page.getByRole('heading', { name: 'My applications' })).toBeVisible();
  await expect(page).toHaveURL(/\/moonshot\/applications\/$/);
});

test('a session that ended while the page was hidden shows the visitor’s links again', async ({
  page,
  baseURL,
}) => {
  await signUpVerified(page.request, baseURL ?? '');
  await page.goto('/');
  await expect(accountMenu(page)).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(logIn(page)).toBeVisible();
});
