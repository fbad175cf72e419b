import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright/test';
import { expectAccessible, newestCode, received } from '../support/auth/sign-in.ts';
import { proveEmail } from '../support/auth/signed-in.ts';
import { passServerTime } from '../support/clock.ts';
import { applyTo, newJob, staffMoves, submitDetails, triggerEvent } from '../support/hiring/hiring.ts';
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

test('[C-20] a person enters a new OTP, gets the link to the copy of their data by email, and opens the file', async ({
  page,
  verified,
  baseURL,
}) => {
  await proveEmail(page.request, baseURL ?? '', verified);
  await passServerTime(verified.phone, 11 * 60);
  await page.goto('/account/privacy/');
  const copy = section(page, 'A copy of your data');
  await expect(copy.getByRole('button', { name: 'Make a copy of my data' })).toBeDisabled();
  const confirm = section(page, 'Confirm that it is you');
  await confirm.getByRole('button', { name: /^Send an OTP to \+91 / }).click();
  await expectAccessible(page);
  const otp = confirm.getByLabel(/^OTP sent to/);
  await expect(otp).toBeVisible();
  await otp.fill(await newestCode(page, verified.phone));
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Thank you. For ten minutes you can download your data')).toBeVisible();
  await copy.getByRole('button', { name: 'Make a copy of my data' }).click();
  await expect(copy).toContainText('We are collecting your data. It takes a few minutes.');

  await triggerEvent({ do: 'make-exports' });
  const findLink = async () => {
    const texts = (await received(page, '', verified.email)).map(({ text }) => text);
    const text = texts.find((one) => one.includes('The copy of your data is ready')) ?? '';
    return /https?:\S+\/account\/privacy\//.exec(text)?.[0] ?? null;
  };
  await expect.poll(findLink).not.toBeNull();
  await page.goto(new URL((await findLink()) ?? '').pathname);
  const downloaded = page.waitForEvent('download');
  await copy.getByRole('link', { name: 'Download my data' }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe('liftoff-data.zip');
  const entries = unzipSync(await readFile(await file.path()));
  const data = new TextDecoder().decode(entries['data.json']);
  expect(JSON.stringify(JSON.parse(data))).toContain(verified.email);
  expect(data).toContain(`+91${verified.phone}`);
});
