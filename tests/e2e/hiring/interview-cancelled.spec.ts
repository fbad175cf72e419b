import { expectAccessible } from '../support/auth/sign-in.ts';
import { applyTo, newJob, staffMoves, submitDetails } from '../support/hiring/hiring.ts';
import { expect, test } from '../support/test.ts';

test.setTimeout(150_000);

test('[API-43] a cancelled interview is removed from the calendar, during a hold and after the application resumes', async ({
  page,
  verified: _,
  baseURL,
}) => {
  await submitDetails(page.request, baseURL ?? '');
  const job = await newJob({ stages: ['INTERVIEW'], slotsInHours: [30, 60] });
  const id = await applyTo(page.request, baseURL ?? '', job);
  await staffMoves('application', id, 'MOVE_TO_INTERVIEW');
  await page.goto(`/moonshot/applications/${id}/`);
  await page.locator(`input[value="${job.slotIds[0]}"]`).check();
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(page.getByRole('link', { name: 'Add to your calendar' })).toBeVisible();

  const link = page.getByRole('link', { name: 'Remove the old time from your calendar' });
  await staffMoves('application', id, 'HOLD', { reason: 'EMPLOYER_WAITS' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your interview is cancelled' })).toBeVisible();
  await expectAccessible(page);
  const file = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(await file.text()).toContain('METHOD:CANCEL');

  await staffMoves('application', id, 'RESUME');
  await page.reload();
  await expect(
    page.getByRole('heading', { name: 'Choose a time for your interview', exact: true }),
  ).toBeVisible();
  await expect(link).toBeVisible();
});
