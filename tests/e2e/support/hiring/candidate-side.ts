import type { Locator, Page } from 'playwright/test';
import { expect } from '../test.ts';

/** Actions of a candidate on their pages, for journeys that also have the staff's. */

export const main = (page: Page) => page.getByRole('main');

/** Waits until all islands of the page work. */
export const settled = (page: Page) =>
  expect(page.locator('astro-island[ssr][client="load"]')).toHaveCount(0);

async function choose(page: Page, opener: Locator, text: string): Promise<void> {
  await opener.click();
  await page.getByRole('combobox').fill(text);
  await page.getByRole('option').first().click();
}

/** Goes from a job's page to the first section of the candidate's details. */
export async function beginDetails(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Enter your details/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your candidate details' })).toBeVisible();
  await settled(page);
  await page.getByLabel(/keep my details/).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'Where you work' })).toBeVisible();
  await settled(page);
}

/** Fills in every field, section by section, including a résumé. */
export async function fillDetails(page: Page, noticeDays: number): Promise<void> {
  const onward = main(page).getByRole('button', { name: 'Continue' });
  await choose(page, page.getByRole('button', { name: /Where you live:/ }), 'Pune');
  await choose(page, page.getByRole('button', { name: /Place: Add/ }), 'Chennai');
  await page.getByRole('group', { name: 'Ready to move' }).getByText('Yes').click();
  await onward.click();
  await page.getByLabel('Highest qualification').selectOption('Bachelor’s degree');
  await page.getByLabel('Degree').fill('B.Com');
  await page.getByLabel('Year of graduation').fill('2023');
  await onward.click();
  await page.getByLabel('Years').selectOption('1');
  await page.getByLabel('Months').selectOption('2');
  await page.getByLabel('Notice period').fill(String(noticeDays));
  await onward.click();
  await page.getByLabel('A language you speak').selectOption('English');
  await page.getByLabel('English', { exact: true }).selectOption({ label: 'C1 · very fluent' });
  await page.getByRole('group', { name: 'Shifts' }).getByText('Day', { exact: true }).click();
  await page.getByRole('group', { name: 'Laptop and internet' }).getByText('Yes').click();
  await onward.click();
  await page.getByLabel('LinkedIn').fill('linkedin.com/in/meera');
  const buffer = Buffer.from('%PDF-1.7\n%%EOF');
  await page
    .getByLabel(/^Résumé \(/)
    .setInputFiles({ name: 'meera.pdf', mimeType: 'application/pdf', buffer });
  await expect(page.getByRole('button', { name: 'Remove résumé' })).toBeVisible();
  await main(page).getByRole('button', { name: 'Check all' }).click();
}

/** Starts an application from the page of an open job and returns its path. */
export async function startApplying(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Apply now' }).click();
  await expect(page).toHaveURL(/\/moonshot\/applications\//);
  await settled(page);
  return new URL(page.url()).pathname;
}

/** Submits the started application after the page shows what is missing. */
export async function sendApplication(page: Page): Promise<void> {
  const send = main(page).getByRole('button', { name: 'Send application' });
  await page.getByLabel('Why do you want this job?').fill('I like numbers that agree.');
  await send.click();
  const first = main(page).getByText(/Please answer first: “Can you work nights/);
  await expect(first.first()).toBeVisible();
  await page
    .getByRole('group', { name: /nights/ })
    .getByText('Yes')
    .click();
  await send.click();
}

/** Checks that the candidate's page shows the transition, in its sentence at the top and in its history. */
export async function expectNotified(
  page: Page,
  path: string,
  sentence: RegExp,
  line: string,
): Promise<void> {
  await page.goto(path);
  await expect(main(page).getByRole('heading', { level: 2 }).first()).toHaveText(sentence);
  const history = page.getByRole('region', { name: 'What happened so far' });
  await expect(history.getByText(line, { exact: true })).toBeVisible();
}

/** Accepts the offer on the open page of the application. */
export async function acceptOffer(page: Page): Promise<void> {
  await page.getByLabel('Your full name').fill('Meera Nair');
  await page.getByRole('button', { name: 'Accept offer' }).click();
  await expect(main(page).getByText(/^Offer accepted\. We confirmed it by/)).toBeVisible();
}
