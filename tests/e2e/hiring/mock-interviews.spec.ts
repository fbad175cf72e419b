import {
  enterNewestCode,
  expectAccessible,
  received,
  signUpAs,
  unusedPhone,
} from '../support/auth/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('[APP-14] a visitor chooses an expert without script, signs up on the way, and moves the mock interview', async ({
  page,
  browser,
  baseURL,
}) => {
  const main = page.getByRole('main');
  const phone = unusedPhone();
  await page.goto('/programs/interview-preparation/');
  const times = main.getByRole('region', { name: 'Book a mock interview' });
  await expect(times.getByRole('listitem').filter({ hasText: 'next free time' }).first()).toBeVisible();

  const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const withoutScript = await plain.newPage();
  await withoutScript.goto('/mock-interviews/');
  await expect(withoutScript.getByRole('heading', { name: 'Next free times' })).toHaveCount(2);
  await withoutScript.getByRole('link', { name: 'Choose a time with David Fernandes' }).click();
  await expect(withoutScript.getByRole('radio').first()).toBeVisible();
  await plain.close();

  await times.getByRole('link', { name: 'See experts and times' }).click();
  await main.getByRole('link', { name: 'Choose a time with David Fernandes' }).click();
  await expectAccessible(page);
  await main.getByRole('radio').first().check();
  await main.getByLabel('Role that you prepare for').fill('Product analyst');
  await main.getByLabel('Stories about my work').check();
  await main.getByRole('link', { name: 'Book this time' }).click();
  await signUpAs(page, phone);
  await enterNewestCode(page, phone);
  await page.waitForURL(/\/account\/mock-interviews\/.*done=booked/);
  await expect(main.getByRole('status')).toHaveText('Booked. We sent you the details.');
  await expect(main.getByRole('heading', { name: /^Pay by / })).toBeVisible();
  await expectAccessible(page);
  await expect
    .poll(async () => (await received(page, phone))[0]?.text)
    .toContain('/account/mock-interviews/');

  const before = await main.locator('.lead').innerText();
  await main.getByText('Move to another time').click();
  await main.getByRole('radio').first().check();
  await main.getByRole('button', { name: 'Move to this time' }).click();
  await page.waitForURL(/done=moved/);
  await expect(main.locator('.lead')).not.toHaveText(before);
  await main.getByText('Cancel', { exact: true }).click();
  await main.getByRole('button', { name: 'Cancel mock interview' }).click();
  await expect(main.getByRole('status')).toHaveText('Cancelled. You can book another time.');
});
