import {
  expectStep,
  modal,
  openModal,
  otpInput,
  phoneInput,
  press,
  unusedPhone,
} from '../support/auth/sign-in.ts';
import { signUpUnverified } from '../support/auth/signed-in.ts';
import { expect, test } from '../support/test.ts';

test('[C-41] [AUTH-23] login recovers after the message provider fails and the server is killed', async ({
  page,
  elsewhere,
  ownServer: server,
}) => {
  // This test starts a server twice.
  test.slow();
  const phone = unusedPhone();
  const details = () => modal(page).getByLabel('Email');

  server.provider.status = 500;
  await page.goto(server.url);
  await openModal(page, 'Sign up', 'Welcome to Moonshot');
  await phoneInput(page).fill(phone);
  await press(page, 'Continue');
  await page.getByLabel('First Name').fill('Asha');
  await details().fill(`asha-${phone}@example.com`);
  const failed = page.waitForResponse('**/request-otp/');
  await press(page, 'Register Now');
  expect((await failed).status()).toBe(502);
  await expect(details()).toHaveAccessibleDescription('Failed to request OTP');
  // Four more people get the same error: after five failures in a row no requests are sent to the provider.
  for (const _ of [2, 3, 4, 5]) {
    await signUpUnverified(elsewhere, server.url);
    const path = '/api/v1/user/phone-verification/request-otp/';
    const answer = await elsewhere.post(server.url + path, { headers: { origin: server.url }, data: {} });
    expect(answer.status()).toBe(502);
  }
  const paused = page.waitForResponse('**/request-otp/');
  await press(page, 'Register Now');
  expect((await paused).status()).toBe(503);
  await expect(details()).toHaveAccessibleDescription(/^OTPs cannot be sent right now/);
  await expect(modal(page)).toContainText('You can try again in less than a minute.');

  await server.kill();
  await press(page, 'Register Now');
  await expect(modal(page).getByRole('alert')).toContainText('We could not reach the server');
  await expect(page.getByLabel('First Name')).toHaveValue('Asha');

  server.provider.status = 200;
  await server.restart();
  await press(page, 'Register Now');
  await expectStep(page, 'Enter OTP to Sign up');
  await otpInput(page).fill(server.provider.received[0]?.code ?? '');
  await expect(modal(page)).toHaveCount(0);
  await expect(page.locator('[data-account-name]')).toHaveText('Asha');
});
