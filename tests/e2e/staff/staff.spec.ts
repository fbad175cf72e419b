import type { Page } from 'playwright/test';
import { isSoak } from '../../support/soak.ts';
import { expectAccessible } from '../support/auth/sign-in.ts';
import { findViolations } from '../support/axe.ts';
import { showScheme } from '../support/colour-scheme.ts';
import { newJob } from '../support/hiring/hiring.ts';
import { applicant, becomeStaff, box, jobIdOf, ready } from '../support/hiring/staff-side.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(({ verified }) => becomeStaff(verified));

/** Pages with colours that the others do not have. The soak checks the dark scheme of every page. */
const checkedDark = [
  '',
  'applications/',
  'slots/',
  'reports/hiring/',
  'reports/cohorts/',
  'batches/',
  'leads/',
];

const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

test('every list and page of staff is accessible in both colour schemes, on phones and desktops', async ({
  page,
  elsewhere,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const job = await newJob({
    stages: ['REVIEW', 'TRAINING', 'INTERVIEW'],
    slotsInHours: [30],
    batchesInDays: [3],
  });
  const id = await applicant(elsewhere, baseURL ?? '', job);
  const jobId = await jobIdOf(page, job);
  const lead = await (await page.request.get('/api/v1/staff/leads/?limit=1')).json();
  for (const path of [
    '',
    `applications/?jobId=${jobId}`,
    `applications/board/?jobId=${jobId}`,
    `applications/${id}/`,
    'jobs/',
    `jobs/${jobId}/`,
    `jobs/${jobId}/preview/`,
    `jobs/${jobId}/employer-links/`,
    'jobs/new/',
    'batches/',
    `batches/${job.batchIds[0]}/`,
    'slots/',
    `slots/?slot=${job.slotIds[0]}`,
    'slots/?view=list',
    'interviewers/',
    'candidates/',
    'placements/',
    'reports/hiring/?period=90',
    'reports/hiring/applications/',
    'reports/',
    'reports/visits/?period=90',
    'reports/cohorts/',
    'reports/costs/?period=90',
    'reports/costs/spend/',
    'leads/',
    `leads/${lead.results[0].id}/`,
    'enrolments/',
    'leads/import/',
    'audit/',
    'messages/',
    'people/',
    'employers/',
    'search/?q=asha',
    'templates/',
    'events/',
    'scholarships/',
    'mastery/',
    'mock-interviews/',
    'applications/import/',
  ])
    await test.step(`/staff/${path}`, async () => {
      await page.setViewportSize({ width: 360, height: 800 });
      await page.goto(`/staff/${path}`);
      await ready(page);
      if (isSoak || checkedDark.some((prefix) => path === prefix || path.startsWith(`${prefix}?`)))
        await expectAccessible(page);
      else expect(await findViolations(page), path).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      await page.setViewportSize({ width: 1280, height: 800 });
      // The pages consist of the same parts, so axe looks at the wide form of two of them.
      if (path === '' || path === 'slots/') {
        await showScheme(page, 'light');
        expect(await findViolations(page), path).toEqual([]);
      }
      expect(await isTooWide(page)).toBe(false);
    });
});

test('[API-42] an application leads to its neighbours of the list, by link and by key, and back to the list', async ({
  page,
  elsewhere,
  baseURL,
}) => {
  const job = await newJob({ stages: ['REVIEW'] });
  await applicant(elsewhere, baseURL ?? '', job);
  await elsewhere.post('/api/v1/auth/logout/', { data: {}, headers: { origin: baseURL ?? '' } });
  await applicant(elsewhere, baseURL ?? '', job);
  const list = `/staff/applications/?jobId=${await jobIdOf(page, job)}`;
  await page.goto(list);
  await ready(page);
  const [first, second] = await page.getByRole('rowheader').getByRole('link').all();
  const addresses = [await first?.getAttribute('href'), await second?.getAttribute('href')];
  await first?.click();
  const inList = page.getByRole('navigation', { name: 'In the list' });
  await expect(inList).toContainText('1 of 2');
  await expect(inList.getByRole('link')).toHaveText('Next');
  // The scripts of the page have run when it has loaded.
  await page.waitForLoadState();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`${addresses[1]}$`));
  await expect(inList).toContainText('2 of 2');
  await inList.getByRole('link', { name: 'Previous' }).click();
  await expect(page).toHaveURL(new RegExp(`${addresses[0]}$`));
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Applications', exact: true }),
  ).toHaveAttribute('href', list);
});

test('a click on the board moves a card to its next column together with the focus', {
  tag: '@desktop',
}, async ({ page, elsewhere, baseURL }) => {
  const job = await newJob({ stages: ['REVIEW'] });
  await applicant(elsewhere, baseURL ?? '', job);
  await page.goto(`/staff/applications/board/?jobId=${await jobIdOf(page, job)}`);
  await ready(page);
  const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
  await column('Submitted')
    .getByRole('button', { name: /^Start review/ })
    .click();
  await page.getByRole('button', { name: 'Start review (1 person)' }).click();
  await expect(column('In review').getByRole('listitem')).toHaveCount(1);
  await expect(column('Submitted').getByRole('listitem')).toHaveCount(0);
  await expect(box(page)).toBeFocused();
});

test('[API-42] staff who are no admins read a standard text with its preview', async ({ page }) => {
  await page.goto('/staff/templates/standard/REJECT/');
  await expect(page.getByText('Only an admin can change this text')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preview for Meera Nair' })).toContainText(
    'The employer chose other candidates for Accounts payable associate',
  );
});
