import { randomInt } from 'node:crypto';
import type { APIRequestContext, Page } from 'playwright/test';
import { expectAccessible, received, unusedPhone } from '../support/auth/sign-in.ts';
import { readPage } from '../support/found-page.ts';
import { expect, test } from '../support/test.ts';
import { tick } from '../support/tick.ts';

/** The forms without JavaScript: the browser posts them, and the response is a page. */
test.use({ javaScriptEnabled: false });

const mail = () => `asha-${randomInt(1e9)}@example.com`;
const main = (page: Page) => page.getByRole('main');
const alert = (page: Page) => main(page).getByRole('alert').first();

/** axe needs JavaScript, so it checks the same page in a window that has it. */
async function expectAccessibleCopy(page: Page): Promise<void> {
  const body = await page.content();
  const context = await page.context().browser()?.newContext({ javaScriptEnabled: true });
  if (!context) throw new Error('There is no browser for a second window.');
  const copy = await context.newPage();
  await copy.route(
    ({ href }) => href === page.url(),
    (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }),
  );
  await copy.goto(page.url());
  await expectAccessible(copy);
  await context.close();
}

async function openCallback(page: Page) {
  await page.goto('/programs/embark-pro/');
  return page.locator('#callback');
}

test('[API-51] a visitor requests a brochure and gets a receipt, and a reload sends nothing', async ({
  page,
}) => {
  const address = mail();
  await page.goto('/programs/embark-pro/');
  const form = page.locator('#brochure');
  await form.getByLabel('Email').fill(address);
  await form.getByRole('button', { name: 'Email me the brochure' }).click();
  await expect(page).toHaveURL('/programs/embark-pro/brochure/?sent');
  await expect(main(page)).toContainText('We are sending the brochure');
  await expect(main(page)).toContainText(address);
  await expect(page.getByRole('link', { name: 'Open the brochure now (PDF)' })).toHaveAttribute(
    'href',
    '/programs/embark-pro/brochure.pdf',
  );
  await expectAccessibleCopy(page);

  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await page.reload();
  await expect(main(page)).toContainText('We are sending the brochure');
  expect(posts).toEqual([]);

  await page.goto('/programs/embark-pro/');
  await form.getByLabel('Email').fill(address);
  await form.getByRole('button', { name: 'Email me the brochure' }).click();
  await expect(main(page)).toContainText('You already asked for this brochure');
});

test('[FORM-08] the brochure form shows an error for an invalid address, and keeps the address', async ({
  page,
}) => {
  await page.goto('/programs/career-accelerator-program/brochure/');
  const cases = [
    ['', 'Please enter your email address'],
    ['asha@', 'Please enter a valid email address'],
    [`${'a'.repeat(250)}@x.in`, 'Please enter a valid email address'],
  ] as const;
  for (const [typed, text] of cases) {
    await page.getByLabel('Email').fill(typed);
    await page.getByRole('button', { name: 'Email me the brochure' }).click();
    await expect(alert(page)).toContainText(text);
    await expect(alert(page)).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue(typed);
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(text);
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  }
  await expectAccessibleCopy(page);
  await alert(page).getByRole('link').click();
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('[API-53] a visitor requests a call on a programme’s page and gets a reference', async ({ page }) => {
  const form = await openCallback(page);
  const phone = unusedPhone();
  await form.getByLabel('First name').fill('Asha');
  await form.getByLabel('Mobile number').fill(`+91 ${phone}`);
  await form.getByLabel('What is it about?').fill('Fees & dates');
  await tick(form.getByLabel('Yes, call me'));
  await form.getByRole('button', { name: 'Ask for a call' }).click();
  await expect(page).toHaveURL('/callback/?sent');
  await expect(main(page)).toContainText('We will call you');
  const [reference] = /CB-\w{4}-\w{4}/.exec((await main(page).textContent()) ?? '') ?? [];
  expect(reference).toBeTruthy();
  await expect(main(page).getByRole('heading', { level: 2, name: 'We will call you' })).toBeVisible();
  await expectAccessibleCopy(page);

  await page.goto('/programs/pm-launchpad-core/');
  await form.getByLabel('First name').fill('Asha');
  await form.getByLabel('Mobile number').fill(phone);
  await tick(form.getByLabel('Yes, call me'));
  await form.getByRole('button', { name: 'Ask for a call' }).click();
  await expect(main(page)).toContainText('We already have your request');
  await expect(main(page)).toContainText(reference ?? '');
});

test('[FORM-03] [FORM-06] [FORM-07] the callback form shows every error at once and keeps the entered values', async ({
  page,
}) => {
  const form = await openCallback(page);
  await form.getByLabel('Mobile number').fill('12345');
  await form.getByLabel('What is it about?').fill('Fees');
  await form.getByLabel('Time', { exact: true }).selectOption({ label: 'Evening, 4 pm to 8 pm' });
  await form.getByRole('button', { name: 'Ask for a call' }).click();

  const summary = alert(page);
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('Not sent yet. Please correct 4 fields.');
  for (const name of [
    'First name: Please enter your first name',
    'Mobile number: Please enter a valid phone number',
    'Day: Please choose a day',
    'Your agreement: Please agree to be called',
  ])
    await expect(summary.getByRole('link', { name })).toBeVisible();
  await expect(page.getByLabel('Mobile number')).toHaveValue('12345');
  await expect(page.getByLabel('What is it about?')).toHaveValue('Fees');
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue('EVENING');
  await expectAccessibleCopy(page);
});

const fieldCases: [label: string, typed: string, text: string][] = [
  ['First name', '', 'Please enter your first name'],
  ['First name', 'a'.repeat(31), 'Please use at most 30 characters'],
  ['Mobile number', '', 'This field is required'],
  ['Mobile number', '12345', 'Please enter a valid phone number'],
  ['What is it about?', 'a'.repeat(501), 'Please use at most 500 characters'],
  ['Day', '2020-01-01', 'This day has passed. Please choose a later one.'],
  ['Day', '2099-01-01', 'Please choose a day within the next 14 days'],
];

test('every field of the callback form shows its own error', async ({ page }) => {
  await page.goto('/callback/');
  for (const [label, typed, text] of fieldCases) {
    await page.getByLabel('First name').fill('Asha');
    await page.getByLabel('Mobile number').fill(unusedPhone());
    await page.getByLabel('What is it about?').fill('');
    await page.getByLabel('Day').fill('');
    await tick(page.getByLabel('Yes, call me'));
    await page.getByLabel(label).fill(typed);
    await page.getByRole('button', { name: 'Ask for a call' }).click();
    await expect(page.getByLabel(label), text).toHaveAccessibleDescription(text);
    await expect(alert(page)).toContainText(text);
  }
});

test('a callback requires consent', async ({ page }) => {
  await page.goto('/callback/?topic=embark-pro');
  await expect(main(page)).toContainText('Ask about Embark Pro');
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Mobile number').fill(unusedPhone());
  await page.getByRole('button', { name: 'Ask for a call' }).click();
  await expect(alert(page)).toContainText('Please agree to be called');
});

test('[C-37] a bot that fills in every field gets the normal page, and nothing is stored', async ({
  page,
  request,
  elsewhere,
  baseURL,
}) => {
  const path = '/programs/embark-pro/brochure/';
  const ask = async (from: APIRequestContext, form: { email: string; website: string }) => {
    const headers = { origin: baseURL ?? '' };
    const answer = await from.post(path, { headers, form, maxRedirects: 0 });
    const { location = '' } = answer.headers();
    const { status, text } = await readPage(from, location);
    return { status: answer.status(), location, page: [status, text.replaceAll(form.email, 'the address')] };
  };
  const [program, person] = [mail(), mail()];
  const toProgram = await ask(request, { email: program, website: 'https://spam.example' });
  const toPerson = await ask(elsewhere, { email: person, website: '' });
  expect(toProgram).toEqual(toPerson);
  expect(toPerson).toMatchObject({ status: 303, location: `${path}?sent` });
  expect(toPerson.page[1]).toContain('We are sending the brochure');

  await expect.poll(() => received(page, '', person)).toHaveLength(1);
  expect(await received(page, '', program)).toEqual([]);
  // The owner of the address requests the brochure for the first time.
  expect((await ask(elsewhere, { email: program, website: '' })).page).toEqual(toPerson.page);
  await expect.poll(() => received(page, '', program)).toHaveLength(1);
});

test('[C-26] a form on another site is rejected', async ({ request }) => {
  for (const path of ['/callback/', '/programs/embark-pro/brochure/']) {
    const headers = { origin: 'https://elsewhere.example' };
    const answer = await request.post(path, { headers, form: { email: mail() } });
    expect(answer.status()).toBe(403);
  }
});

test('[API-51] every programme has a form for its brochure; no other address has one', async ({ page }) => {
  await page.goto('/programs/voice-support/');
  await expect(page.locator('#brochure').getByLabel('Email')).toBeVisible();
  expect((await page.goto('/programs/voice-support/brochure/'))?.status()).toBe(200);
  expect((await page.goto('/programs/no-such-programme/brochure/'))?.status()).toBe(404);
  expect((await page.goto('/programs/no-such-programme/'))?.status()).toBe(404);
});
