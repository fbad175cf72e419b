import {
  enterNewestCode,
  expectAccessible,
  expectStep,
  phoneInput,
  press,
  receivedTexts,
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
  await expect.poll(() => receivedTexts(page, phone)).toContain('/account/mock-interviews/');

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

test('[APP-14] an expert writes feedback that is saved by itself, survives a cut network and a reload', async ({
  page,
  context,
}) => {
  const main = page.getByRole('main');
  await page.goto('/expert/');
  await main.getByRole('link', { name: 'Log in', exact: true }).click();
  await phoneInput(page).fill('9876543240');
  await press(page, 'Login');
  await expectStep(page, 'Enter OTP to Login');
  await enterNewestCode(page, '9876543240');
  await main.getByRole('link', { name: /^Meera Nair/ }).click();
  const summary = main.getByLabel('What to keep and what to change');
  await summary.fill('Keep the story of the night shift.');
  await expect(main.getByText(/^Draft saved at /)).toBeVisible();
  await context.setOffline(true);
  await main.getByLabel('To do next, 1 of 3').fill('Say the result first.');
  await expect(main.getByText('Not saved: no connection.')).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(summary).toHaveValue('Keep the story of the night shift.');
  await expect(main.getByLabel('To do next, 1 of 3')).toHaveValue('Say the result first.');
  await expect(main.getByText(/^Draft saved/)).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Share with the candidate' }).click();
  await expect(main.getByText('Please write 3 things to do next')).toBeVisible();
  await expect(summary).toHaveValue('Keep the story of the night shift.');
});
