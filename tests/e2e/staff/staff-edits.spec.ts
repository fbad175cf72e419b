import { expectAccessible } from '../support/auth/sign-in.ts';
import { post } from '../support/auth/signed-in.ts';
import { newJob, staffMoves, triggerEvent } from '../support/hiring/hiring.ts';
import { applicant, ready } from '../support/hiring/staff-side.ts';
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

test('[API-42] staff mark who attends, write to the batch and complete the training', async ({
  page,
  elsewhere,
  baseURL,
}) => {
  const job = await newJob({ stages: ['TRAINING'], batchesInDays: [3] });
  const id = await applicant(elsewhere, baseURL ?? '', job);
  const batchId = job.batchIds[0] ?? '';
  await staffMoves('application', id, 'MOVE_TO_TRAINING');
  const body = { batch_id: batchId, agreed_to_terms: true };
  await post(elsewhere, baseURL ?? '', `/api/v1/moonshot/job-applications/${id}/setup-training/`, body);
  await triggerEvent({ do: 'begin-in', seats: 'training_batch', id: batchId, minutes: -10 });
  await page.goto(`/staff/batches/${batchId}/`);
  await ready(page);
  const present = page.getByRole('button', { name: 'Present', exact: true });
  await present.click();
  await expect(present).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('1 of 1 day', { exact: true })).toBeVisible();
  await expect(present).toBeFocused();
  await expectAccessible(page);

  await page.getByText('Write a message').click();
  await page.getByLabel('Subject').fill('Tomorrow');
  await page.getByRole('textbox', { name: 'Message' }).fill('Bring a laptop.');
  await page.getByRole('button', { name: 'Preview message' }).click();
  await expect(page.getByText('1 person will be notified.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send to 1 person' }).click();
  await expect(page.getByText('Message saved. It goes to the batch.')).toBeVisible();

  await page.getByRole('link', { name: /^Complete the training/ }).click();
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Preview the messages' }).click();
  await page.getByRole('button', { name: /^Confirm: / }).click();
  await expect(page.getByRole('table').getByText('Completed')).toBeVisible();
  await page.getByRole('link', { name: 'Applications', exact: true }).last().click();
  await expect(page).toHaveURL(/batchId=/);
  await expect(page.getByLabel('Training batch', { exact: true })).toHaveValue(batchId);
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
  await expect(page.getByText('77 openings in all.'), 'counted before it is saved').toBeVisible();
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
  for (const list of ['applications', 'jobs', 'candidates', 'batches', 'slots', 'audit', 'messages']) {
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
