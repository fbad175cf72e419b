import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/auth/sign-in.ts';
import { applyTo, newJob, staffMoves, submitDetails, triggerEvent } from '../support/hiring/hiring.ts';
import { expect, test } from '../support/test.ts';

// These journeys are long, and axe is slow on a busy machine.
test.setTimeout(150_000);

const main = (page: Page) => page.getByRole('main');
const times = (page: Page) => page.getByRole('group', { name: /^Time on/ }).getByRole('radio');
const days = (page: Page) => page.getByRole('group', { name: 'Day' }).getByRole('radio');

/** Invites the candidate of this page to an interview of a new job. */
async function invite(
  page: Page,
  origin: string,
  slotsInHours: number[],
): Promise<{ id: string; job: Awaited<ReturnType<typeof newJob>> }> {
  await submitDetails(page.request, origin);
  const job = await newJob({ stages: ['INTERVIEW'], slotsInHours });
  const id = await applyTo(page.request, origin, job);
  await staffMoves('application', id, 'MOVE_TO_INTERVIEW');
  await page.goto(`/moonshot/applications/${id}/`);
  return { id, job };
}

test('[API-43] a candidate books a time by day, adds it to a calendar, and reschedules until the limit', async ({
  page,
  verified: _,
  baseURL,
}) => {
  // At least two days, at any hour of the test.
  await invite(page, baseURL ?? '', [30, 31, 60, 90]);
  await expect(days(page).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(main(page).getByText('Please choose a time')).toBeVisible();
  await times(page).first().check();
  await expect(main(page).getByText(/^You have chosen .* IST/)).toBeVisible();
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(page.getByRole('heading', { name: /Your interview is on .* IST/ })).toBeVisible();
  await expect(main(page).getByText('Booked. We sent you')).toBeVisible();

  const ics = page.getByRole('link', { name: 'Add to your calendar' });
  const file = await page.request.get((await ics.getAttribute('href')) ?? '');
  expect(file.headers()['content-type']).toContain('text/calendar');
  const first = await file.text();
  expect(first).toMatch(/SEQUENCE:\d/);

  for (const left of ['2 more times', '1 more time']) {
    await expect(main(page).getByText(`You can move or cancel it ${left}, until`)).toBeVisible();
    await page.getByRole('button', { name: 'Move the interview' }).click();
    await expect(main(page).getByText(/is yours until you have booked the new one/)).toBeVisible();
    await days(page).last().check();
    await times(page).first().check();
    await page.getByLabel(/Reason for the change/).fill('An exam');
    if (left === '1 more time') await expectAccessible(page);
    await page.getByRole('button', { name: 'Move to this time' }).click();
    await expect(page.getByText('Moved. We sent you')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Move to this time' })).toHaveCount(0);
  }
  await expect(
    main(page).getByText(/can move or cancel an interview 2 times, and you have done so/),
  ).toBeVisible();
  await expect(main(page).getByRole('link', { name: '+91 80000 00100' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move the interview' })).toHaveCount(0);
  const second = await (await page.request.get((await ics.getAttribute('href')) ?? '')).text();
  const read = (text: string, name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(text)?.[1]?.trim();
  expect(read(second, 'UID')).toBe(read(first, 'UID'));
  expect(Number(read(second, 'SEQUENCE'))).toBeGreaterThan(Number(read(first, 'SEQUENCE')));
});

test('[API-43] [C-42] a candidate who is too late for a time sees the free times and keeps the current one', async ({
  page,
  verified: _,
  baseURL,
}) => {
  const { job } = await invite(page, baseURL ?? '', [30, 31, 32]);
  const [first = '', second = ''] = job.slotIds;
  await page.locator(`input[value="${first}"]`).check();
  await triggerEvent({ do: 'fill', seats: 'interview_slot', id: first });
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(
    main(page).getByRole('alert').filter({ hasText: 'Somebody else has just booked' }),
  ).toBeVisible();
  await expect(page.locator(`input[value="${first}"]`)).toHaveCount(0);
  await expect(page.locator(`input[value="${second}"]`)).toHaveCount(1);
  await expectAccessible(page);
  await page.locator(`input[value="${second}"]`).check();
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(page.getByRole('heading', { name: /Your interview is on/ })).toBeVisible();

  await page.getByRole('button', { name: 'Move the interview' }).click();
  await times(page).first().check();
  await triggerEvent({ do: 'fill', seats: 'interview_slot', id: job.slotIds[2] ?? '' });
  await page.getByRole('button', { name: 'Move to this time' }).click();
  await expect(main(page).getByText(/No interview times are free at the moment/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep the time I have' }).click();
  await expect(page.getByRole('button', { name: 'Move the interview' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: /Your interview is on/ })).toBeVisible();
});

test('[API-43] [C-42] an outdated second tab shows the remaining reschedules before it reschedules the interview', async ({
  page,
  verified: _,
  baseURL,
}) => {
  const { id } = await invite(page, baseURL ?? '', [30, 60, 90]);
  const second = await page.context().newPage();
  await second.goto(`/moonshot/applications/${id}/`);
  await times(second).first().check();
  await times(page).first().check();
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(main(page).getByText('Booked. We sent you')).toBeVisible();

  await days(second).last().check();
  await times(second).first().check();
  await second.getByRole('button', { name: 'Book this time' }).click();
  await expect(
    main(second).getByRole('alert').filter({ hasText: 'If you choose another one, it moves' }),
  ).toBeVisible();
  await expect(main(second).getByText('You can move or cancel it 2 more times, until')).toBeVisible();
  await expect(main(second).getByText(/is yours until you have booked the new one/)).toBeVisible();
  await expect(second.getByRole('button', { name: 'Move to this time' })).toBeVisible();
  await second.getByRole('button', { name: 'Keep the time I have' }).click();
  await expect(second.getByRole('heading', { name: /Your interview is on/ })).toBeVisible();
  await expect(main(second).getByText('You can move or cancel it 2 more times, until')).toBeVisible();
});

test('[API-43] the link to join appears 15 minutes before, and rescheduling ends 4 hours before', async ({
  page,
  verified: _,
  baseURL,
}) => {
  const { id, job } = await invite(page, baseURL ?? '', [30]);
  await times(page).first().check();
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(
    main(page).getByText(/The link to join will be here from .*, 15 minutes before/),
  ).toBeVisible();
  const join = page.getByRole('link', { name: 'Join now' });
  await expect(join).toHaveCount(0);

  const slotId = job.slotIds[0] ?? '';
  await triggerEvent({ do: 'begin-in', seats: 'interview_slot', id: slotId, minutes: 60 });
  await page.goto(`/moonshot/applications/${id}/`);
  await expect(main(page).getByText(/This interview could be moved or cancelled until/)).toBeVisible();
  await expect(join).toHaveCount(0);
  await triggerEvent({ do: 'begin-in', seats: 'interview_slot', id: slotId, minutes: 14 });
  await page.reload();
  await expect(join).toHaveAttribute('href', 'https://meet.example/ledger');
  // The link is also shown at the top, with the next step.
  await expect(page.getByRole('link', { name: 'Join the interview' })).toHaveAttribute(
    'href',
    'https://meet.example/ledger',
  );
});

test('[API-43] times that failed to load can be loaded again', async ({ page, verified: _, baseURL }) => {
  await page.route('**/reschedule-interview/slots/', (route) => route.abort());
  await invite(page, baseURL ?? '', [30]);
  await expect(main(page).getByText(/could not reach the server/)).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/reschedule-interview/slots/');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(times(page)).toHaveCount(1);
});
