import { expectAccessible } from '../support/auth/sign-in.ts';
import { findViolations } from '../support/axe.ts';
import { newJob } from '../support/hiring/hiring.ts';
import { applicant, bar, becomeStaff, box, jobIdOf, move, ready } from '../support/hiring/staff-side.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(({ verified }) => becomeStaff(verified));

test('[API-42] staff undo a rejection from the table and from the application, and a message that they sent again', {
  tag: '@desktop',
}, async ({ page, elsewhere, baseURL }) => {
  const job = await newJob({ stages: ['REVIEW'] });
  const id = await applicant(elsewhere, baseURL ?? '', job);
  const undo = page.getByRole('form', { name: 'Undo the last change' });
  await page.goto(`/staff/applications/?jobId=${await jobIdOf(page, job)}`);
  await ready(page);
  await box(page).check();
  await bar(page).getByRole('combobox').first().selectOption('REJECT');
  await bar(page).getByRole('combobox').nth(1).selectOption('OTHER');
  await bar(page).getByRole('button', { name: 'Reject 1 person' }).click();
  await expect(bar(page)).toContainText('1 person will be notified.');
  await bar(page).getByRole('button', { name: 'Reject 1 person' }).click();
  await expect(undo).toContainText('Application rejected.');
  await expect(undo).toContainText('will be notified');
  await undo.getByRole('button').click();
  await expect(page.getByText('Undone. Nothing was sent.')).toBeVisible();
  await expect(box(page)).toBeChecked();
  await expect(page.getByRole('row', { name: /MS-/ })).toContainText('Submitted');

  await page.goto(`/staff/applications/${id}/`);
  await move(page, 'Put on hold', { reason: 'OTHER', note: 'We wait for May.' });
  await undo.getByRole('button').click();
  await expect(page.getByText('Undone. Nothing was sent. The form has what you typed again.')).toBeVisible();
  const panel = page.getByRole('region', { name: 'Move', exact: true });
  await expect(panel.getByLabel(/^Message to the candidate/)).toHaveValue('We wait for May.');
  await expect(panel.getByLabel('What to do')).toHaveValue('HOLD');
  await expect(undo).toHaveCount(0);

  const log = page.getByRole('region', { name: 'Messages' });
  await expect(log.getByRole('listitem').first()).toContainText('Sent');
  await log.getByText('Send again', { exact: true }).first().click();
  await expectAccessible(page);
  await log.getByRole('button', { name: /^Send again by SMS to/ }).click();
  await expect(page.getByText('Saved. The message goes out again.')).toBeVisible();
  await expect(log).toContainText('(again)');
  await undo.getByRole('button').click();
  await expect(page.getByText('Undone. Nothing was sent.')).toBeVisible();
  await expect(log).not.toContainText('(again)');
});

test('[API-42] staff read who gets which message before they reject two people at once', {
  tag: '@desktop',
}, async ({ page, elsewhere, stranger, baseURL }) => {
  const job = await newJob({ stages: ['REVIEW'] });
  for (const device of [elsewhere, stranger]) await applicant(device, baseURL ?? '', job);
  await page.goto(`/staff/applications/?jobId=${await jobIdOf(page, job)}`);
  await ready(page);
  for (const one of await box(page).all()) await one.check();
  await bar(page).getByRole('combobox').first().selectOption('REJECT');
  await bar(page).getByRole('combobox').nth(1).selectOption('OTHER');
  const moveButton = bar(page).getByRole('button', { name: 'Reject 2 people' });
  await moveButton.click();
  await expect(bar(page).getByRole('heading', { name: 'Reject: 2 applications?' })).toBeFocused();
  await expect(bar(page)).toContainText('2 people will be notified.');
  expect(await findViolations(page)).toEqual([]);
  await bar(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('row', { name: /Submitted/ })).toHaveCount(2);
  await moveButton.click();
  await expect(bar(page).getByRole('heading', { name: 'Reject: 2 applications?' })).toBeFocused();
  await bar(page).getByRole('button', { name: 'Reject 2 people' }).click();
  await expect(bar(page).getByRole('status')).toContainText('2 moved');
});
