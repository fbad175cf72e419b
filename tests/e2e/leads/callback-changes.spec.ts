import { receivedTexts, unusedPhone } from '../support/auth/sign-in.ts';
import { expect, test } from '../support/test.ts';

test.use({ javaScriptEnabled: false });

test('[API-53] the link in the SMS moves and cancels a call without a script', async ({ page }) => {
  const phone = unusedPhone();
  // A server-rendered form that is sent within a second and a half counts as a program's; a prerendered one has no clock.
  await page.goto('/programs/embark-pro/');
  const form = page.locator('#callback');
  await form.getByLabel('First name').fill('Asha');
  await form.getByLabel('Mobile number').fill(phone);
  await form.getByLabel(/Yes, call me/).check();
  await form.getByRole('button', { name: 'Ask for a call' }).click();
  await expect(page.getByText('Your reference:')).toBeVisible();

  const readLink = async () => /\/callback\/\S+/.exec(await receivedTexts(page, phone))?.[0] ?? '';
  await expect.poll(readLink).toMatch(/^\/callback\/CB-/);
  await page.goto(await readLink());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your call');
  await page.getByLabel('Day').fill('2020-01-01');
  await page.getByRole('button', { name: 'Change the time' }).click();
  await expect(page.getByText('This day has passed.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the call' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your call is cancelled');
});
