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
  signUpAs,
  unusedPhone,
} from '../support/auth/sign-in.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
});

test('[AUTH-06] [AUTH-08] a visitor signs up by keyboard alone, and every step is accessible', {
  tag: '@desktop',
}, async ({ page }) => {
  test.slow();
  const phone = unusedPhone();
  await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).focus();
  await page.keyboard.press('Enter');
  await expectStep(page, 'Welcome to Moonshot');
  await expect(phoneInput(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(phone);
  await page.keyboard.press('Enter');

  await expectStep(page, 'Complete details');
  await expect(page.getByLabel('First Name')).toBeFocused();
  await expect(page.getByText(`You are trying to signup with ${phone}`)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('Asha');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(`asha-${phone}@example.com`);
  await page.keyboard.press('Enter');

  await expectStep(page, 'Enter OTP to Sign up');
  await expect(otpInput(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(await newestCode(page, phone));
  await page.keyboard.press('Enter');
  await expect(modal(page)).toHaveCount(0);
  await expect(page.getByRole('banner').getByLabel('Account menu')).toBeVisible();
  await expect(page.locator('[data-account-name]')).toHaveText('Asha');
});

test('[AUTH-05] [AUTH-08] a known number logs in', async ({ page, known: { phone } }) => {
  await openModal(page, 'Log in', 'Welcome back');
  await phoneInput(page).fill(phone);
  await press(page, 'Login');
  await expectStep(page, 'Enter OTP to Login');
  await enterNewestCode(page, phone);
  await expect(modal(page)).toHaveCount(0);
  await expect(page.locator('[data-account-name]')).toHaveText('Meera Nair');
});

test('[AUTH-15] buttons are disabled until their fields are valid', async ({ page }) => {
  const phone = unusedPhone();
  await openModal(page, 'Sign up', 'Welcome to Moonshot');
  await phoneInput(page).fill(phone);
  await modal(page).getByRole('button', { name: 'Continue' }).click();
  const register = page.getByRole('button', { name: 'Register Now' });
  await register.click();
  await expect(page.getByText('Please enter your first name')).toBeVisible();
  await expect(page.getByText('Please enter your email address')).toBeVisible();
  await expect(register).toBeDisabled();
  await expect(page.getByLabel('First Name')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('First Name').fill('Asha');
  await expect(register).toBeDisabled();
  await page.getByLabel('Email').fill(`asha-${phone}@example.com`);
  await register.click();

  await expectStep(page, 'Enter OTP to Sign up');
  const proceed = modal(page).getByRole('button', { name: 'Continue' });
  await expect(proceed).toBeDisabled();
  await otpInput(page).fill('12345');
  await expect(proceed).toBeDisabled();
  const code = await newestCode(page, phone);
  await otpInput(page).fill(code === '000000' ? '000001' : '000000');
  await expect(page.getByText('Please enter a valid OTP')).toBeVisible();
  await expect(proceed).toBeDisabled();
  await expect(otpInput(page)).toBeFocused();
  // The wrong code is selected, so typing replaces it.
  await page.keyboard.type(code);
  await expect(modal(page)).toHaveCount(0);
});

test('[AUTH-16] [USER-06] a pasted number chooses its country; the picker searches by code and name', async ({
  page,
}) => {
  await openModal(page, 'Log in', 'Welcome back');
  const paste = (text: string) =>
    phoneInput(page).evaluate((input: HTMLInputElement, value) => {
      input.select();
      document.execCommand('insertText', false, value);
    }, text);
  await paste('098765 43210');
  await expect(phoneInput(page)).toHaveValue('9876543210');
  await paste('+44 7911 123456');
  await expect(phoneInput(page)).toHaveValue('7911123456');
  const picker = page.getByRole('button', { name: /^Country:/ });
  await expect(picker).toHaveAccessibleName('Country: United Kingdom, GB +44');

  await picker.click();
  const search = page.getByRole('combobox', { name: 'Search for a country' });
  await expect(search).toBeFocused();
  await expectAccessible(page);
  await search.fill('971');
  await expect(page.getByRole('option')).toHaveText(['United Arab Emirates+971']);
  await search.fill('sri');
  await page.keyboard.press('Enter');
  await expect(picker).toHaveAccessibleName('Country: Sri Lanka, LK +94');
  await expect(picker).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await expectStep(page, 'Welcome back');
});

test('[AUTH-17] [AUTH-19] a pasted "123 456" or a whole message fills the one OTP input and submits it once', async ({
  page,
}) => {
  const checked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/verify-otp/')) checked.push(request.postDataJSON().otp);
  });
  const phone = unusedPhone();
  await openModal(page, 'Sign up', 'Welcome to Moonshot');
  await signUpAs(page, phone);
  await expect(otpInput(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(otpInput(page)).toHaveAttribute('inputmode', 'numeric');
  await expect(otpInput(page)).toHaveCount(1);
  const paste = (text: string) =>
    otpInput(page).evaluate((input, value) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', value);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await paste('123 456');
  await expect(otpInput(page)).toHaveValue('123456');
  await expect(modal(page).getByText('Please enter a valid OTP')).toBeVisible();
  await paste('654321 is your Liftoff OTP. @liftoff.example #654321');
  await expect(otpInput(page)).toHaveValue('654321');
  await expect(modal(page).getByText('Please enter a valid OTP')).toBeVisible();
  expect(checked).toEqual(['123456', '654321']);
});

test('[AUTH-10] Edit opens the number change, and Cancel goes back', async ({ page }) => {
  const phone = unusedPhone();
  await openModal(page, 'Sign up', 'Welcome to Moonshot');
  await signUpAs(page, phone);
  await expect(modal(page).getByText(/^Resend OTP in \d+s$/)).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expectStep(page, 'Change phone number');
  await expect(page.getByText(`+91 ${phone} seems correct?`)).toBeVisible();
  await expectAccessible(page);
  await modal(page).getByRole('button', { name: 'Continue' }).click();
  await expectStep(page, 'Enter OTP to Sign up');
  await otpInput(page).fill(await newestCode(page, phone));
  await expect(modal(page)).toHaveCount(0);
});

test('[AUTH-16] an international number typed key by key is the same as a pasted one', async ({ page }) => {
  await page.goto('/');
  await openModal(page, 'Sign up', 'Welcome to Moonshot');
  await phoneInput(page).pressSequentially('+919876543210');
  await expect(phoneInput(page)).toHaveValue('9876543210');
});
