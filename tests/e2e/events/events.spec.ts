import {
  enterNewestCode,
  expectAccessible,
  receivedTexts,
  signUpAs,
  unusedPhone,
} from '../support/auth/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('[API-20] a visitor registers with a sign-up on the way, cancels, and gets a seat from a wait-list', async ({
  page,
  staff,
}) => {
  const main = page.getByRole('main');
  const phone = unusedPhone();
  await page.goto('/events/');
  await expectAccessible(page);
  await page.getByLabel('Topic or speaker').fill('résumé');
  await page.getByRole('button', { name: 'Show events' }).click();
  await main.getByRole('link', { name: 'Write a résumé that gets read' }).click();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Register for free' }).click();
  await signUpAs(page, phone);
  await enterNewestCode(page, phone);
  await page.waitForURL(/done=registered/);
  await expect(main.getByRole('status')).toContainText('Registered.');
  const number = (await main.getByText(/^LE-\d\d-\d{5}$/).innerText()).trim();
  await expect.poll(() => receivedTexts(page, phone)).toContain(number);
  await expectAccessible(page);
  await page.goto('/account/');
  await main.getByRole('link', { name: 'Write a résumé that gets read: registered' }).click();
  await expect(main.getByText(number)).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Cancel my registration' }).click();
  await expect(main.getByRole('status')).toHaveText('Cancelled, as you asked.');
  await expect(main.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();

  await page.goto('/events/mock-interviews-small-group/');
  await main.getByRole('button', { name: 'Join the wait-list' }).click();
  await expect(main.getByText('You are number 2 on the wait-list.')).toBeVisible();
  await staff.goto('/staff/events/');
  await staff.getByRole('link', { name: 'Mock interviews in a small group' }).click();
  await expectAccessible(staff);
  await staff.getByLabel('Seats').fill('6');
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(staff.getByText('2 people will be notified')).toBeVisible();
  await expectAccessible(staff);
  await staff.getByRole('button', { name: 'Save and inform 2 people' }).click();
  await expect(staff.getByText('Saved.')).toBeVisible();
  await page.goto('/events/mock-interviews-small-group/');
  await main.getByRole('button', { name: 'Take this seat' }).click();
  await expect(main.getByText('Registered', { exact: true })).toBeVisible();
});

test('[API-20] the home page names the next event, and a programme without one of its own one for everybody', async ({
  page,
}) => {
  await page.goto('/programs/embark-pro/');
  const teaser = page.locator('[data-next-event]');
  await teaser.scrollIntoViewIfNeeded();
  await expect(teaser).toContainText('Next: Write a résumé that gets read');
  await expect(teaser.getByRole('link', { name: 'See the events' })).toHaveAttribute('href', '/events/');
  // The home page names the next event of all.
  await page.goto('/');
  await teaser.scrollIntoViewIfNeeded();
  await expect(teaser).toContainText('Next: Ask an analyst: dashboards that people use');
});

test.describe('[API-20] without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor posts the form, and reads what is needed to sign up', async ({ page }) => {
    const main = page.getByRole('main');
    await page.goto('/events/meet-us-in-bengaluru/');
    await expect(main.getByText('This event has a new time.')).toBeVisible();
    await main.getByRole('button', { name: 'Register for free' }).click();
    await page.waitForURL(/auth=signup/);
    await expect(main.locator('noscript p')).toHaveText(/^To register, sign up first\./);
    await expect(main.locator('noscript p')).toBeVisible();
    await page.goto('/account/events/');
    await expect(main.getByRole('heading', { name: 'Log in to see your events' })).toBeVisible();
  });

  test('everything can be read, and a signed-in person registers and cancels', async ({ page, verified }) => {
    expect(verified.phone).toBeTruthy();
    const main = page.getByRole('main');
    await page.goto('/events/');
    await page.getByRole('link', { name: 'Past, with recordings' }).click();
    await main.getByRole('link', { name: 'Experiments that failed' }).click();
    await expect(main.getByRole('link', { name: 'Watch the recording' })).toBeVisible();
    await page.goto('/events/spreadsheet-masterclass/');
    await expect(main.getByText(/10:00 am – 12:00 pm/).first()).toBeVisible();
    await main.getByRole('button', { name: 'Register for free' }).click();
    await expect(main.getByRole('status')).toContainText('Registered.');
    await main.getByRole('button', { name: 'Cancel my registration' }).click();
    await expect(main.getByRole('status')).toHaveText('Cancelled, as you asked.');
  });
});
