import { globSync } from 'node:fs';
import { join } from 'node:path';
import { newJob } from '../support/hiring/hiring.ts';
import {
  applicant,
  bar,
  becomeStaff,
  box,
  closeJob,
  fillNewJob,
  jobIdOf,
  ready,
} from '../support/hiring/staff-side.ts';
import { tabTo } from '../support/keyboard.ts';
import { expect, test } from '../support/test.ts';

/** Every page and file below `/staff/`, with ids that could exist. */
const staffPaths = globSync('**/*.{astro,ts}', { cwd: join(import.meta.dirname, '../../../src/pages/staff') })
  .map((file) => file.replace(/(index)?\.astro$|\.ts$/, '').replace('[kind]', 'candidates'))
  .map((path) => path.replace('[id]', '01890000-0000-7000-8000-000000000001'))
  .map((path) => `/staff/${path}${/(^|\/|\.csv)$/.test(path) ? '' : '/'}`);

test('[C-39] staff pages return 404 to visitors and candidates', async ({ page, verified: _ }) => {
  const words = async (path: string) => {
    const answer = await page.goto(path);
    const number = answer?.headers()['x-request-id'] ?? '';
    // The number of the request is all that may differ.
    return [answer?.status(), (await page.getByRole('main').innerText()).replace(number, 'its number')];
  };
  const nowhere = await words('/no-such-page/');
  expect(nowhere[0]).toBe(404);
  expect(staffPaths).toContain('/staff/applications/board/');
  for (const path of staffPaths) expect(await words(path), path).toEqual(nowhere);
  await page.context().clearCookies();
  for (const path of staffPaths) expect(await words(path), path).toEqual(nowhere);
});

test.describe('staff', () => {
  test.beforeEach(({ verified }) => becomeStaff(verified));

  test('[API-42] applications are selected and moved in the table by keyboard alone', async ({
    page,
    elsewhere,
    baseURL,
  }) => {
    const job = await newJob({ stages: ['REVIEW'] });
    const id = await applicant(elsewhere, baseURL ?? '', job);
    await page.goto(`/staff/applications/?jobId=${await jobIdOf(page, job)}`);
    await ready(page);
    await box(page).check();
    await expect(bar(page).getByLabel('Action for 1 selected')).toBeVisible();
    // A works from anywhere on the page too.
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('a');
    await expect(box(page)).not.toBeChecked();
    await tabTo(page, box(page));
    await page.keyboard.press('x');
    await expect(box(page)).toBeChecked();
    await page.keyboard.press('m');
    await expect(bar(page).getByLabel('Action for 1 selected')).toBeFocused();
    await page.keyboard.type('Rej');
    await tabTo(page, bar(page).getByRole('button', { name: 'Reject 1 person' }));
    await page.keyboard.press('Enter');
    await expect(bar(page)).toContainText('Choose a reason for this');
    await bar(page).getByLabel('Reason').selectOption('SKILLS');
    await bar(page).getByRole('button', { name: 'Reject 1 person' }).press('Enter');
    await expect(bar(page).getByRole('heading', { name: 'Reject: 1 application?' })).toBeFocused();
    await bar(page).getByRole('button', { name: 'Reject 1 person' }).press('Enter');
    await expect(bar(page).getByRole('status')).toContainText('1 moved');
    await expect(page.getByRole('row', { name: /MS-/ })).toContainText('Not selected');
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/staff/applications/${id}/`));
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Not selected, Skills');
  });

  test('[API-42] a laptop shows fifteen applications, and their single keys can be switched off', async ({
    page,
    elsewhere,
    baseURL,
  }) => {
    const job = await newJob({ stages: ['REVIEW'] });
    await applicant(elsewhere, baseURL ?? '', job, { notice_period_days: 60 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/staff/applications/?jobId=${await jobIdOf(page, job)}`);
    await ready(page);
    const height = async (row: string) =>
      (await page.locator(`.queue-table ${row}`).boundingBox())?.height ?? 0;
    await expect(page.locator('.queue-unmet')).toBeVisible();
    expect(await height('thead tr')).toBeGreaterThan(0);
    expect((await height('thead tr')) + 15 * (await height('tbody tr'))).toBeLessThan(800 - 64);
    const closed = await height('tbody tr');
    await box(page).click();
    await expect(box(page)).toBeChecked();
    expect(await height('tbody tr'), 'the rows below stay where they are').toBe(closed);
    await box(page).click();
    const line = page.locator('form p.keys');
    await page.keyboard.press('?');
    await expect(line).toBeFocused();
    await page.keyboard.press('j');
    await expect(box(page)).toBeFocused();
    const onOff = page.getByLabel('Single-key shortcuts');
    await onOff.uncheck();
    await page.reload();
    await ready(page);
    await expect(onOff).not.toBeChecked();
    await page.keyboard.press('k');
    await expect(box(page)).not.toBeFocused();
    await onOff.check();
    await page.keyboard.press('k');
    await expect(box(page)).toBeFocused();
  });

  test('[API-43] a key leads from anywhere on the page into the calendar', async ({ page }) => {
    await page.goto('/staff/slots/');
    await expect(page.locator('#calendar :focus')).toHaveCount(0);
    await page.keyboard.press('j');
    await expect(page.locator('#calendar :focus')).toHaveCount(1);
  });

  test('[USER-07] the account menu of staff leads to their pages', async ({ page }) => {
    await page.goto('/account/');
    await page.getByLabel('Account menu').click();
    await page.getByRole('banner').getByRole('link', { name: 'Staff', exact: true }).click();
    await expect(page).toHaveURL(/\/staff\/$/);
  });

  test('a job is written, previewed and opened', async ({ page }) => {
    const code = `E2E-${Date.now()}-${Math.floor(Math.random() * 1000)}`;
    await fillNewJob(page, code);
    await page.getByRole('button', { name: 'Show how it looks' }).click();
    await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('people');
    await page.getByLabel('Maximum pay').fill('200000');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByRole('alert')).toContainText('Enter a maximum above the minimum');
    await expect(page.getByRole('region', { name: 'The job' }).getByLabel('Title')).toHaveValue(
      `Payroll associate ${code}`,
    );
    await page.getByLabel('Maximum pay').fill('400000');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('link', { name: 'Preview page' }).click();
    await expect(page.getByRole('heading', { name: `Payroll associate ${code}` })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Apply now' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Change the job' }).click();
    await page.getByRole('link', { name: 'Copy' }).click();
    await expect(page.getByRole('region', { name: 'The job' }).getByLabel('Title')).toHaveValue(
      `Payroll associate ${code}`,
    );
    await expect(page.getByLabel('Employer’s code')).toHaveValue('');
    await page.goBack();
    await page.getByRole('button', { name: 'Open for applications' }).click();
    await expect(page.getByRole('form', { name: 'Status' })).toContainText('Open');
    const [, id = ''] = /jobs\/([0-9a-f-]{36})\//.exec(page.url()) ?? [];
    await page.getByRole('link', { name: 'View page' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Payroll associate ${code}`);
    await closeJob(page, id);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('the form of the table and the import work', async ({ page, elsewhere, baseURL }) => {
      const job = await newJob({ stages: ['REVIEW'] });
      await applicant(elsewhere, baseURL ?? '', job);
      const path = `/staff/applications/?jobId=${await jobIdOf(page, job)}`;
      await page.goto(path);
      await box(page).check();
      await bar(page).getByLabel('Action for selected').selectOption('Write a message');
      await bar(page).getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('heading', { name: 'Message to candidates' })).toBeVisible();
      await expect(page.getByLabel('Subject')).toBeVisible();
      await page.goto(path);
      await box(page).check();
      await bar(page).getByLabel('Action for selected').selectOption('START_REVIEW');
      await bar(page).getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Start review (1 person)' }).click();
      await expect(bar(page).getByRole('status')).toContainText('1 moved');
      await expect(page.getByRole('row', { name: /MS-/ })).toContainText('In review');
      const number = /MS-\d\d-\d+/.exec(await page.getByRole('row', { name: /MS-/ }).innerText())?.[0];

      await page.goto('/staff/applications/import/');
      const buffer = Buffer.from(`number,action\n${number},SHORTLIST\nMS-99-00000,HIRE\n`);
      await page.getByLabel('CSV file').setInputFiles({ name: 'd.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Preview' }).click();
      await expect(
        page.getByRole('heading', { name: '1 application can be imported, 1 with mistakes' }),
      ).toBeVisible();
      await expect(page.getByText('There is no application with this number.')).toBeVisible();
      await page.getByRole('button', { name: 'Import 1, skip 1' }).click();
      await expect(page.getByRole('heading', { name: /^1 application imported/ })).toBeVisible();
      await page.goto(path);
      await expect(page.getByRole('row', { name: /MS-/ })).toContainText('Shortlisted');
    });
  });
});
