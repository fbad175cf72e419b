import { expectAccessible } from '../support/auth/sign-in.ts';
import { newJob, triggerEvent } from '../support/hiring/hiring.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(({ verified: { phone } }) => triggerEvent({ do: 'grant-staff', phone: `+91${phone}` }));

test('a training batch is edited on its own page', async ({ page }) => {
  const { slug } = await newJob({ stages: ['TRAINING'], batchesInDays: [3] });
  const { id } = await (await page.request.get(`/api/v1/moonshot/jobs/${slug}/`)).json();
  await page.goto(`/staff/batches/?jobId=${id}`);
  await page.getByRole('row').nth(1).getByRole('link', { name: 'Batch 1' }).click();
  await expectAccessible(page);
  await page.getByLabel('Name').fill('Evenings');
  await page.getByLabel('Seats').fill('42');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Evenings');
  await expect(page.getByLabel('Seats')).toHaveValue('42');
});

test('two staff members edit one job: the second sees the changes of the first, and both changes are saved', async ({
  page,
  context,
}) => {
  const { slug } = await newJob({ stages: ['REVIEW', 'TRAINING'] });
  const { id } = await (await page.request.get(`/api/v1/moonshot/jobs/${slug}/`)).json();
  const other = await context.newPage();
  await page.goto(`/staff/jobs/${id}/`);
  await other.goto(`/staff/jobs/${id}/`);
  await other.getByLabel('Working hours').fill('Nights');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Saved.')).toBeVisible();
  await page.getByLabel('Openings').fill('77');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Somebody else saved this form');
  await expect(page.getByLabel('Working hours')).toHaveValue('Nights');
  await expect(page.getByLabel('Openings')).toHaveValue('77');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByLabel('Working hours')).toHaveValue('Nights');
  await expect(page.getByLabel('Openings')).toHaveValue('77');
});

test('leaving an unsaved form asks for confirmation, leaving a saved form does not', async ({ page }) => {
  const { slug } = await newJob({ stages: ['REVIEW', 'TRAINING'] });
  const { id } = await (await page.request.get(`/api/v1/moonshot/jobs/${slug}/`)).json();
  await page.goto(`/staff/jobs/${id}/`);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    return asked.length === 1 ? dialog.dismiss() : dialog.accept();
  });
  const shift = page.getByLabel('Working hours');
  const leave = async () => {
    await page.locator('.site-menu summary').click();
    await page.getByRole('link', { name: 'Candidates' }).click();
  };
  await shift.fill('Nights');
  await leave();
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(shift).toHaveValue('Nights');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await leave();
  await expect(page).toHaveURL(/\/staff\/candidates\/$/);
  expect(asked).toHaveLength(1);
});

test('a HEAD request exports nothing, and a truncated address shows the list', async ({ page }) => {
  const head = await page.request.head('/staff/candidates.csv');
  expect([head.status(), head.headers()['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  for (const list of ['applications', 'jobs', 'candidates', 'batches', 'slots', 'audit']) {
    const answer = await page.goto(`/staff/${list}/?after=bm9uc2Vuc2U`);
    expect([list, answer?.status()]).toEqual([list, 200]);
  }
  await expect(page.getByText('Export candidates')).toHaveCount(0);
});

test('[API-41] the stages of a job are moved by key and saved without code', async ({ page }) => {
  const { slug } = await newJob({ stages: ['REVIEW', 'TRAINING'] });
  const { id } = await (await page.request.get(`/api/v1/moonshot/jobs/${slug}/`)).json();
  await page.goto(`/staff/jobs/${id}/`);
  const stages = page.getByRole('region', { name: 'Stages, in order' });
  const training = stages.getByRole('group', { name: /^Stage 3/ });
  await training.getByLabel('Title').fill('First week');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(stages.getByRole('status')).toHaveText('Stage moved to 2 of 4.');
  await stages.getByRole('button', { name: 'Add stage' }).click();
  await expect(stages.getByRole('listitem')).toHaveCount(5);
  await page.keyboard.press('Alt+ArrowUp');
  await stages
    .getByRole('group', { name: /^Stage 4/ })
    .getByLabel('Kind')
    .selectOption('REVIEW');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Documents');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(stages.getByLabel('Title')).toHaveCount(5);
  const titles = await stages
    .getByLabel('Title')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  expect([titles[1], titles[3]]).toEqual(['First week', 'Documents']);
});
