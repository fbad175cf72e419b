import type { APIRequestContext, Page } from 'playwright/test';
import { openByLink } from '../support/auth/auth-link.ts';
import {
  enterNewestCode,
  expectAccessible,
  expectStep,
  modal,
  newestCode,
  otherThan,
  otpInput,
  phoneInput,
  press,
  received,
  unusedBritishPhone,
  unusedPhone,
} from '../support/auth/sign-in.ts';
import { post, proveEmail } from '../support/auth/signed-in.ts';
import { passServerTime, passTime } from '../support/clock.ts';
import { expect, test } from '../support/test.ts';

const countdown = (page: Page) => modal(page).getByText(/^Resend OTP in/);
const resend = (page: Page) => modal(page).getByRole('button', { name: 'Resend' });
const call = (page: Page) => modal(page).getByRole('button', { name: 'Request Call' });
const proceed = (page: Page) => modal(page).getByRole('button', { name: 'Continue' });

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
});

async function logIn(page: Page, phone: string): Promise<void> {
  await openByLink(page, { intent: 'LOGIN', product: 'moonshot' }, 'Welcome back');
  await phoneInput(page).fill(phone);
  await press(page, 'Login');
}

async function reachCode(page: Page, phone: string): Promise<void> {
  await logIn(page, phone);
  await expectStep(page, 'Enter OTP to Login');
}

async function enter(page: Page, code: string): Promise<void> {
  await otpInput(page).fill(code);
}

/** The error of a field is read before its other descriptions. */
const startingWith = (message: string) => new RegExp(`^${message.replaceAll('.', '\\.')}`);

/** The error is shown at the OTP field, and typing a digit replaces the wrong code. */
async function expectRefused(page: Page, code: string, message: string): Promise<void> {
  await expect(otpInput(page)).toHaveAccessibleDescription(startingWith(message));
  await expect(otpInput(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(otpInput(page)).toHaveValue(code);
  await expect(otpInput(page)).toBeFocused();
  const selected = await otpInput(page).evaluate((input: HTMLInputElement) =>
    input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
  );
  expect(selected).toBe(code);
}

async function expectLoggedIn(page: Page): Promise<void> {
  await expect(modal(page)).toHaveCount(0);
  await expect(page.locator('[data-account-name]')).toHaveText('Meera Nair');
}

/** Requests a code by the API, as a stranger would, and returns its id. */
async function requestCode(request: APIRequestContext, origin: string, phone: string): Promise<string> {
  const asked = { country_iso_code: 'IN', phone };
  return (await post(request, origin, '/api/v1/auth/login/request-otp/', asked)).otp_id;
}

test('[AUTH-13] [AUTH-09] [AUTH-14] the countdown runs thirty seconds, and two resends offer a call', async ({
  page,
  known: { phone },
}) => {
  await openByLink(page, { intent: 'LOGIN', product: 'moonshot' }, 'Welcome back');
  await phoneInput(page).fill(phone);
  // Far enough ahead that a slow machine does not pass it first.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await press(page, 'Login');
  await expect(countdown(page)).toHaveText('Resend OTP in 30s');
  await page.clock.runFor(1000);
  await expect(countdown(page)).toHaveText('Resend OTP in 29s');
  await page.clock.runFor(28_000);
  await expect(countdown(page)).toHaveText('Resend OTP in 1s');
  await page.clock.runFor(1000);
  await passServerTime(phone, 31);
  await expect(countdown(page)).toHaveCount(0);
  await otpInput(page).fill('123');
  await page.clock.resume();

  for (const sent of [3, 4]) {
    await expect(call(page)).toHaveCount(0);
    await resend(page).click();
    await expect(countdown(page)).toHaveText(/^Resend OTP in (30|2\d)s$/);
    await expect(otpInput(page)).toHaveValue('');
    await expect(otpInput(page)).toBeFocused();
    expect(await received(page, phone)).toHaveLength(sent);
    await passTime(page, phone, 31);
  }
  await expect(modal(page)).toContainText(/Resend\s+or\s+Request Call/);
  await expectAccessible(page);
  await call(page).click();
  await expect(countdown(page)).toBeVisible();
  const [latest, ...texts] = await received(page, phone);
  expect([latest, ...texts].map((message) => message?.medium)).toEqual([
    'VOICE_CALL',
    ...Array(4).fill('SMS'),
  ]);
  // Only the latest of several codes is valid.
  const older = texts[0]?.code ?? '';
  if (older !== latest?.code) {
    await enter(page, older);
    await expectRefused(page, older, 'Please enter a valid OTP');
  }
  await enter(page, latest?.code ?? '');
  await expectLoggedIn(page);
});

test('[AUTH-14] a call is offered in India only', async ({ page }) => {
  const phone = unusedBritishPhone();
  await openByLink(page, { intent: 'DIRECT_SIGN_UP', phone, country: 'GB' }, 'Complete details');
  await page.getByLabel('First Name').fill('Asha');
  await page.getByLabel('Email').fill(`asha-${phone}@example.com`);
  await press(page, 'Register Now');
  await expectStep(page, 'Enter OTP to Sign up');
  for (const sent of [2, 3]) {
    await passTime(page, phone, 31, `+44${phone}`);
    await resend(page).click();
    await expect(countdown(page)).toBeVisible();
    expect(await received(page, phone, `+44${phone}`)).toHaveLength(sent);
  }
  await expect(call(page)).toHaveCount(0);
});

test('[AUTH-23] a wrong code shows an error at its field and is replaced by typing; the fifth one ends the code', async ({
  page,
  known: { phone },
}) => {
  test.slow();
  await reachCode(page, phone);
  const wrong = otherThan(await newestCode(page, phone));
  await enter(page, wrong);
  await expectRefused(page, wrong, 'Please enter a valid OTP');
  await expect(proceed(page)).toBeDisabled();
  await expectAccessible(page);
  for (const guess of [2, 3, 4, 5]) {
    // FORM-02: typing clears the error of the previous attempt.
    await page.keyboard.type(wrong.slice(0, 5));
    await expect(otpInput(page)).not.toHaveAttribute('aria-invalid');
    await page.keyboard.type(wrong.slice(5));
    await expectRefused(
      page,
      wrong,
      guess < 5 ? 'Please enter a valid OTP' : 'Too many attempts. Request a new OTP.',
    );
  }
  const right = await newestCode(page, phone);
  await page.keyboard.type(right);
  await expectRefused(page, right, 'Too many attempts. Request a new OTP.');

  await passTime(page, phone, 31);
  await resend(page).click();
  await expect(otpInput(page)).toHaveValue('');
  await expect(otpInput(page)).not.toHaveAttribute('aria-invalid');
  await enterNewestCode(page, phone);
  await expectLoggedIn(page);
});

test('[C-02] an expired code shows an error, and the next code logs in', async ({
  page,
  known: { phone },
}) => {
  await reachCode(page, phone);
  const late = await newestCode(page, phone);
  await passTime(page, phone, 301);
  await enter(page, late);
  await expectRefused(page, late, 'This OTP has expired');
  await expect(proceed(page)).toBeDisabled();
  await resend(page).click();
  await expect(countdown(page)).toBeVisible();
  await enterNewestCode(page, phone);
  await expectLoggedIn(page);
});

test('[C-06] a code is replaced by a newer code from another device', async ({
  page,
  elsewhere,
  baseURL,
  known: { phone },
}) => {
  await reachCode(page, phone);
  const overtaken = await newestCode(page, phone);
  await passTime(page, phone, 31);
  await requestCode(elsewhere, baseURL ?? '', phone);
  await enter(page, overtaken);
  await expectRefused(page, overtaken, 'Use the latest OTP');
  await passTime(page, phone, 31);
  await resend(page).click();
  await expect(countdown(page)).toBeVisible();
  await enterNewestCode(page, phone);
  await expectLoggedIn(page);
});

/** The waiting time in minutes and its end as a time of day. */
const when = /You can try again in (1 hour|\d+ minutes), at \d{1,2}:\d\d [ap]m\./;

test('[C-04] a locked number shows when to try again, on the OTP step and on the phone step', async ({
  page,
  stranger,
  baseURL,
  known: { phone },
}) => {
  test.slow();
  const origin = baseURL ?? '';
  // The message of the sign-up counts against the number for a quarter of an hour.
  await passServerTime(phone, 900);
  // A stranger enters nineteen wrong codes on another device; the twentieth, on this one, is the last.
  for (const guesses of [5, 5, 5, 4]) {
    const otp_id = await requestCode(stranger, origin, phone);
    const otp = otherThan(await newestCode(page, phone));
    for (let guess = 0; guess < guesses; guess += 1)
      await stranger.post(`${origin}/api/v1/auth/login/verify-otp/`, {
        headers: { origin },
        data: { otp_id, otp },
      });
    await passServerTime(phone, 31);
  }
  await reachCode(page, phone);
  const right = await newestCode(page, phone);
  await expect(otpInput(page)).toBeFocused();
  for (const code of [otherThan(right), right]) {
    await page.keyboard.type(code);
    await expectRefused(page, code, 'Too many wrong OTPs.');
    await expect(modal(page)).toContainText(when);
  }
  await expect(countdown(page)).toHaveText('Resend OTP in 1 hour');

  await press(page, 'Edit');
  await expect(modal(page)).not.toContainText(when);
  await press(page, 'Login');
  await expect(phoneInput(page)).toHaveAccessibleDescription(startingWith('Too many wrong OTPs.'));
  await expect(modal(page)).toContainText(when);
  await expect(phoneInput(page)).toHaveValue(phone);
  await expect(phoneInput(page)).toBeFocused();
  await expectAccessible(page);
  await passTime(page, phone, 3600);
  await expect(modal(page)).not.toContainText(when);
  await press(page, 'Login');
  await expectStep(page, 'Enter OTP to Login');
  await enterNewestCode(page, phone);
  await expectLoggedIn(page);
});

test('[C-10] a number with five sent codes shows when the next one can be requested', async ({
  page,
  baseURL,
  known: { phone },
}) => {
  for (const _ of [1, 2, 3]) {
    await requestCode(page.request, baseURL ?? '', phone);
    await passServerTime(phone, 31);
  }
  await reachCode(page, phone);
  await passTime(page, phone, 31);
  await resend(page).click();
  await expect(modal(page)).toContainText(when);
  await expect(countdown(page)).toHaveText(/^Resend OTP in 1[12] minutes$/);
  // The code that was sent is still valid.
  await enterNewestCode(page, phone);
  await expectLoggedIn(page);
});

test('[AUTH-23] a number and an email that are in use show errors at their fields', async ({
  page,
  known,
  elsewhere,
  baseURL,
}) => {
  test.slow();
  await proveEmail(elsewhere, baseURL ?? '', known);
  const phone = unusedPhone();
  await openByLink(page, { intent: 'SIGN_UP', product: 'moonshot' }, 'Welcome to Moonshot');
  await phoneInput(page).fill(phone);
  await press(page, 'Continue');
  await page.getByLabel('First Name').fill('Asha');
  const email = page.getByLabel('Email');
  await email.fill(known.email.toUpperCase());
  await press(page, 'Register Now');
  await expect(email).toHaveAccessibleDescription(startingWith('This email is already in use'));
  await expect(email).toBeFocused();
  await expect(page.getByLabel('First Name')).toHaveValue('Asha');
  await expect(modal(page).getByRole('button', { name: 'Register Now' })).toBeDisabled();
  await expectAccessible(page);
  await email.fill(`asha-${phone}@example.com`);
  await press(page, 'Register Now');
  await expectStep(page, 'Enter OTP to Sign up');

  await press(page, 'Edit');
  await phoneInput(page).fill(known.phone);
  await press(page, 'Get OTP');
  await expect(phoneInput(page)).toHaveAccessibleDescription(startingWith('This number is already in use'));
  await expect(phoneInput(page)).toBeFocused();
  await expect(phoneInput(page)).toHaveValue(known.phone);
});
