import type { Page } from 'playwright/test';
import { offersWording } from '#lib/domain/account/offers-consent.ts';
import { openByLink } from '../support/auth/auth-link.ts';
import {
  expectStep,
  modal,
  openModal,
  phoneInput,
  press,
  signUpAs,
  unusedPhone,
} from '../support/auth/sign-in.ts';
import { expect, test } from '../support/test.ts';

interface StepTexts {
  title: string;
  /** The visible text, including the link after it. */
  subtitle: string;
  /** Replaces the subtitle on screens below 600 px. */
  phoneSubtitle?: string;
  button: string;
  labels: string[];
}

/** The exact texts of a step, as they are shown on the screen. */
async function expectTexts(page: Page, texts: StepTexts): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  const subtitle = (isPhone && texts.phoneSubtitle) || texts.subtitle;
  await expectStep(page, texts.title);
  await expect(page.locator('.auth-subtitle')).toHaveText(subtitle, { useInnerText: true });
  const send = modal(page).locator('[type=submit]');
  await expect(send).toHaveText(texts.button);
  await expect(modal(page).locator('label')).toHaveText(texts.labels);
  for (const label of texts.labels) await expect(page.getByLabel(label, { exact: true })).toBeVisible();
}

const number = ['Enter your mobile number'];
const code = ['Enter OTP to continue'];

test('[AUTH-16] the phone step has the texts of a login, and after Sign Up those of a sign-up', async ({
  page,
}) => {
  await page.goto('/');
  await openModal(page, 'Log in', 'Welcome back');
  const login = { title: 'Welcome back', subtitle: 'Login with your mobile number', button: 'Login' };
  await expectTexts(page, { ...login, labels: number });
  const offer = modal(page).locator('.auth-after');
  await expect(offer).toHaveText("Don't have an account? Sign Up");
  await expect(phoneInput(page)).toHaveAttribute('type', 'tel');
  await expect(phoneInput(page)).toHaveAttribute('placeholder', /^[6-9]\d{9}$/);
  await expect(page.getByRole('button', { name: /^Country:/ })).toHaveText(/IN \+91/);
  await phoneInput(page).pressSequentially('987654321098');
  await expect(phoneInput(page)).toHaveValue('9876543210');

  await offer.getByRole('button', { name: 'Sign Up' }).click();
  const signUp = { subtitle: 'Sign up to Apply. It will take less than 2 mins.', button: 'Continue' };
  await expectTexts(page, { title: 'Welcome to Moonshot', ...signUp, labels: number });
  await expect(offer).toHaveCount(0);
  await expect(phoneInput(page)).toHaveValue('');
  await expect(phoneInput(page)).toBeFocused();
});

test('[AUTH-16] the title names the product', async ({ page }) => {
  await page.goto('/?auth=signup&product=cap');
  await expectStep(page, 'Welcome to Liftoff');
});

test('[AUTH-17] [AUTH-18] [AUTH-19] every step of a sign-up has its texts', { tag: '@desktop' }, async ({
  page,
}) => {
  const phone = unusedPhone();
  const labels = ['First Name', 'Last Name (Optional)', 'Email', offersWording];
  const details = { subtitle: `You are trying to signup with ${phone} Edit`, button: 'Register Now', labels };
  await page.goto('/');
  await openModal(page, 'Log in', 'Welcome back');
  await phoneInput(page).fill(phone);
  await press(page, 'Login');
  await expectTexts(page, { title: 'New to Moonshot?', ...details });
  await press(page, 'Edit');
  await press(page, 'Close');
  await expect(modal(page)).toHaveCount(0);

  await openModal(page, 'Sign up', 'Welcome to Moonshot');
  await phoneInput(page).fill(phone);
  await press(page, 'Continue');
  await expectTexts(page, { title: 'Complete details', ...details });
  await press(page, 'Edit');
  await signUpAs(page, phone);
  await expectTexts(page, {
    title: 'Enter OTP to Sign up',
    subtitle: `We have sent an OTP on +91 ${phone} Edit`,
    phoneSubtitle: `Sign up with +91 ${phone} Edit`,
    button: 'Continue',
    labels: code,
  });
  await expect(page.locator('.otp-box')).toHaveCount(6);
  await expect(modal(page)).toContainText(/Did not receive the OTP\? Resend OTP in \d+s/);
  await press(page, 'Edit');
  await expectTexts(page, {
    title: 'Change phone number',
    subtitle: `+91 ${phone} seems correct? Continue`,
    button: 'Get OTP',
    labels: number,
  });
});

test('[AUTH-17] the OTP step of a login has its texts', { tag: '@desktop' }, async ({
  page,
  known: { phone },
}) => {
  await page.goto('/');
  await openModal(page, 'Log in', 'Welcome back');
  await phoneInput(page).fill(phone);
  await press(page, 'Login');
  await expectTexts(page, {
    title: 'Enter OTP to Login',
    subtitle: `We have sent an OTP on +91 ${phone} Edit`,
    phoneSubtitle: `Trying to login with +91 ${phone} Edit`,
    button: 'Continue',
    labels: code,
  });
});

test('[AUTH-17] the OTP step of a verification has its texts', { tag: '@desktop' }, async ({
  page,
  unverified: { phone },
}) => {
  await page.goto('/');
  await openByLink(page, { intent: 'VERIFY_PHONE' }, 'Enter OTP');
  await expectTexts(page, {
    title: 'Enter OTP',
    subtitle: `We have sent an OTP on +91 ${phone} Edit`,
    phoneSubtitle: `OTP sent on +91 ${phone} Edit`,
    button: 'Continue',
    labels: code,
  });
});

test('[AUTH-19] the step that changes the number has its texts', async ({ page, verified: { phone } }) => {
  await page.goto('/');
  await openByLink(page, { intent: 'CHANGE_PHONE' }, 'Change phone number');
  await expectTexts(page, {
    title: 'Change phone number',
    subtitle: `+91 ${phone} is your current phone number`,
    button: 'Get OTP',
    labels: number,
  });
});

test('[AUTH-21] the footer’s links open in a new tab', async ({ page }) => {
  await page.goto('/');
  await openModal(page, 'Log in', 'Welcome back');
  await expect(page.locator('.auth-footer')).toHaveText(
    'By continuing, you agree to our Terms, Privacy Policy and to receive updates via call, email or WhatsApp.',
  );
  for (const [name, path] of [
    ['Terms', '/terms/'],
    ['Privacy Policy', '/privacy-policy/'],
  ] as const) {
    const opened = page.waitForEvent('popup');
    await modal(page).getByRole('link', { name, exact: true }).click();
    const tab = await opened;
    await expect(tab).toHaveURL(path);
    await tab.close();
  }
  await expectStep(page, 'Welcome back');
});
