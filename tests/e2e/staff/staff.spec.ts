import { expectAccessible } from '../support/auth/sign-in.ts';
import { newJob } from '../support/hiring/hiring.ts';
import { applicant, becomeStaff, box, jobIdOf, ready } from '../support/hiring/staff-side.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(({ verified }) => becomeStaff(verified));

for (const [what, pathsOf] of [
  ['overview and table', (_: string, jobId: string) => ['/staff/', `/staff/applications/?jobId=${jobId}`]],
  [
    'board and application',
    (id: string, jobId: string) => [
      `/staff/applications/board/?jobId=${jobId}`,
      `/staff/applications/${id}/`,
    ],
  ],
  ['jobs', (_: string, jobId: string) => ['/staff/jobs/', `/staff/jobs/${jobId}/`]],
  ['seats', () => ['/staff/batches/', '/staff/slots/']],
  ['candidates and audit', () => ['/staff/candidates/', '/staff/audit/']],
  ['employers and import', () => ['/staff/employers/', '/staff/applications/import/']],
] as const)
  test(`the pages of ${what} are accessible in both colour schemes`, async ({ page, elsewhere, baseURL }) => {
    const job = await newJob({
      stages: ['REVIEW', 'TRAINING', 'INTERVIEW'],
      slotsInHours: [30],
      batchesInDays: [3],
    });
    const id = await applicant(elsewhere, baseURL ?? '', job);
    for (const path of pathsOf(id, await jobIdOf(page, job))) {
      await page.goto(path);
      await ready(page);
      await expectAccessible(page);
    }
  });

test('a click on the board moves a card to its next column together with the focus', async ({
  page,
  elsewhere,
  baseURL,
}) => {
  const job = await newJob({ stages: ['REVIEW'] });
  await applicant(elsewhere, baseURL ?? '', job);
  await page.goto(`/staff/applications/board/?jobId=${await jobIdOf(page, job)}`);
  await ready(page);
  const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
  await column('Submitted')
    .getByRole('button', { name: /^Start review/ })
    .click();
  await expect(column('In review').getByRole('listitem')).toHaveCount(1);
  await expect(column('Submitted').getByRole('listitem')).toHaveCount(0);
  await expect(box(page)).toBeFocused();
});
