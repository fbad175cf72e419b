import type { Page } from 'playwright/test';
import { expectAccessible, newestCode } from '../support/auth/sign-in.ts';
import { post } from '../support/auth/signed-in.ts';
import { saveDetails } from '../support/hiring/hiring.ts';
import { expect, test } from '../support/test.ts';

// These journeys are long, and axe is slow on a busy machine.
test.setTimeout(150_000);

const main = (page: Page) => page.getByRole('main');
const saved = (page: Page) =>
  main(page)
    .getByRole('status')
    .filter({ hasText: /^Saved$/ });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

/** Opens a section of a registered person and waits until its island works. */
async function open(page: Page, section: string): Promise<void> {
  await page.goto(`/moonshot/registration/?section=${section}`);
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
}

const register = (page: Page, origin = '') =>
  post(page.request, origin, '/api/v1/moonshot/register/', { consent: true });

test('[API-40] a visitor is asked to log in, and returns to the page afterwards', async ({ page }) => {
  await page.goto('/moonshot/registration/');
  const logIn = main(page).getByRole('link', { name: 'Log in' });
  await expect(logIn).toHaveAttribute('href', /next=%2Fmoonshot%2Fregistration%2F/);
});

test('[API-40] registration requires consent', async ({ page, verified: _ }) => {
  await open(page, 'place');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(main(page).getByText('Please agree, so that we may keep your details')).toBeVisible();
  await expect(page.getByLabel(/keep my details/)).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Where you work')).toBeVisible();
  await expect(main(page).getByText('0 of 5 sections complete')).toBeVisible();
});

test('[API-40] each section is accessible in both colour schemes, also with errors', async ({
  page,
  verified: _,
  baseURL,
}) => {
  await register(page, baseURL);
  await open(page, 'education');
  await page.getByLabel('Highest qualification').selectOption('Diploma');
  await page.getByLabel('Year of graduation').fill('1900');
  await page.getByLabel('Year of graduation').blur();
  await expect(main(page).getByText('Please enter a whole number from 1960 to 2040')).toBeVisible();
  await expectAccessible(page);
  for (const section of ['place', 'work', 'skills', 'documents']) {
    await open(page, section);
    await expectAccessible(page);
  }
});

test('[API-40] missing fields are listed, and each entry links to its field', async ({
  page,
  verified: _,
  baseURL,
}) => {
  await register(page, baseURL);
  await open(page, 'review');
  const missing = main(page).locator('.missing');
  await expect(missing.getByRole('listitem')).toHaveCount(9);
  await expect(page.getByRole('button', { name: 'Submit my details' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessible(page);
  await missing.getByRole('link', { name: 'Notice period' }).click();
  await expect(page.getByLabel('Notice period')).toBeFocused();
  await page.goBack();
  await expect(heading(page, 'Check and submit')).toBeVisible();
  await page.goto('/moonshot/registration/?section=skills#shiftPreference');
  await expect(page.getByRole('group', { name: 'Shifts', exact: true })).toBeFocused();
});

test('[API-40] an invalid value blocks the submission, also after a reload', async ({
  page,
  verified: _,
  baseURL,
}) => {
  await saveDetails(page.request, baseURL ?? '');
  await open(page, 'documents');
  await page.getByLabel('LinkedIn').fill('nonsense');
  await page.getByLabel('LinkedIn').blur();
  await expect(main(page).getByText('Please enter the address of your LinkedIn profile')).toBeVisible();
  await open(page, 'review');
  await page.getByRole('button', { name: 'Submit my details' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'Not saved yet' });
  await expect(summary).toContainText('Please enter the address of your LinkedIn profile');
  await summary.getByRole('link', { name: 'LinkedIn' }).click();
  await expect(page.getByLabel('LinkedIn')).toBeFocused();
  await page.getByLabel('LinkedIn').fill('');
  await page.getByRole('button', { name: 'Check all' }).click();
  await page.getByRole('button', { name: 'Submit my details' }).click();
  await expect(main(page).getByText('Details submitted')).toBeVisible();
});

test('[API-44] a step shows its errors before it is left, and pay as it was understood', async ({
  page,
  verified: _,
  baseURL,
}) => {
  await register(page, baseURL);
  await open(page, 'work');
  const pay = page.getByLabel('Expected salary');
  await pay.fill('as per norms');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page, 'Work')).toBeVisible();
  await expect(main(page).getByText('Enter yearly pay, for example 3,50,000 or 3.5 lakh')).toBeVisible();
  await expect(saved(page)).toHaveCount(0);

  await pay.fill('3.5 lakh');
  await expect(pay).toHaveAccessibleDescription(/₹3,50,000 a year \(3.5 lakh\)/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(main(page).getByText('This field is required').first()).toBeVisible();
  await page.getByRole('button', { name: 'Fill in later' }).click();
  await expect(heading(page, 'Work')).toHaveCount(0);
  await expect(saved(page)).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(pay).toHaveValue('3,50,000');

  const work = page.getByRole('link', { name: /^Work ?, complete$/ });
  await page.getByLabel('Years').selectOption('1');
  await page.getByLabel('Months').selectOption('2');
  await page.getByLabel('Notice period').fill('15');
  await expect(work).toBeVisible();
  await pay.fill('3-4 lakh');
  await pay.blur();
  await expect(main(page).getByText('Enter yearly pay, for example')).toBeVisible();
  await expect(main(page).getByText(/saved/i)).toHaveCount(0);
  await expect(work).toHaveCount(0);
});

test('[API-44] a language has no level until the candidate chooses it', async ({
  page,
  verified: _,
  baseURL,
}) => {
  await register(page, baseURL);
  await open(page, 'work');
  await page.getByRole('link', { name: /Languages/ }).click();
  await page.getByLabel('A language you speak').selectOption('English');
  const level = page.getByLabel('English', { exact: true });
  await expect(level).toBeFocused();
  await expect(level).toHaveValue('');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(main(page).getByText('This field is required').first()).toBeVisible();
  await level.selectOption('B2');
  await page.reload();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await expect(level).toHaveValue('B2');
});

test.describe('[API-44] entered values are not lost', () => {
  test('by a reload, before or after the save', async ({ page, verified: _, baseURL }) => {
    await register(page, baseURL);
    await open(page, 'work');
    await page.getByLabel('Company').fill('Boliqo');
    await expect(saved(page)).toBeVisible();
    await page.route('**/update-candidate-details/', (route) => route.abort());
    await page.getByLabel('Role').fill('Ledger clerk');
    await expect(main(page).getByText(/could not reach the server/)).toBeVisible();
    await page.unroute('**/update-candidate-details/');
    await page.reload();
    await expect(page.getByLabel('Company')).toHaveValue('Boliqo');
    await expect(page.getByLabel('Role')).toHaveValue('Ledger clerk');
    await expect(saved(page)).toBeVisible();
  });

  test('while offline, and they are saved when the network is back', async ({
    page,
    context,
    verified: _,
    baseURL,
  }) => {
    await register(page, baseURL);
    await open(page, 'work');
    await context.setOffline(true);
    await expect(main(page).getByText('You are offline. We keep your answers on this device')).toBeVisible();
    await page.getByLabel('Company').fill('Boliqo');
    await page.getByLabel('Company').blur();
    await expect(main(page).getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible();
    await context.setOffline(false);
    await expect(saved(page)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Company')).toHaveValue('Boliqo');
  });

  test('when the session has ended', async ({ page, context, verified, baseURL }) => {
    await register(page, baseURL);
    await open(page, 'work');
    await context.clearCookies({ name: 'sid' });
    await page.getByLabel('Company').fill('Boliqo');
    await main(page).getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Enter your mobile number').fill(verified.phone);
    await page.getByRole('dialog').getByRole('button', { name: 'Login' }).click();
    await expect(page.getByLabel('Enter OTP to continue')).toBeVisible();
    await page.getByLabel('Enter OTP to continue').fill(await newestCode(page, verified.phone));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(saved(page)).toBeVisible();
    await expect(page.getByLabel('Company')).toHaveValue('Boliqo');
  });
});
