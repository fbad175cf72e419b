import type { Page } from 'playwright/test';
import {
  enterNewestCode,
  expectAccessible,
  receivedTexts,
  signUpAs,
  unusedPhone,
} from '../support/auth/sign-in.ts';
import { expect, test } from '../support/test.ts';

const program = '/programs/career-accelerator-program/';

/**
 * Finds a programme for somebody who has tested software for three years and can pay 50,000: where testers went, what the
 * programmes cost, and two of them side by side. Leads to the page on which a seat in the first one is reserved.
 */
async function decide(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await page.goto('/alumni/');
  await page.getByLabel('Work before').selectOption({ label: 'Testing and quality (2)' });
  await page.getByRole('button', { name: 'Find alumni' }).click();
  await expect(main.getByRole('status')).toContainText('2 people');
  await expect(main.getByText('Test engineer')).toBeVisible();

  await page.goto('/programs/');
  const card = page.getByRole('article').filter({ hasText: 'Launchpad Core' });
  await expect(card).toContainText('₹42,000 with tax');
  await card.getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByLabel('First programme')).toHaveValue('pm-launchpad-core');
  await page.getByLabel('Second programme').selectOption('career-accelerator-program-learning-only');
  await page.getByRole('button', { name: 'Compare' }).click();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
  for (const name of ['For whom', 'What you get', 'Instalments', 'Next start', 'Hours a week', 'Seats left'])
    await expect(row(name)).toHaveCount(2);
  for (const fee of await row('Fee with tax').allInnerTexts())
    expect(Number(/₹([\d,]+)/.exec(fee)?.[1]?.replaceAll(',', ''))).toBeLessThan(50_000);
  await row('Your seat').first().getByRole('link').click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(
    'Reserve a seat in Product Management Launchpad Core',
  );
  await expect(main.getByText(/₹42,000, with ₹[\d,]+ GST \(18%\)/)).toBeVisible();
}

test('[API-50] a tester compares two programmes, reserves a seat, signs up on the way, pays, and gets the receipt', {
  tag: '@desktop',
}, async ({ page, staff, stranger, baseURL }) => {
  const main = page.getByRole('main');
  const phone = unusedPhone();
  await decide(page);
  await expectAccessible(page);
  await main.getByRole('link', { name: /^Reserve a seat in the/ }).click();
  await signUpAs(page, phone);
  await enterNewestCode(page, phone);
  await page.waitForURL(/\/account\/enrolments\/.*done=reserved/);
  await expect(main.getByRole('status')).toContainText('Seat reserved.');
  await expectAccessible(page);
  const { pathname } = new URL(page.url());
  const reference = (
    await main
      .getByText(/^EN-\d\d-\d{5}$/)
      .first()
      .innerText()
  ).trim();
  const bank = (label: string) =>
    main.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd');
  await expect(bank('Amount now')).toHaveText('₹42,000');
  await expect(bank('Write in the transfer')).toHaveText(reference);
  await expect(bank('Account number')).toHaveText(/^\d+$/);
  await expect.poll(() => receivedTexts(page, phone)).toContain(reference);

  await page.goto('/account/');
  await expect(main.getByRole('link', { name: /^Seat in .*Launchpad Core: seat reserved/ })).toBeVisible();

  await staff.goto(`/staff/enrolments/?search=${reference}`);
  await staff.getByRole('main').getByRole('link', { name: 'Asha' }).click();
  await expect(staff.getByRole('button', { name: 'Confirm seat' })).toBeDisabled();
  await staff.getByLabel('Number of the transfer or receipt').fill('UTR-1');
  await staff.getByRole('button', { name: 'Record payment' }).click();
  await staff.getByRole('button', { name: /^Confirm: / }).click();
  await expect(staff.getByRole('status')).toContainText('Payment recorded');
  await staff.getByRole('button', { name: 'Confirm seat' }).click();
  await staff.getByRole('button', { name: /^Confirm: / }).click();
  await expect(staff.getByRole('main').getByText('Confirmed', { exact: true }).first()).toBeVisible();
  await expectAccessible(staff);

  await page.goto(pathname);
  const href = await main.getByRole('link', { name: 'Download the receipt (PDF)' }).getAttribute('href');
  const receipt = await page.request.get(href ?? '');
  expect([receipt.status(), receipt.headers()['content-type']]).toEqual([200, 'application/pdf']);
  expect((await receipt.body()).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await stranger.get(`${baseURL}${href}`)).status()).toBe(404);
  await page.goto('/programs/pm-launchpad-core/reserve/');
  await expect(page).toHaveURL(/done=there/);
  await expectAccessible(page);
});

test.describe('[API-50] without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a tester compares two programmes and reads the price and the steps, up to the sign-in', {
    tag: '@desktop',
  }, async ({ page }) => {
    await decide(page);
    const main = page.getByRole('main');
    await expect(main.getByText(/\d+ of 40 left/)).toBeVisible();
    await expect(main.getByText('Write your enrolment number in the transfer.')).toBeVisible();
    await main.getByRole('link', { name: /^Reserve a seat in the/ }).click();
    await expect(page).toHaveURL(/auth=signup/);
    await expect(page.locator('.top-note')).toContainText('JavaScript is off in this browser.');
  });

  test('the page of a programme leads to the number of free seats', async ({ page }) => {
    await page.goto(program);
    await page.getByRole('link', { name: 'See how many seats are left' }).click();
    await expect(page.getByRole('main').getByText(/\d+ of 30 left/)).toBeVisible();
  });

  test('a signed-in person reserves a seat and cancels it', async ({ page, verified }) => {
    expect(verified.phone).toBeTruthy();
    const main = page.getByRole('main');
    await page.goto(`${program}reserve/`);
    // When the last but one of the announced batches has closed, there is no other one to choose.
    const others = main.getByRole('region', { name: 'Other batches' });
    if (await others.isVisible()) await others.getByRole('link').first().click();
    await main.getByRole('button', { name: /^Reserve a seat in the/ }).click();
    await expect(main.getByRole('status')).toContainText('Seat reserved.');
    await main.getByRole('button', { name: 'Cancel my seat' }).click();
    await expect(main.getByRole('status')).toContainText('Cancelled');
  });
});
