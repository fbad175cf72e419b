import type { Page } from 'playwright/test';
import { expectAccessible, received } from '../support/auth/sign-in.ts';
import { proveEmail } from '../support/auth/signed-in.ts';
import { applyTo, newJob, staffMoves, submitDetails } from '../support/hiring/hiring.ts';
import { expect, test } from '../support/test.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('[C-20] a person deletes the account, reads what stays, and keeps it on another page', async ({
  page,
  verified,
}) => {
  await page.goto('/account/privacy/');
  await expectAccessible(page);
  const end = section(page, 'Delete your account');
  await expect(end).toContainText('Payments and receipts, without your name: tax law asks for them');
  await end.getByRole('button', { name: 'Delete my account in 7 days' }).click();
  await expect(page.getByText('Your account will be deleted in 7 days. We wrote to you.')).toBeVisible();
  await expect
    .poll(async () => (await received(page, verified.phone)).map(({ text }) => text).join())
    .toContain('Your account will be deleted in 7 days.');
  await page.goto('/account/');
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText('Your account stays.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeHidden();
});

test('[API-40] a consent to Moonshot is withdrawn without a script, and its words and days stay', async ({
  browser,
  page,
  verified,
  baseURL,
}) => {
  await submitDetails(page.request, baseURL ?? '');
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    viewport: { width: 360, height: 800 },
  });
  const plain = await context.newPage();
  await plain.goto(`${baseURL}/account/privacy/`);
  const consents = section(plain, 'What you agreed to');
  await expect(consents).toContainText('“Yes, keep my details and show them to employers when I apply.”');
  await consents.getByText('Withdraw: Moonshot').click();
  await consents.getByRole('button', { name: 'Withdraw and delete my details' }).click();
  await expect(plain.getByText('You have withdrawn your consent to Moonshot.')).toBeVisible();
  await expect(consents.getByRole('listitem').filter({ hasText: 'Moonshot' })).toContainText(
    /Agreed on .*, withdrawn on /,
  );
  expect(verified.phone).toMatch(/^9/);
  await context.close();
});

test('[USER-20] a mail program stops a kind of emails with one request, without cookies; a look at the link changes nothing', async ({
  page,
  verified,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  await proveEmail(page.request, origin, verified);
  await submitDetails(page.request, origin);
  const id = await applyTo(page.request, origin, await newJob({ stages: ['REVIEW'] }));
  await staffMoves('application', id, 'START_REVIEW');
  await staffMoves('application', id, 'SHORTLIST');
  const findLink = async () => {
    const texts = (await received(page, '', verified.email)).map(({ text }) => text).join('\n');
    return /https?:\S+(\/unsubscribe\/\S+)/.exec(texts)?.[1] ?? null;
  };
  await expect.poll(findLink).not.toBeNull();
  const url = `${origin}${await findLink()}`;
  const heading = async () => /<h1[^>]*>([^<]*)/.exec(await (await fetch(url)).text())?.[1];
  expect(await heading()).toBe('Stop these emails?');
  expect(await heading()).toBe('Stop these emails?');
  // RFC 8058: a form of one field, without a cookie, an origin or a referrer.
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'manual',
  });
  expect(answer.status).toBe(200);
  expect(await heading()).toBe('These emails are stopped');
});
