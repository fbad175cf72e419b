import { newestCode } from '../support/auth/sign-in.ts';
import { passServerTime } from '../support/clock.ts';
import { triggerEvent } from '../support/hiring/hiring.ts';
import { expect, test } from '../support/test.ts';

test.use({ javaScriptEnabled: false });

test('[C-20] an admin whose OTP is old enters one on the page and goes on with what was typed, without script', async ({
  page,
  verified,
  known,
}) => {
  await triggerEvent({ do: 'grant-staff', phone: `+91${verified.phone}`, role: 'admin' });
  await passServerTime(verified.phone, 11 * 60);
  await page.goto('/staff/people/');
  const grant = page.getByRole('form', { name: 'Grant a role' });
  await grant.getByLabel('Mobile number in India').fill(known.phone);
  await grant.getByRole('button', { name: 'Grant role' }).click();
  await expect(page.getByRole('alert')).toContainText('Confirm it is you with an OTP first');

  const confirm = page.getByRole('region', { name: 'Confirm that it is you' });
  await confirm.getByRole('button', { name: /^Send an OTP to \+91 / }).click();
  const otp = confirm.getByLabel(/^OTP sent to/);
  await expect(otp).toBeVisible();
  await otp.fill(await newestCode(page, verified.phone));
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('Now you can make the change below.');
  await expect(grant.getByLabel('Mobile number in India')).toHaveValue(known.phone);
  await grant.getByRole('button', { name: 'Grant role' }).click();
  await expect(page.getByRole('row').filter({ hasText: known.phone.slice(5) })).toContainText('Staff');
});

test('[C-20] an admin whose OTP is old enters one on the page of the settings, and then adds a webhook', async ({
  page,
  verified,
}) => {
  await triggerEvent({ do: 'grant-staff', phone: `+91${verified.phone}`, role: 'admin' });
  await passServerTime(verified.phone, 11 * 60);
  await page.goto('/staff/settings/');
  const add = page.getByRole('button', { name: 'Add webhook' });
  await expect(add).toBeDisabled();
  const confirm = page.getByRole('region', { name: 'Confirm that it is you' });
  await confirm.getByRole('button', { name: /^Send an OTP to \+91 / }).click();
  const otp = confirm.getByLabel(/^OTP sent to/);
  await expect(otp).toBeVisible();
  await otp.fill(await newestCode(page, verified.phone));
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('For ten minutes you need no other OTP.')).toBeVisible();
  await expect(add).toBeEnabled();
});
