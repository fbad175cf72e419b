import type { Page } from 'playwright/test';
import {
  enterNewestCode,
  expectAccessible,
  expectStep,
  phoneInput,
  press,
  unusedPhone,
} from '../support/auth/sign-in.ts';
import { signInElsewhere } from '../support/auth/sign-in-elsewhere.ts';
import { expect, test } from '../support/test.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const firstName = (page: Page) => page.getByLabel('First name');
const section = (page: Page, name: string) => page.getByRole('region', { name });
const devices = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem');

const grouped = (phone: string) => `${phone.slice(0, 5)} ${phone.slice(5)}`;

/** Opens the page and waits until all its islands work. */
async function openAccount(page: Page): Promise<void> {
  await page.goto('/account/');
  await section(page, 'Where you are logged in').scrollIntoViewIfNeeded();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
}

test('a visitor is asked to log in, and returns to the page afterwards', async ({ page }) => {
  await page.goto('/account/');
  await expect(page.getByRole('heading', { name: 'Log in to see your account' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    /next=%2Faccount%2F/,
  );
  await expectAccessible(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('everything can be read, and controls that need JavaScript show a notice', async ({
    page,
    verified,
  }) => {
    await page.goto('/account/');
    await expect(page.locator('.top-note')).toContainText('JavaScript is off');
    await expect(page.locator('.top-note')).toBeVisible();
    await expect(firstName(page)).toHaveValue('Meera');
    await expect(page.getByLabel('Email', { exact: true }).first()).toHaveValue(verified.email);
    await expect(page.getByText(`+91 ${grouped(verified.phone)}`)).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Updates by SMS' })).toBeChecked();
    await expect(page.getByText('This device')).toBeVisible();
    await expect(save(page)).toBeDisabled();
  });
});

test('the page is accessible in both colour schemes, also with errors and dialogs', async ({
  page,
  browser,
  verified,
  baseURL,
}) => {
  const other = await signInElsewhere(browser, page, verified, baseURL ?? '');
  await openAccount(page);
  await expectAccessible(page);
  await firstName(page).fill('');
  await save(page).click();
  await expect(page.getByText('Please enter your first name')).toBeVisible();
  await expect(firstName(page)).toBeFocused();
  await page.getByRole('button', { name: 'Log out everywhere else' }).click();
  await expectAccessible(page);
  await other.context().close();
});

test('[FORM-04] a new name is saved, announced, shown in the header, and still there later', async ({
  page,
  verified: _,
}) => {
  await openAccount(page);
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
  await firstName(page).fill('  Usha ');
  await save(page).click();
  await expect(section(page, 'Your details').getByRole('status')).toHaveText('Saved');
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(save(page)).toBeFocused();
  await page.getByLabel('Account menu').click();
  await expect(page.getByRole('banner')).toContainText('Usha Nair');
  await page.reload();
  await expect(firstName(page)).toHaveValue('Usha');
});

test('[FORM-13] a rejected email shows an error at its field', async ({ page, verified: _ }) => {
  await openAccount(page);
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('nobody');
  await email.press('Enter');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/Please enter a valid email address/);
  await expect(email).toHaveValue('nobody');
});

test.describe('[USER-01] typed values are not lost', () => {
  test('by a reload', async ({ page, verified: _ }) => {
    await openAccount(page);
    await page.getByLabel('Last name').fill('Varma');
    await page.reload();
    await expect(page.getByLabel('Last name')).toHaveValue('Varma');
    await expect(page.getByText('It is not saved yet')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByLabel('Last name')).toHaveValue('Nair');
    await page.reload();
    await expect(page.getByText('It is not saved yet')).toBeHidden();
  });

  test('while offline', async ({ page, context, verified: _ }) => {
    await openAccount(page);
    await firstName(page).fill('Usha');
    await context.setOffline(true);
    await save(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible();
    await context.setOffline(false);
    await save(page).click();
    await expect(section(page, 'Your details').getByRole('status')).toHaveText('Saved');
  });

  test('before the scripts have loaded', async ({ page, verified: _ }) => {
    const scripts = Promise.withResolvers<void>();
    await page.route('**/_astro/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto('/account/', { waitUntil: 'commit' });
    await firstName(page).fill('Usha');
    await page.getByRole('switch', { name: 'Reminders by SMS' }).uncheck();
    scripts.resolve();
    await expect(section(page, 'Notifications').getByRole('status')).toHaveText('Saved');
    await save(page).click();
    await expect(page.getByRole('main').getByText('Usha Nair')).toBeVisible();
    await page.reload();
    await expect(firstName(page)).toHaveValue('Usha');
    await expect(page.getByRole('switch', { name: 'Reminders by SMS' })).not.toBeChecked();
  });
});

test('[APP-13] [APP-08] a time zone is found and chosen by keyboard', async ({ page, verified: _ }) => {
  await openAccount(page);
  const zone = page.getByRole('button', { name: 'Time zone: Kolkata (GMT+5:30)' });
  await zone.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option').first()).toContainText('default for India');
  await page.keyboard.type('new york');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await save(page).click();
  await expect(section(page, 'Your details').getByRole('status')).toHaveText('Saved');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Time zone: New York' })).toBeVisible();
});

test('switches are saved at once, and are reset when saving fails', async ({ page, verified: _ }) => {
  await openAccount(page);
  const email = page.getByRole('switch', { name: 'Updates by email' });
  const sms = page.getByRole('switch', { name: 'Updates by SMS' });
  await sms.focus();
  await page.keyboard.press('Space');
  await expect(sms).not.toBeChecked();
  await expect(section(page, 'Notifications').getByRole('status')).toHaveText('Saved');

  await page.route('**/api/v1/user/update/', (route) => route.abort());
  await email.uncheck({ force: true });
  await expect(section(page, 'Notifications').getByRole('alert')).toContainText('could not reach the server');
  await expect(email).toBeChecked();
  await page.unroute('**/api/v1/user/update/');

  await email.click();
  await email.click();
  await email.click();
  await expect(section(page, 'Notifications').getByRole('status')).toHaveText('Saved');
  await page.reload();
  await expect(email).not.toBeChecked();
  await expect(sms).not.toBeChecked();
});

test('[C-20] signing out everywhere else asks for confirmation, and signs out the other browser', async ({
  page,
  browser,
  verified,
  baseURL,
}) => {
  const other = await signInElsewhere(browser, page, verified, baseURL ?? '');
  await openAccount(page);
  await expect(devices(page)).toHaveCount(2);
  await expect(devices(page).first()).toContainText('This device');
  const ask = page.getByRole('button', { name: 'Log out everywhere else' });
  await ask.click();
  await page.keyboard.press('Escape');
  await expect(ask).toBeFocused();
  await ask.click();
  await page.getByRole('button', { name: 'Log out of 1 other device' }).click();
  await expect(devices(page)).toHaveCount(1);
  await expect(page.getByText('You are logged out everywhere else.')).toBeVisible();
  await expect(page.getByText('You are not logged in anywhere else.')).toBeVisible();

  await other.getByLabel('First name').fill('Usha');
  await save(other).click();
  await expect(other.getByRole('alert').filter({ hasText: 'Your session has ended' })).toBeVisible();
  await other.getByRole('alert').getByRole('link', { name: 'Log in' }).click();
  await expectStep(other, 'Welcome back');
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Log in to see your account' })).toBeVisible();
  await page.reload();
  await expect(firstName(page)).toHaveValue('Meera');
  await other.context().close();
});

test('[C-20] one device is signed out', async ({ page, browser, verified, baseURL }) => {
  const other = await signInElsewhere(browser, page, verified, baseURL ?? '');
  await openAccount(page);
  await devices(page)
    .last()
    .getByRole('button', { name: /^Log out / })
    .click();
  await expect(devices(page)).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Devices' })).toBeFocused();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Log in to see your account' })).toBeVisible();
  await other.context().close();
});

test('[C-23] a changed number is shown without a reload', async ({ page, verified }) => {
  await openAccount(page);
  await page.getByLabel('Last name').fill('Varma');
  const phone = section(page, 'Mobile number');
  await phone.getByRole('link', { name: 'Change phone number' }).click();
  await expectStep(page, 'Change phone number');
  const number = unusedPhone();
  await phoneInput(page).fill(number);
  await press(page, 'Get OTP');
  await expectStep(page, 'Enter OTP');
  await enterNewestCode(page, number);
  await expect(phone.getByRole('status')).toContainText(`Your number is now +91 ${grouped(number)}`);
  await expect(phone.getByText('Verified', { exact: true })).toBeVisible();
  await expect(phone).not.toContainText(grouped(verified.phone));
  await expect(page.getByLabel('Last name')).toHaveValue('Varma');
});

test('[USER-07] an unverified person is asked to verify the number, and can edit everything else', async ({
  page,
  unverified,
}) => {
  await openAccount(page);
  await expectAccessible(page);
  await firstName(page).fill('Usha');
  await save(page).click();
  await expect(section(page, 'Your details').getByRole('status')).toHaveText('Saved');
  const phone = section(page, 'Verify your mobile number');
  await expect(phone.getByText('Not verified')).toBeVisible();
  await phone.getByRole('link', { name: 'Verify your number' }).click();
  await expectStep(page, 'Enter OTP');
  await enterNewestCode(page, unverified.phone);
  await expect(phone.getByText('Verified', { exact: true })).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Verify your number' })).toBeHidden();
});

test('[USER-07] the header links to the account, or to verification for an unverified person', async ({
  page,
  unverified,
}) => {
  await page.goto('/');
  await page.getByLabel('Account menu').click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Verify your number' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await expect(page.getByText(`+91 ${grouped(unverified.phone)}`)).toBeVisible();
  await expect(page.locator('a[href^="/staff"]')).toHaveCount(0);
});

test('[C-24] logging out leaves nothing of the person behind', async ({ page, verified }) => {
  await openAccount(page);
  await page.getByLabel('Last name').fill('Varma');
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Log in to see your account' })).toBeVisible();
  await expect(page.getByText(verified.email)).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Varma');
});

test('[USER-03] a person without profiles sees links to the products', async ({ page, verified: _ }) => {
  await page.goto('/account/');
  await expect(section(page, 'Profiles').getByRole('link', { name: 'See open jobs' })).toBeVisible();
});

for (const percent of [150, 200]) {
  test(`text at ${percent} % fits, header and account menu included`, async ({ page, verified: _ }) => {
    await page.goto('/account/');
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
    }, percent);
    await page.getByLabel('Account menu').click();
    const logOut = page.getByRole('banner').getByRole('button', { name: 'Log out' });
    await expect(logOut).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });
}
