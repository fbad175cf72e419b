import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/auth/sign-in.ts';
import { applyTo, newJob, staffMoves, submitDetails } from '../support/hiring/hiring.ts';
import { expect, test } from '../support/test.ts';

// These journeys are long, and axe is slow on a busy machine.
test.setTimeout(150_000);

const main = (page: Page) => page.getByRole('main');

test('[API-43] a candidate cancels an interview, chooses another time later, and at last withdraws', async ({
  page,
  verified: _,
  baseURL,
}) => {
  await submitDetails(page.request, baseURL ?? '');
  const job = await newJob({ stages: ['INTERVIEW'], slotsInHours: [30, 60] });
  const id = await applyTo(page.request, baseURL ?? '', job);
  await staffMoves('application', id, 'MOVE_TO_INTERVIEW');
  await page.goto(`/moonshot/applications/${id}/`);
  const times = page.getByRole('group', { name: /^Time on/ }).getByRole('radio');
  await times.first().check();
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(main(page).getByText('You can move or cancel it 2 more times, until')).toBeVisible();

  const cancel = page.getByRole('button', { name: 'Cancel interview' });
  await cancel.click();
  const question = page.getByRole('group', { name: 'Cancel this interview?' });
  await expect(question).toBeFocused();
  await expect(question.getByRole('radio', { name: /I choose another time later/ })).toBeChecked();
  await expect(question).toContainText('This uses one of your changes.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(cancel).toBeFocused();
  await cancel.click();
  await question.getByLabel('Reason (optional)').fill('I am ill');
  await question.getByRole('button', { name: 'Cancel interview' }).click();
  await expect(main(page).getByText('Interview cancelled. We confirmed it by')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Choose a time for your interview' }).last()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Remove the old time from your calendar' })).toBeVisible();
  await expect(main(page).getByText(/^Interview: Cancelled/)).toBeVisible();

  await times.last().check();
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(main(page).getByText('You can move or cancel it 1 more time, until')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel interview' }).click();
  await expect(question).toContainText('This uses your last change.');
  await page
    .getByRole('radio', { name: /I withdraw my application/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Withdraw application' }).first().click();
  await expect(main(page).getByText('Application withdrawn.')).toBeVisible();
});

test('[API-42] a candidate changes the training batch until it begins', async ({
  page,
  verified: _,
  baseURL,
}) => {
  await submitDetails(page.request, baseURL ?? '');
  const job = await newJob({ stages: ['TRAINING'], batchesInDays: [3, 9] });
  const id = await applyTo(page.request, baseURL ?? '', job);
  await staffMoves('application', id, 'MOVE_TO_TRAINING');
  await page.goto(`/moonshot/applications/${id}/`);
  await page.getByRole('radio').first().check();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Reserve a seat' }).click();
  await expect(main(page).getByText('Seat reserved. We sent you')).toBeVisible();
  await expect(main(page).getByText(/^You can change to another batch until .* IST\./)).toBeVisible();
  const calendar = page.getByRole('link', { name: 'Add to your calendar' });
  const file = await page.request.get((await calendar.getAttribute('href')) ?? '');
  expect(await file.text()).toContain('METHOD:PUBLISH');
  const opener = page.getByRole('button', { name: 'Change batch' });
  await opener.click();
  await expect(page.getByRole('radio')).toHaveCount(1);
  await expect(page.getByRole('radio')).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep my batch' }).click();
  await expect(opener).toBeFocused();
  await opener.click();
  await page.getByRole('radio').check();
  await page.getByRole('button', { name: 'Change to this batch' }).click();
  await expect(main(page).getByText('Batch changed. We sent you')).toBeVisible();
  await expect(main(page).getByText(/^Training: Changed to another batch/)).toBeVisible();
});
