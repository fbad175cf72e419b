import AxeBuilder from '@axe-core/playwright';
import type { APIRequestContext, Page } from 'playwright/test';
import { expect, test } from './support/test.ts';

/** The newest code in the development inbox for an Indian number. */
async function codeFor(request: APIRequestContext, phone: string): Promise<string> {
  const answer = await request.get('/dev/inbox.json', { params: { to: `+91${phone}` } });
  const { messages } = (await answer.json()) as { messages: { code: string }[] };
  return messages[0]?.code ?? '';
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
}

const newPhone = () => `97${String(Date.now()).slice(-6)}${Math.floor(10 + Math.random() * 90)}`;

test('a visitor browses jobs, presses Apply, signs up with a phone and an OTP, and lands on the started application', async ({ page, request }) => {
  // Eight looks by axe on the way.
  test.setTimeout(120_000);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
  });
  const phone = newPhone();

  await page.goto('/');
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: /job/i }).first().click();
  await expect(page).toHaveURL(/\/moonshot\/jobs\//);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/moonshot\/jobs\/[\w-]+\//);
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Apply now' }).first().click();
  const modal = page.getByRole('dialog');
  await modal.getByLabel('Enter your mobile number').fill(phone);
  await expectAccessible(page);
  await modal.getByRole('button', { name: /^(Login|Continue)$/ }).click();

  await modal.getByLabel('First Name').fill('Asha');
  await modal.getByLabel('Last Name (Optional)').fill('Verma');
  await modal.getByLabel('Email').fill(`asha-${phone}@example.com`);
  await expectAccessible(page);
  await modal.getByRole('button', { name: 'Register Now' }).click();

  const otp = modal.getByLabel('Enter OTP to continue');
  await expect(otp).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => codeFor(request, phone)).toMatch(/^\d{6}$/);
  await otp.fill(await codeFor(request, phone));
  await modal.getByRole('button', { name: 'Continue' }).click();

  await expect(page).toHaveURL(/\/moonshot\/applications\/[\w-]+\/$/);
  await expect(page.getByRole('main')).toContainText(title);
  await expect(page.getByRole('main')).toContainText(/MS-\d\d-\d{5}/);
  await expectAccessible(page);

  await page.goto('/moonshot/applications/');
  await expect(page.getByRole('main').getByRole('link', { name: title })).toHaveCount(1);
  expect(refused).toEqual([]);
});
