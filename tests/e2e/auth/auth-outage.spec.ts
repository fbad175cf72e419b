import type { Route } from 'playwright/test';
import { openByLink } from '../support/auth/auth-link.ts';
import {
  enterNewestCode,
  expectAccessible,
  expectStep,
  modal,
  newestCode,
  openModal,
  otpInput,
  phoneInput,
  press,
  unusedPhone,
} from '../support/auth/sign-in.ts';
import { passTime } from '../support/clock.ts';
import { expect, test } from '../support/test.ts';

const offline = 'You are offline. Check your connection and try again – what you typed is kept.';

test('[AUTH-23] without a network every step shows an error, keeps the typed values and continues afterwards', async ({
  page,
  context,
}) => {
  const phone = unusedPhone();
  const email = `asha-${phone}@example.com`;
  const tryOffline = async (button: string, message: string) => {
    await context.setOffline(true);
    await press(page, button);
    await expect(modal(page).getByRole('alert')).toHaveText(offline);
    await expect(modal(page).getByText(message, { exact: true })).toBeVisible();
    await context.setOffline(false);
  };
  await page.clock.install();
  await page.goto('/');
  await openByLink(page, { intent: 'SIGN_UP', product: 'moonshot' }, 'Welcome to Moonshot');
  await phoneInput(page).fill(phone);
  await tryOffline('Continue', 'Something went wrong. Try Again.');
  await expect(phoneInput(page)).toHaveValue(phone);
  await expect(phoneInput(page)).toBeFocused();
  await expectAccessible(page);
  await press(page, 'Continue');

  await expectStep(page, 'Complete details');
  await page.getByLabel('First Name').fill('Asha');
  await page.getByLabel('Email').fill(email);
  await tryOffline('Register Now', 'Failed to create account');
  await expect(page.getByLabel('First Name')).toHaveValue('Asha');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await press(page, 'Register Now');

  await expectStep(page, 'Enter OTP to Sign up');
  await passTime(page, phone, 31);
  await context.setOffline(true);
  await press(page, 'Resend');
  await expect(modal(page).getByRole('alert')).toHaveText(offline);
  await expect(modal(page).getByText('Failed to request OTP', { exact: true })).toBeVisible();
  await context.setOffline(false);

  await press(page, 'Edit');
  await expectStep(page, 'Change phone number');
  const other = unusedPhone();
  await phoneInput(page).fill(other);
  await tryOffline('Get OTP', 'Failed to change phone number');
  await expect(phoneInput(page)).toHaveValue(other);
  await press(page, 'Get OTP');

  await expectStep(page, 'Enter OTP to Sign up');
  const code = await newestCode(page, other);
  await page.context().setOffline(true);
  await otpInput(page).fill(code);
  await tryOffline('Continue', 'Failed to verify OTP');
  await expect(otpInput(page)).toHaveValue(code);
  await press(page, 'Continue');
  await expect(modal(page)).toHaveCount(0);
});

test('pressing Enter or the button twice sends one request on every step', async ({ page }) => {
  const calls: string[] = [];
  let answer = () => {};
  await page.route('**/api/**', async (route) => {
    calls.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  /** Returns the requests since the last check and lets them continue. */
  const called = async (count: number) => {
    for (let n = 1; n <= count; n += 1) {
      await expect.poll(() => calls.length).toBe(n);
      answer();
    }
    return calls.splice(0);
  };
  const button = (name: string) => modal(page).getByRole('button', { name, exact: true });
  const phone = unusedPhone();
  await page.goto('/');
  await openModal(page, 'Sign up', 'Welcome to Moonshot');
  await phoneInput(page).fill(phone);
  await button('Continue').dblclick();
  await expect(button('Continue')).toHaveAttribute('aria-busy', 'true');
  expect(await called(1)).toEqual(['POST /api/v1/auth/user-exists/']);

  await expectStep(page, 'Complete details');
  await page.getByLabel('First Name').fill('Asha');
  await page.getByLabel('Email').fill(`asha-${phone}@example.com`);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(button('Register Now')).toBeDisabled();
  expect(await called(2)).toEqual([
    'POST /api/v3/auth/register/',
    'POST /api/v1/user/phone-verification/request-otp/',
  ]);

  await expectStep(page, 'Enter OTP to Sign up');
  await otpInput(page).fill(await newestCode(page, phone));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  expect(await called(1)).toEqual(['POST /api/v1/user/phone-verification/verify-otp/']);
  await expect(modal(page)).toHaveCount(0);
});

test('a response after the modal was closed opens nothing', async ({ page, known: { phone } }) => {
  let answer = () => {};
  const held = async (route: Route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  };
  await page.route('**/login/request-otp/', held, { times: 1 });
  await page.goto('/');
  await openModal(page, 'Log in', 'Welcome back');
  await phoneInput(page).fill(phone);
  const asked = page.waitForRequest('**/login/request-otp/');
  await press(page, 'Login');
  await asked;
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  const answered = page.waitForResponse('**/login/request-otp/');
  answer();
  await (await answered).finished();
  await openModal(page, 'Log in', 'Welcome back');
  await expect(modal(page)).toHaveCount(1);
  // The code was sent anyway, and the same number continues with it.
  await phoneInput(page).fill(phone);
  await press(page, 'Login');
  await expectStep(page, 'Enter OTP to Login');
  await enterNewestCode(page, phone);
  await expect(modal(page)).toHaveCount(0);
});
