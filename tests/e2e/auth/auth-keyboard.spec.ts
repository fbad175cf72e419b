import type { Page } from 'playwright/test';
import { addLink } from '../support/auth/auth-link.ts';
import { expectStep, modal, newestCode, otpInput, phoneInput, unusedPhone } from '../support/auth/sign-in.ts';
import { passTime } from '../support/clock.ts';
import { expect, test } from '../support/test.ts';

/** Presses Tab until the named button has the focus, because people do not count stops either. */
async function tabTo(page: Page, name: string): Promise<void> {
  const button = modal(page).getByRole('button', { name, exact: true });
  await expect(button).toBeVisible();
  const isThere = () => button.evaluate((element) => element === document.activeElement);
  for (let stops = 0; !(await isThere()); stops += 1) {
    expect(stops, `stops on the way to ${name}`).toBeLessThan(12);
    await page.keyboard.press('Tab');
  }
}

test('[AUTH-05] [AUTH-14] a known number logs in by keyboard alone, with a resent code', async ({
  page,
  known: { phone },
}) => {
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).focus();
  await page.keyboard.press('Enter');
  await expectStep(page, 'Welcome back');
  await expect(phoneInput(page)).toBeFocused();
  await page.keyboard.type(phone);
  await page.keyboard.press('Enter');
  await expectStep(page, 'Enter OTP to Login');
  await expect(otpInput(page)).toBeFocused();

  await passTime(page, phone, 31);
  await tabTo(page, 'Resend');
  await page.keyboard.press('Enter');
  await expect(modal(page).getByText(/^Resend OTP in \d+s$/)).toBeVisible();
  await expect(otpInput(page)).toBeFocused();
  await page.keyboard.type(await newestCode(page, phone));
  await expect(modal(page)).toHaveCount(0);
  await expect(page.locator('[data-account-name]')).toHaveText('Meera Nair');
});

test('[AUTH-07] [AUTH-10] a number is changed by keyboard alone, including a typing error', async ({
  page,
  verified: { phone },
}) => {
  const other = unusedPhone();
  await page.clock.install();
  await page.goto('/');
  await addLink(page, { intent: 'CHANGE_PHONE' });
  const link = page.getByRole('link', { name: 'Open sign-in' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expectStep(page, 'Change phone number');
  await expect(phoneInput(page)).toBeFocused();
  await expect(phoneInput(page)).toHaveValue(phone);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(unusedPhone());
  await page.keyboard.press('Enter');
  await expectStep(page, 'Enter OTP');
  await expect(otpInput(page)).toBeFocused();

  await tabTo(page, 'Edit');
  await page.keyboard.press('Enter');
  await expectStep(page, 'Change phone number');
  await expect(phoneInput(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(other);
  await passTime(page, phone, 31);
  await tabTo(page, 'Get OTP');
  await page.keyboard.press('Enter');
  await expectStep(page, 'Enter OTP');
  await expect(otpInput(page)).toBeFocused();
  await page.keyboard.type(await newestCode(page, other));
  await page.keyboard.press('Enter');
  await expect(modal(page)).toHaveCount(0);
  await expect(link).toBeFocused();
});

test('the focus stays inside, forwards and backwards', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).focus();
  await page.keyboard.press('Enter');
  await expectStep(page, 'Welcome back');
  const isOutside = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && !focused?.closest('dialog');
    });
  for (const key of ['Tab', 'Shift+Tab'])
    for (let stops = 0; stops < 12; stops += 1) {
      await page.keyboard.press(key);
      expect(await isOutside()).toBe(false);
    }
});
