import type { Page } from 'playwright/test';
import { expectAccessible, newestCode, otherThan } from '../support/auth/sign-in.ts';
import { expect, test } from '../support/test.ts';

const code = (page: Page) => page.getByLabel('Code from the email');
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click();
const confirmed = (page: Page) => page.getByRole('heading', { name: 'Your email is confirmed' });

const emailCode = (page: Page, email: string) => newestCode(page, '', email);

test.use({ viewport: { width: 360, height: 800 } });

test('[C-22] the account page asks to confirm the email, and the code from the email confirms it', async ({
  page,
  verified,
}) => {
  await page.goto('/account/');
  const section = page.getByRole('region', { name: 'Confirm your email' });
  await expect(section).toContainText(`We sent a code to ${verified.email}.`);
  await section.getByRole('link', { name: 'Confirm email' }).click();
  const right = await emailCode(page, verified.email);
  await code(page).fill(otherThan(right));
  await press(page, 'Confirm email');
  await expect(code(page)).toHaveAccessibleDescription(/That code is not right/);
  await expectAccessible(page);
  await code(page).fill(right);
  await press(page, 'Confirm email');
  await expect(confirmed(page)).toBeVisible();
  await expect(page.getByRole('main')).toContainText(verified.email);
  await page.goto('/account/');
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible();
  await expect(section).toHaveCount(0);
});

test('[C-27] a changed email is saved although another account has it, and waits for its code', async ({
  page,
  verified: _,
  known,
}) => {
  await page.goto('/account/');
  await expect(page.locator('astro-island[ssr][component-url*="Details"]')).toHaveCount(0);
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill(known.email);
  await email.press('Enter');
  const details = page.getByRole('region', { name: 'Your details' });
  await expect(details.getByRole('status')).toHaveText('Saved');
  await expect(email).toHaveAccessibleDescription(/Not confirmed yet/);
  await expect(page.getByRole('region', { name: 'Confirm your email' })).toContainText(known.email);
});

test('the link in the email leads a visitor to the login, and back', async ({ page }) => {
  await page.goto('/account/verify-email/?code=123456');
  await expect(page.getByRole('heading', { name: 'Log in to confirm your email' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    /next=%2Faccount%2Fverify-email%2F%3Fcode%3D123456/,
  );
});

test('an unverified number comes first', async ({ page, unverified: _ }) => {
  await page.goto('/account/verify-email/');
  await expect(page.getByRole('heading', { name: 'Verify your number first' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('[C-22] the link fills in the form, a new code is sent and the email is changed', async ({
    page,
    verified,
  }) => {
    const first = await emailCode(page, verified.email);
    await page.goto(`/account/verify-email/?code=${first}`);
    await expect(code(page)).toHaveValue(first);
    await press(page, 'Send a new code');
    await expect(page.getByRole('main').getByRole('status')).toHaveText('New code sent.');
    await page.getByText('Change email').click();
    const other = `other-${verified.email}`;
    await page.getByLabel('New email').fill(other);
    await press(page, 'Save email');
    await expect(page.getByRole('main')).toContainText(`We sent a code to ${other}.`);
    await code(page).fill(await emailCode(page, other));
    await press(page, 'Confirm email');
    await expect(confirmed(page)).toBeVisible();
  });

  test('too many codes show when the next one can be sent', async ({ page, verified: _ }) => {
    await page.goto('/account/verify-email/');
    await press(page, 'Send a new code');
    await press(page, 'Send a new code');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Try again in 1 minute.');
  });
});
