import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/auth/sign-in.ts';
import { post } from '../support/auth/signed-in.ts';
import { main, settled, startApplying } from '../support/hiring/candidate-side.ts';
import {
  applyTo,
  jobPath,
  newJob,
  saveDetails,
  staffMoves,
  submitDetails,
  triggerEvent,
} from '../support/hiring/hiring.ts';
import { expect, test } from '../support/test.ts';

// These journeys are long, and axe is slow on a busy machine.
test.setTimeout(150_000);

const saved = (page: Page) =>
  main(page)
    .getByRole('status')
    .filter({ hasText: /^Saved$/ });

test('[API-42] entered answers are saved, and a reload before the save loses nothing', async ({
  page,
  verified: _,
  baseURL,
}) => {
  await submitDetails(page.request, baseURL ?? '');
  const job = await newJob({ stages: ['REVIEW'] });
  await page.goto(jobPath(job));
  await startApplying(page);
  const motivation = page.getByLabel('Why do you want this job?');
  await motivation.fill('First thoughts');
  await expect(saved(page)).toBeVisible();

  await page.route('**/update/', (route) => route.abort());
  await motivation.fill('Second thoughts');
  await expect(main(page).getByText(/could not reach the server.* is kept/)).toBeVisible();
  await page.unroute('**/update/');
  await page.reload();
  await expect(motivation).toHaveValue('Second thoughts');
  await expect(saved(page)).toBeVisible();
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(motivation).toHaveValue('Second thoughts');
});

test('[API-40] who submits the details from an application comes back to it, and it says so', async ({
  page,
  verified: _,
  baseURL,
}) => {
  await saveDetails(page.request, baseURL ?? '');
  await page.goto(jobPath(await newJob({ stages: ['REVIEW'] })));
  const path = await startApplying(page);
  await page.goto(`/moonshot/registration/?${new URLSearchParams({ section: 'review', next: path })}`);
  await settled(page);
  await page.getByRole('button', { name: 'Submit my details' }).click();
  await expect(
    main(page).getByText('Details submitted. Now finish and send your application.'),
  ).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${path}\\?done=details$`));
});

test('[API-42] withdrawing asks for confirmation, and the candidate can apply again', async ({
  page,
  verified: _,
  baseURL,
}) => {
  await submitDetails(page.request, baseURL ?? '');
  const job = await newJob({ stages: ['REVIEW'] });
  const id = await applyTo(page.request, baseURL ?? '', job);
  await page.goto(`/moonshot/applications/${id}/`);
  const withdraw = page.getByRole('button', { name: 'Withdraw application' });
  await withdraw.click();
  await expect(page.getByRole('group', { name: 'Withdraw this application?' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(withdraw).toBeFocused();
  await withdraw.click();
  await page.getByLabel(/Reason/).selectOption('The pay');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'You have withdrawn this application.' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What happened so far' })).toContainText('Withdrawn by you');
  await page.getByRole('link', { name: 'Apply again' }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page.getByRole('heading', { name: /You have started this application/ })).toBeVisible();
  await page.getByRole('link', { name: 'See your earlier application' }).click();
  await expect(page).toHaveURL(new RegExp(id));
});

test('[API-42] a candidate books a training batch, accepts the terms, and sees when a batch fills up', async ({
  page,
  verified: _,
  baseURL,
}) => {
  await submitDetails(page.request, baseURL ?? '');
  const job = await newJob({ stages: ['TRAINING'], batchesInDays: [3, 9] });
  const id = await applyTo(page.request, baseURL ?? '', job);
  await staffMoves('application', id, 'MOVE_TO_TRAINING');
  await page.goto(`/moonshot/applications/${id}/`);
  await settled(page);
  await expect(page.getByRole('heading', { level: 2, name: 'Choose your training batch' })).toBeVisible();
  await page.getByRole('button', { name: 'Reserve a seat' }).click();
  await expect(main(page).getByText('Choose a training batch')).toBeVisible();
  await page.getByLabel(/Batch 1/).check();
  await page.getByLabel(/I agree to the terms/).check();
  await expectAccessible(page);

  await triggerEvent({ do: 'fill', seats: 'training_batch', id: job.batchIds[0] ?? '' });
  await page.getByRole('button', { name: 'Reserve a seat' }).click();
  await expect(main(page).getByText('This batch is full')).toBeVisible();
  await expect(page.getByLabel(/Batch 1/)).toHaveCount(0);
  await page.getByLabel(/Batch 2/).check();
  await page.getByRole('button', { name: 'Reserve a seat' }).click();
  await expect(page.getByRole('heading', { name: /Your training begins on/ })).toBeVisible();
  await expect(main(page).getByText('Seat reserved.')).toBeVisible();
  await expect(main(page).getByText(/The link to join will be here from/)).toBeVisible();
  await expectAccessible(page);
});

test('[C-41] the job says when the candidate may apply again, on a press and without a script', async ({
  page,
  browser,
  verified: _,
  baseURL,
}) => {
  await submitDetails(page.request, baseURL ?? '');
  const job = await newJob({ stages: ['REVIEW'] });
  const withdraw = (id: string) =>
    post(page.request, baseURL ?? '', `/api/v1/moonshot/job-applications/${id}/withdraw/`, {});
  for (let n = 0; n < 2; n += 1) await withdraw(await applyTo(page.request, baseURL ?? '', job));
  await page.goto(jobPath(job));
  await withdraw(await applyTo(page.request, baseURL ?? '', job));
  await main(page).getByRole('link', { name: 'Apply now' }).click();
  const reason = /^You applied for this job 3 times today\. Try again in 2\d hours\.$/;
  await expect(main(page).getByRole('alert')).toHaveText(reason);
  await expectAccessible(page);

  const scriptless = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const reader = await scriptless.newPage();
  await reader.goto(`${baseURL}${jobPath(job)}`);
  await expect(main(reader).getByText(reason)).toBeVisible();
  await expect(main(reader).getByRole('link', { name: 'Apply now' })).toHaveCount(0);
  await scriptless.close();
});
