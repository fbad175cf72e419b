import { expectAccessible } from '../support/auth/sign-in.ts';
import { newJob, staffMoves } from '../support/hiring/hiring.ts';
import {
  applicant,
  bar,
  becomeStaff,
  box,
  dayFromNow,
  jobIdOf,
  ready,
} from '../support/hiring/staff-side.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(({ verified }) => becomeStaff(verified));

test('[API-42] staff take an application, find it among their own, and write to its candidate with a template', async ({
  page,
  elsewhere,
  baseURL,
}) => {
  const name = `Documents ${Date.now()}`;
  await page.goto('/staff/templates/new/');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Subject').fill('Your documents, {{firstName}}');
  await page.getByLabel('Text', { exact: true }).fill('Bring them to {{city}}.');
  await expect(page.getByText('There is no field {{city}}.')).toBeVisible();
  await page.getByLabel('Text', { exact: true }).fill('Bring them for {{jobTitle}}.');
  await expect(page.getByRole('region', { name: /^Preview/ })).toContainText('Your documents, Meera');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByRole('link', { name })).toBeVisible();

  const job = await newJob({ stages: ['REVIEW'] });
  await applicant(elsewhere, baseURL ?? '', job);
  const jobId = await jobIdOf(page, job);
  await page.goto(`/staff/applications/?jobId=${jobId}&sort=newest`);
  await ready(page);
  await box(page).check();
  await bar(page).getByLabel('Action for 1 selected').selectOption('Change owner');
  await expect(bar(page).getByLabel('Added to their message')).toHaveCount(0);
  await bar(page).getByRole('button', { name: 'Change owner' }).click();
  await expect(page.getByText('Owner changed.')).toBeVisible();
  await page.getByText('Filters (1 active)').click();
  await page.getByLabel('Owner').first().selectOption('me');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('row', { name: /MS-/ })).toHaveCount(1);
  await page.getByRole('link', { name: /^Remove Owner/ }).click();
  await expect(page).toHaveURL(new RegExp(`jobId=${jobId}`));
  await expect(page).not.toHaveURL(/owner/);

  await ready(page);
  await box(page).check();
  await bar(page).getByLabel('Action for 1 selected').selectOption('Write a message');
  await bar(page).getByRole('button', { name: 'Write a message' }).click();
  await page.getByLabel('Template').selectOption({ label: name });
  await page.getByRole('button', { name: 'Use template' }).click();
  await page.getByRole('button', { name: 'Preview message' }).click();
  await expect(page.getByRole('heading', { name: '1 person will be notified' })).toBeVisible();
  await expect(page.getByText(/^Bring them for /)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send to 1 person' }).click();
  const undo = page.getByRole('form', { name: 'Undo the last change' });
  await expect(undo).toContainText('Message written.');
  await undo.getByRole('button').click();
  await expect(page.getByText('Undone. Nothing was sent.')).toBeVisible();
});

test('[API-42] what is chosen in a list is chosen after the way back too, and a question is in view although the address led below it', async ({
  page,
  elsewhere,
  baseURL,
}) => {
  const job = await newJob({ stages: ['REVIEW'] });
  await applicant(elsewhere, baseURL ?? '', job);
  await page.goto(`/staff/applications/?jobId=${await jobIdOf(page, job)}`);
  await ready(page);
  await box(page).check();
  await bar(page).getByLabel('Action for 1 selected').selectOption('SHORTLIST');
  await page.getByRole('row', { name: /MS-/ }).getByRole('link').first().click();
  await page.waitForURL(/applications\/[0-9a-f-]{36}\//);
  const address = page.url();
  await page.goBack();
  await ready(page);
  await expect(bar(page).getByLabel('Action for 1 selected')).toHaveValue('SHORTLIST');

  await page.goto(`${address}#move`);
  const panel = page.getByRole('region', { name: 'Move', exact: true });
  await panel.getByLabel('What to do').selectOption('SHORTLIST');
  await panel.getByRole('button', { name: 'Continue' }).click();
  const question = page.getByRole('heading', { name: 'Shortlist?' });
  await expect(question).toBeFocused();
  await expect(question).toBeInViewport();
  expect(new URL(page.url()).hash).toBe('');
});

test('[API-42] the message of a rejected form leads to its field, also in a closed part of the page', async ({
  page,
  elsewhere,
  baseURL,
}) => {
  const id = await applicant(elsewhere, baseURL ?? '', await newJob({ stages: ['REVIEW'] }));
  await staffMoves('application', id, 'SHORTLIST');
  await page.goto(`/staff/applications/${id}/`);
  const panel = page.getByRole('region', { name: 'Offer', exact: true });
  await panel.getByLabel('Pay per year').fill('3.6 lakh');
  await panel.getByLabel('First day').fill(dayFromNow(7));
  await panel.getByLabel('Answer by').fill(dayFromNow(21));
  await panel.getByRole('button', { name: 'Send offer' }).click();
  const link = page
    .getByRole('alert')
    .getByRole('link', { name: 'The answer must come before the first day.' });
  await expect(link).toBeInViewport();
  const field = panel.getByLabel('Answer by');
  await panel.locator('summary').click();
  await expect(field).toBeHidden();
  await expectAccessible(page);
  await link.click();
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
});
