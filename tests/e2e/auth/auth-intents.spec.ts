import type { Page } from 'playwright/test';
import { openByLink } from '../support/auth/auth-link.ts';
import {
  enterNewestCode,
  expectAccessible,
  expectStep,
  modal,
  newestCode,
  otpInput,
  phoneInput,
  press,
  received,
  receivedTexts,
  unusedBritishPhone,
  unusedPhone,
} from '../support/auth/sign-in.ts';
import { passServerTime } from '../support/clock.ts';
import { expect, test } from '../support/test.ts';

const next = '/terms/?signed-in';

/** Returns the person that the server has signed in in this browser. */
async function whoAmI(page: Page) {
  const answer = await page.request.get('/api/v3/user/');
  const { user, user_profiles } = await answer.json();
  return {
    phone: user.phone,
    isVerified: user.is_phone_verified,
    profiles: user_profiles.map((profile: { type: string }) => profile.type),
  };
}

async function register(page: Page, phone: string): Promise<void> {
  await page.getByLabel('First Name').fill('Asha');
  await page.getByLabel('Email').fill(`asha-${phone}@example.com`);
  await press(page, 'Register Now');
}

test('[AUTH-02] [AUTH-05] [AUTH-18] LOGIN with an unknown number becomes a sign-up', async ({ page }) => {
  const phone = unusedPhone();
  await page.goto('/');
  await openByLink(page, { intent: 'LOGIN', product: 'moonshot', next }, 'Welcome back');
  await phoneInput(page).fill(phone);
  await press(page, 'Login');
  await expectStep(page, 'New to Moonshot?');
  await register(page, phone);
  await expectStep(page, 'Enter OTP to Sign up');
  await enterNewestCode(page, phone);
  await page.waitForURL(next);
  expect(await whoAmI(page)).toEqual({ phone, isVerified: true, profiles: [] });
});

test('[AUTH-02] [AUTH-06] [AUTH-16] SIGN_UP for the other product', async ({ page }) => {
  const phone = unusedPhone();
  await page.goto('/');
  await openByLink(page, { intent: 'LOGIN', product: 'cap', next }, 'Welcome back');
  await press(page, 'Sign Up');
  await expectStep(page, 'Welcome to Liftoff');
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  await openByLink(page, { intent: 'SIGN_UP', product: 'cap', next }, 'Welcome to Liftoff');
  await phoneInput(page).fill(phone);
  await press(page, 'Continue');
  await expectStep(page, 'Complete details');
  await register(page, phone);
  await expectStep(page, 'Enter OTP to Sign up');
  await enterNewestCode(page, phone);
  await page.waitForURL(next);
  expect(await whoAmI(page)).toEqual({ phone, isVerified: true, profiles: ['CAP_CANDIDATE'] });
});

test('[AUTH-05] [AUTH-17] SIGN_UP with a known number logs in', async ({ page, known: { phone } }) => {
  await page.goto('/');
  await openByLink(page, { intent: 'SIGN_UP', product: 'cap' }, 'Welcome to Liftoff');
  await phoneInput(page).fill(phone);
  await press(page, 'Continue');
  await expectStep(page, 'Enter OTP to Login');
  await enterNewestCode(page, phone);
  await expect(modal(page)).toHaveCount(0);
  await expect(page.locator('[data-account-name]')).toHaveText('Meera Nair');
  // Logging in does not make a person a candidate.
  expect(await whoAmI(page)).toEqual({ phone, isVerified: true, profiles: [] });
});

test('[AUTH-10] [AUTH-11] in LOGIN, Edit keeps the number and Sign Up clears it', async ({
  page,
  known: { phone },
}, { project }) => {
  await page.goto('/');
  await openByLink(page, { intent: 'LOGIN', product: 'moonshot' }, 'Welcome back');
  await phoneInput(page).fill(phone);
  await press(page, 'Login');
  await expectStep(page, 'Enter OTP to Login');
  const subtitle = project.name === 'phone' ? 'Trying to login with' : 'We have sent an OTP on';
  await expect(modal(page).getByText(`${subtitle} +91 ${phone}`)).toBeVisible();
  await otpInput(page).fill('12345');
  await press(page, 'Edit');
  await expectStep(page, 'Welcome back');
  await expect(phoneInput(page)).toHaveValue(phone);
  // The form is submitted again at once: the first code is still valid, and its step is empty.
  await press(page, 'Login');
  await expectStep(page, 'Enter OTP to Login');
  await expect(otpInput(page)).toHaveValue('');
  expect(await received(page, phone)).toHaveLength(2);
  await press(page, 'Edit');
  await press(page, 'Sign Up');
  await expectStep(page, 'Welcome to Moonshot');
  await expect(phoneInput(page)).toHaveValue('');
});

test('[AUTH-02] [AUTH-04] DIRECT_SIGN_UP starts with the details, for the given number', async ({ page }) => {
  const phone = unusedBritishPhone();
  await page.goto('/');
  await openByLink(
    page,
    { intent: 'DIRECT_SIGN_UP', product: 'cap', phone, country: 'GB', next },
    'Complete details',
  );
  await expect(modal(page)).toContainText(`You are trying to signup with ${phone}`);
  await expect(page.getByLabel('First Name')).toBeFocused();
  await register(page, phone);
  await expectStep(page, 'Enter OTP to Sign up');
  await expect(modal(page)).toContainText(`+44 ${phone}`);
  const [message] = await received(page, phone, `+44${phone}`);
  await otpInput(page).fill(message?.code ?? '');
  await page.waitForURL(next);
  expect(await whoAmI(page)).toEqual({ phone, isVerified: true, profiles: ['CAP_CANDIDATE'] });
});

test('[AUTH-04] [AUTH-08] VERIFY_PHONE asks for a code at once', async ({ page, unverified: { phone } }, {
  project,
}) => {
  await page.goto('/');
  await openByLink(page, { intent: 'VERIFY_PHONE', product: 'cap', next }, 'Enter OTP');
  const subtitle = project.name === 'phone' ? 'OTP sent on' : 'We have sent an OTP on';
  await expect(modal(page).getByText(`${subtitle} +91 ${phone}`)).toBeVisible();
  await expect(modal(page).getByText(/^Resend OTP in \d+s$/)).toBeVisible();
  await expectAccessible(page);
  expect((await received(page, phone)).map(({ medium }) => medium)).toEqual(['SMS']);
  await enterNewestCode(page, phone);
  await page.waitForURL(next);
  expect(await whoAmI(page)).toMatchObject({ phone, isVerified: true });
});

test('[AUTH-04] REQUEST_LOGIN_OTP asks for a code at once, for the given number', async ({
  page,
  known: { phone },
}) => {
  await page.goto('/');
  await openByLink(
    page,
    { intent: 'REQUEST_LOGIN_OTP', product: 'cap', phone, country: 'IN', next },
    'Enter OTP to Login',
  );
  await expect(modal(page).getByText(/^Resend OTP in \d+s$/)).toBeVisible();
  await expect(modal(page)).toContainText(`+91 ${phone}`);
  expect((await received(page, phone)).map(({ medium }) => medium)).toEqual(['SMS', 'SMS']);
  await enterNewestCode(page, phone);
  await page.waitForURL(next);
  expect(await whoAmI(page)).toMatchObject({ phone, isVerified: true });
});

test('[AUTH-03] an unverified person verifies the number first, whatever the intent', async ({
  page,
  unverified: { phone },
}) => {
  await page.goto('/');
  for (const intent of ['LOGIN', 'SIGN_UP', 'DIRECT_SIGN_UP', 'REQUEST_LOGIN_OTP'] as const) {
    // A link's prefilled data may belong to another person than the signed-in one.
    await openByLink(page, { intent, phone: unusedPhone(), country: 'GB' }, 'Enter OTP');
    await expect(modal(page)).toContainText(`+91 ${phone}`);
    await expect(modal(page).getByText(/^Resend OTP in \d+s$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(modal(page)).toHaveCount(0);
  }
  // The modal is opened four times within 30 seconds, but one code is sent: each opening uses the code that
  // is being sent.
  expect(await received(page, phone)).toHaveLength(1);
  await openByLink(page, { intent: 'LOGIN', next }, 'Enter OTP');
  await expect(modal(page).getByText(/^Resend OTP in \d+s$/)).toBeVisible();
  await enterNewestCode(page, phone);
  await page.waitForURL(next);
  expect(await whoAmI(page)).toMatchObject({ phone, isVerified: true });
});

test('[AUTH-04] [AUTH-07] [AUTH-19] CHANGE_PHONE of a verified person', async ({
  page,
  verified: { phone },
}) => {
  const other = unusedPhone();
  await page.goto('/');
  await openByLink(page, { intent: 'CHANGE_PHONE', product: 'cap', next }, 'Change phone number');
  await expect(modal(page)).toContainText(`+91 ${phone} is your current phone number`);
  await expect(phoneInput(page)).toHaveValue(phone);
  await expect(modal(page).getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await expectAccessible(page);
  await phoneInput(page).fill(other);
  await press(page, 'Get OTP');
  await expectStep(page, 'Enter OTP');
  await expect(modal(page)).toContainText(`+91 ${other}`);
  // The old number belongs to the person until the new one is verified.
  expect(await whoAmI(page)).toMatchObject({ phone, isVerified: true });
  await enterNewestCode(page, other);
  await page.waitForURL(next);
  expect(await whoAmI(page)).toMatchObject({ phone: other, isVerified: true });
  await expect.poll(() => receivedTexts(page, phone)).toMatch(/changed/i);
});

test('[AUTH-07] [AUTH-10] [AUTH-12] [AUTH-19] CHANGE_PHONE stays a number change after an edit', async ({
  page,
  verified: { phone },
}) => {
  const [typo, other] = [unusedPhone(), unusedPhone()];
  await page.goto('/');
  await openByLink(page, { intent: 'CHANGE_PHONE' }, 'Change phone number');
  await phoneInput(page).fill(typo);
  await press(page, 'Get OTP');
  await expectStep(page, 'Enter OTP');
  await press(page, 'Edit');
  await expectStep(page, 'Change phone number');
  await expect(modal(page)).toContainText(`+91 ${phone} is your current phone number`);
  await phoneInput(page).fill(other);
  await press(page, 'Get OTP');
  await expectStep(page, 'Enter OTP');
  await enterNewestCode(page, other);
  await expect(modal(page)).toHaveCount(0);
  expect(await whoAmI(page)).toMatchObject({ phone: other, isVerified: true });
});

test('[AUTH-07] [C-09] [C-23] a number change long after the login starts with a code to the old number', async ({
  page,
  verified: { phone },
}) => {
  const other = unusedPhone();
  await passServerTime(phone, 11 * 60);
  await page.goto('/');
  await openByLink(page, { intent: 'CHANGE_PHONE', next }, 'Change phone number');
  await phoneInput(page).fill(other);
  await press(page, 'Get OTP');
  await expectStep(page, 'Enter OTP to Login');
  await expect(modal(page)).toContainText(`+91 ${phone}`);
  await expect(modal(page).getByText(/^Resend OTP in \d+s$/)).toBeVisible();
  expect(await received(page, other)).toEqual([]);
  await enterNewestCode(page, phone);
  await expectStep(page, 'Enter OTP');
  await expect(modal(page)).toContainText(`+91 ${other}`);
  await enterNewestCode(page, other);
  await page.waitForURL(next);
  expect(await whoAmI(page)).toMatchObject({ phone: other, isVerified: true });
});

test('[AUTH-03] [AUTH-19] CHANGE_PHONE of an unverified person changes the number first', async ({
  page,
  unverified: { phone },
}) => {
  const other = unusedPhone();
  await page.goto('/');
  await openByLink(page, { intent: 'CHANGE_PHONE' }, 'Change phone number');
  await expect(modal(page)).toContainText(`+91 ${phone} seems correct?`);
  await phoneInput(page).fill(other);
  await press(page, 'Get OTP');
  await expectStep(page, 'Enter OTP');
  await enterNewestCode(page, other);
  await expect(modal(page)).toHaveCount(0);
  expect(await whoAmI(page)).toMatchObject({ phone: other, isVerified: true });
  expect(await received(page, phone)).toEqual([]);
});

test('[AUTH-10] [AUTH-12] [AUTH-19] a cancelled change goes back to the person’s own number', async ({
  page,
  unverified: { phone },
}) => {
  await page.goto('/');
  await openByLink(page, { intent: 'VERIFY_PHONE' }, 'Enter OTP');
  await expect(modal(page).getByText(/^Resend OTP in \d+s$/)).toBeVisible();
  await press(page, 'Edit');
  await expectStep(page, 'Change phone number');
  await expect(modal(page)).toContainText(`+91 ${phone} seems correct?`);
  await phoneInput(page).fill(unusedPhone());
  await passServerTime(phone, 31);
  await press(page, 'Continue');
  await expectStep(page, 'Enter OTP');
  await expect(modal(page)).toContainText(`+91 ${phone}`);
  await expect(modal(page).getByText(/^Resend OTP in \d+s$/)).toBeVisible();
  expect((await received(page, phone)).map(({ medium }) => medium)).toEqual(['SMS', 'SMS']);
  await enterNewestCode(page, phone);
  await expect(modal(page)).toHaveCount(0);
  expect(await whoAmI(page)).toMatchObject({ phone, isVerified: true });
});

for (const [intent, title] of [
  ['CHANGE_PHONE', 'Change phone number'],
  ['VERIFY_PHONE', null],
] as const) {
  test(`[USER-07] ${intent} of a visitor starts with a login`, async ({ page, known: { phone } }) => {
    await page.goto('/');
    await openByLink(page, { intent }, 'Welcome back');
    await phoneInput(page).fill(phone);
    await press(page, 'Login');
    await expectStep(page, 'Enter OTP to Login');
    expect(await newestCode(page, phone)).toMatch(/^\d{6}$/);
    await enterNewestCode(page, phone);
    // Everybody who logs in has a verified number, so nothing is left to verify.
    if (title) await expectStep(page, title);
    else await expect(modal(page)).toHaveCount(0);
  });
}

test('[AUTH-02] ?auth= opens its intent; a code is sent only after a click on the page itself', async ({
  page,
  unverified: { phone },
}) => {
  await page.goto('/?auth=change');
  await expectStep(page, 'Change phone number');
  await expect(phoneInput(page)).toHaveValue(phone);
  await expect(page).toHaveURL('/');
  const opened = page.waitForURL('/');
  await page.goto('/?auth=verify', { referer: 'https://elsewhere.example/' });
  await opened;
  await expect(modal(page)).toHaveCount(0);
  await page.goto('/?auth=verify', { referer: `${new URL('/', page.url())}` });
  await expectStep(page, 'Enter OTP');
  await expect(modal(page).getByText(/^Resend OTP in \d+s$/)).toBeVisible();
  expect(await received(page, phone)).toHaveLength(1);
});
