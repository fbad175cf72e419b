import {
  enterNewestCode,
  expectAccessible,
  received,
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
  await expect.poll(async () => (await received(page, phone))[0]?.text).toContain(number);
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Cancel my registration' }).click();
  await expect(main.getByRole('status')).toHaveText('Cancelled, as you asked.');

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

test.describe('[API-20] without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

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
