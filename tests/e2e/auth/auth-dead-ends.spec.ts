import type { Page } from 'playwright/test';
import { openByLink } from '../support/auth/auth-link.ts';
import {
  enterNewestCode,
  expectStep,
  modal,
  phoneInput,
  press,
  received,
  unusedPhone,
} from '../support/auth/sign-in.ts';
import { passServerTime } from '../support/clock.ts';
import { expect, test } from '../support/test.ts';

const countdown = (page: Page) => modal(page).getByText(/^Resend OTP in/);

test('[AUTH-04] DIRECT_SIGN_UP without a number asks for it, and keeps the details', async ({ page }) => {
  const phone = unusedPhone();
  await page.goto('/');
  await openByLink(page, { intent: 'DIRECT_SIGN_UP', product: 'cap' }, 'Complete details');
  await page.getByLabel('First Name').fill('Asha');
  await page.getByLabel('Email').fill(`asha-${phone}@example.com`);
  await press(page, 'Register Now');
  await expectStep(page, 'Welcome to Liftoff');
  await expect(modal(page).getByText('This field is required')).toBeVisible();
  await expect(phoneInput(page)).toBeFocused();
  await phoneInput(page).fill(phone);
  await press(page, 'Continue');
  await expectStep(page, 'Complete details');
  await expect(page.getByLabel('First Name')).toHaveValue('Asha');
  await press(page, 'Register Now');
  await expectStep(page, 'Enter OTP to Sign up');
});

test('[USER-07] a reload while logging in to change the number still leads to the change', async ({
  page,
  known: { phone },
}) => {
  await page.goto('/');
  await openByLink(page, { intent: 'CHANGE_PHONE' }, 'Welcome back');
  await phoneInput(page).fill(phone);
  await press(page, 'Login');
  await expectStep(page, 'Enter OTP to Login');
  await page.reload();
  await expectStep(page, 'Enter OTP to Login');
  await enterNewestCode(page, phone);
  await expectStep(page, 'Change phone number');
});

test('[C-23] a reload during the confirmation before a number change still leads to the change', async ({
  page,
  verified: { phone },
}) => {
  const other = unusedPhone();
  await passServerTime(phone, 11 * 60);
  await page.goto('/');
  await openByLink(page, { intent: 'CHANGE_PHONE' }, 'Change phone number');
  await phoneInput(page).fill(other);
  await press(page, 'Get OTP');
  await expectStep(page, 'Enter OTP to Login');
  await expect(countdown(page)).toBeVisible();
  await page.reload();
  await expectStep(page, 'Enter OTP to Login');
  await passServerTime(phone, 31);
  await enterNewestCode(page, phone);
  await expectStep(page, 'Enter OTP');
  await expect(modal(page)).toContainText(`+91 ${other}`);
});

test('a person whose session ended meanwhile can log in and continue', async ({
  page,
  context,
  unverified: { phone },
}) => {
  await page.goto('/');
  await openByLink(page, { intent: 'VERIFY_PHONE' }, 'Enter OTP');
  await expect(countdown(page)).toBeVisible();
  await context.clearCookies({ name: 'sid' });
  await enterNewestCode(page, phone);
  await expect(modal(page)).toContainText(/Please log in/);
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  await openByLink(page, { intent: 'LOGIN' }, 'Welcome back');
});

test('the code stays valid if the modal is closed and reopened while it is being sent', async ({
  page,
  unverified: { phone },
}) => {
  await page.goto('/');
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(
    '**/phone-verification/request-otp/',
    async (route) => {
      const response = await route.fetch();
      await late;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const asked = page.waitForRequest('**/request-otp/');
  await openByLink(page, { intent: 'VERIFY_PHONE' }, 'Enter OTP');
  await asked;
  await expect.poll(() => received(page, phone)).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  await openByLink(page, { intent: 'VERIFY_PHONE' }, 'Enter OTP');
  await expect(countdown(page)).toBeVisible();
  const answered = page.waitForResponse('**/request-otp/');
  answer();
  await (await answered).finished();
  await enterNewestCode(page, phone);
  await expect(modal(page)).toHaveCount(0);
});

test('[AUTH-04] a code that could not be sent on opening can be requested with the button', async ({
  page,
  context,
  unverified: { phone },
}) => {
  await page.goto('/');
  // The modal's own files are loaded already.
  await openByLink(page, { intent: 'CHANGE_PHONE' }, 'Change phone number');
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  await context.setOffline(true);
  await openByLink(page, { intent: 'VERIFY_PHONE' }, 'Enter OTP');
  await expect(modal(page).getByRole('alert')).toContainText('You are offline');
  await context.setOffline(false);
  await press(page, 'Resend');
  await expect(countdown(page)).toBeVisible();
  await expect(modal(page).getByRole('alert')).toBeEmpty();
  await enterNewestCode(page, phone);
  await expect(modal(page)).toHaveCount(0);
});
