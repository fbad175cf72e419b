import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/auth/sign-in.ts';
import {
  acceptOffer,
  beginDetails,
  expectNotified,
  fillDetails,
  main,
  sendApplication,
  settled,
  startApplying,
} from '../support/hiring/candidate-side.ts';
import { triggerEvent } from '../support/hiring/hiring.ts';
import {
  closeJob,
  confirmAction,
  fillNewJob,
  makeOffer,
  markJoined,
  move,
  openApplication,
  openCandidate,
  openNewJob,
  planBatch,
  planSlots,
  verifyDetails,
} from '../support/hiring/staff-side.ts';
import { expect, test } from '../support/test.ts';

// Journeys on the screens of two people, from registration to the decision.
test.setTimeout(300_000);

const eligibility = [
  'Education: A bachelor’s degree {QUALIFICATION BACHELOR}',
  'Notice period: Can start within 30 days {NOTICE 30}',
  'Age: 18 or older',
].join('\n');
const questions = 'TEXT* Why do you want this job?\nYES_NO* Can you work nights at month end?';

/** Creates and opens a job as staff. Its text contains words that no other job has. */
async function openedJob(staff: Page, stages: string[]): Promise<{ id: string; code: string }> {
  const code = `HIRE${Date.now()}${Math.floor(Math.random() * 1000)}`;
  const lines = ['FORM Your details', ...stages, 'OFFER Offer'].join('\n');
  await fillNewJob(staff, code, { stages: lines, eligibility, questions });
  return { id: await openNewJob(staff), code };
}

/** The candidate searches for these words. */
async function findJob(page: Page, code: string): Promise<string> {
  await page.goto('/moonshot/jobs/');
  await page.getByLabel('What or where').fill(code);
  await page.getByRole('button', { name: 'Show jobs' }).click();
  await main(page).getByRole('article').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(code);
  return new URL(page.url()).pathname;
}

/** Reserves a seat in the training batch with this title and returns its id. */
async function reserveSeat(page: Page, title: string): Promise<string> {
  await settled(page);
  const batch = page.getByLabel(new RegExp(`^${title}`));
  await batch.check();
  await page.getByLabel(/I agree to the terms/).check();
  const id = await batch.inputValue();
  await page.getByRole('button', { name: 'Reserve a seat' }).click();
  await expect(main(page).getByText('Seat reserved.')).toBeVisible();
  return id;
}

/** Books the first time of a day, counted from the last day, and returns the id of the slot. */
async function bookTime(page: Page, day: -1 | -2, button: string): Promise<string> {
  await page.getByRole('group', { name: 'Day' }).getByRole('radio').nth(day).check();
  const time = page
    .getByRole('group', { name: /^Time on/ })
    .getByRole('radio')
    .first();
  await time.check();
  const id = await time.inputValue();
  await page.getByRole('button', { name: button }).click();
  await expect(main(page).getByText(/^(Booked|Moved)\. We sent you/)).toBeVisible();
  return id;
}

test('[API-40] [API-41] [API-42] [API-43] candidate and staff go from registration to hired', async ({
  page,
  verified,
  staff,
}) => {
  const job = await openedJob(staff, [
    'REVIEW Reply from the employer',
    'TRAINING Payroll training',
    'INTERVIEW Interview with the team',
  ]);
  await planBatch(staff, job.id, 'Mornings', '2099-05-04');
  await planBatch(staff, job.id, 'Weekends', '2099-05-09');
  await planSlots(staff, job.id);

  const jobPath = await findJob(page, job.code);
  await beginDetails(page);
  await fillDetails(page, 60);
  await expect(main(page).getByText('1 year and 2 months')).toBeVisible();
  await expect(main(page).getByText('Chennai, Tamil Nadu')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Submit my details' }).click();
  await expect(page).toHaveURL(new RegExp(`${jobPath}$`));

  await openCandidate(staff, verified.phone);
  await staff.getByLabel('For staff only').fill('The certificate says 2022.');
  await staff.getByRole('button', { name: 'Ask to correct' }).click();
  await expect(staff.getByRole('alert')).toContainText('Write what the candidate should correct.');
  await expect(staff.getByLabel('For staff only')).toHaveValue('The certificate says 2022.');
  await staff.getByLabel('Message to the candidate').fill('The year is not the one of the certificate.');
  await staff.getByRole('button', { name: 'Ask to correct' }).click();
  await confirmAction(staff);
  await expect(staff.getByRole('region', { name: /^Details/ })).toContainText('Needs correction');

  await page.goto('/moonshot/registration/?section=education');
  const correction = page.getByRole('note', { name: 'What to correct' });
  await expect(correction).toHaveText(/not the one of the certificate/);
  await settled(page);
  await expectAccessible(page);
  await page.getByLabel('Year of graduation').fill('2022');
  await page.getByRole('link', { name: 'Check and submit' }).click();
  await page.getByRole('button', { name: 'Submit again' }).click();
  await expect(main(page).getByText('Details submitted')).toBeVisible();
  await expect(main(page).getByText('2022')).toBeVisible();
  await expect(correction).toHaveCount(0);

  // The job shows how the candidate meets it and lets them edit their details there.
  await page.goto(jobPath);
  await page.locator('#eligibility').scrollIntoViewIfNeeded();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  const sum = main(page).locator('.eligibility-sum');
  await expect(sum).toHaveText('You meet 1 of 2 requirements. Missing: Notice period.');
  await page.getByRole('link', { name: 'Change your details: Notice period' }).click();
  await page.getByLabel('Notice period').fill('15');
  await expect(sum).toHaveText('You meet the 2 requirements that we can check.');
  await expectAccessible(page);

  await openCandidate(staff, verified.phone);
  await expect(staff.getByRole('region', { name: /^Details/ })).toContainText('2022');
  await verifyDetails(staff);
  await page.goto('/moonshot/registration/');
  await expect(main(page).getByText('We have verified these details.')).toBeVisible();

  await page.goto(jobPath);
  const path = await startApplying(page);
  await sendApplication(page);
  await expect(
    page.getByRole('heading', { name: /We have your application\. You get a reply by .* IST/ }),
  ).toBeVisible();
  await expect(main(page).getByText('Reply due')).toBeVisible();
  await expect(main(page).locator('[aria-current=step]')).toContainText('Reply from the employer');
  await page.getByText('What you sent').click();
  await expect(main(page).getByText('I like numbers that agree.')).toBeVisible();
  await expectAccessible(page);

  await openApplication(staff, job.id);
  await expect(staff.getByRole('region', { name: 'What the candidate sent' })).toContainText(
    'I like numbers that agree.',
  );
  const resume = (await staff.getByRole('link', { name: 'meera.pdf' }).getAttribute('href')) ?? '';
  expect((await staff.request.get(resume)).headers()['content-type']).toBe('application/pdf');
  await move(staff, 'Start review');
  await expectNotified(page, path, /^The employer is reading your application\./, 'In review');
  await move(staff, 'Shortlist');
  await expectNotified(page, path, /^You are on the shortlist\.$/, 'Shortlisted');
  await move(staff, 'Move to training');
  await expectNotified(page, path, /^Choose the training batch that suits you\.$/, 'Training');
  const batchId = await reserveSeat(page, 'Weekends');
  await expectNotified(page, path, /^Your training begins on .*9 May 2099/, 'Training: Scheduled');
  await triggerEvent({ do: 'begin-in', seats: 'training_batch', id: batchId, minutes: -1 });
  await expectNotified(page, path, /^You are in training for this job\.$/, 'Training: Under way');
  await move(staff, 'Training completed');
  await expectNotified(page, path, /^You have completed the training\. /, 'Training: Completed');

  await move(staff, 'Move to interview');
  await expectNotified(page, path, /^Choose a time for your interview\.$/, 'Interview');
  await bookTime(page, -2, 'Book this time');
  await expectNotified(page, path, /^Your interview is on .*4 Jun 2099/, 'Interview: Scheduled');
  await page.getByRole('button', { name: 'Move the interview' }).click();
  const slotId = await bookTime(page, -1, 'Move to this time');
  await expectNotified(page, path, /^Your interview is on .*5 Jun 2099/, 'Interview: Moved to another time');
  await triggerEvent({ do: 'begin-in', seats: 'interview_slot', id: slotId, minutes: -1 });
  await expectNotified(page, path, /^Your interview is now\.$/, 'Interview: Moved to another time');
  await move(staff, 'Interview completed');
  await expectNotified(page, path, /^You have had the interview\. /, 'Interview: Completed');

  await makeOffer(staff);
  await expectNotified(
    page,
    path,
    /^You have an offer for this job\. Accept or decline it by /,
    'Offer made',
  );
  await expect(main(page).getByText('₹3,60,000 a year')).toBeVisible();
  await expectAccessible(page);
  await acceptOffer(page);
  await expectNotified(page, path, /^You have accepted the offer for this job\. /, 'Offer accepted');
  await markJoined(staff);
  await expectNotified(page, path, /^You have got this job\.$/, 'Hired');
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Withdraw application' })).toHaveCount(0);
  await expect(staff.getByLabel('What to do').locator('option')).toHaveText(['Choose …', 'Reopen']);
  await expect(page.getByRole('link', { name: /^Apply/ })).toHaveCount(0);
  await page.goto(jobPath);
  await expect(main(page).getByText('You have got this job.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Apply/ })).toHaveCount(0);
  await closeJob(staff, job.id);
});

test('[API-40] [API-42] [C-42] candidate and staff go from registration to not selected, and the candidate applies again', async ({
  page,
  verified,
  staff,
}) => {
  const job = await openedJob(staff, ['REVIEW Reply', 'INTERVIEW Interview with the team']);
  await planSlots(staff, job.id);
  const jobPath = await findJob(page, job.code);
  await beginDetails(page);
  await fillDetails(page, 15);
  await page.getByRole('button', { name: 'Submit my details' }).click();
  await expect(page).toHaveURL(new RegExp(`${jobPath}$`));
  await openCandidate(staff, verified.phone);
  await verifyDetails(staff);
  const path = await startApplying(page);
  await sendApplication(page);
  await expect(page.getByRole('heading', { name: /We have your application/ })).toBeVisible();

  await openApplication(staff, job.id);
  await staff.getByLabel('Note', { exact: true }).fill('Ask about night shifts');
  await staff.getByRole('button', { name: 'Save note' }).click();
  await expect(staff.getByRole('region', { name: /^Notes/ })).toContainText('Ask about night shifts');
  await move(staff, 'Start review');
  await expectNotified(page, path, /^The employer is reading your application\./, 'In review');
  await move(staff, 'Shortlist');
  await expectNotified(page, path, /^You are on the shortlist\.$/, 'Shortlisted');
  await move(staff, 'Move to interview');
  await expectNotified(page, path, /^Choose a time for your interview\.$/, 'Interview');
  await staff.getByLabel('Time', { exact: true }).selectOption({ index: 1 });
  await staff.getByRole('button', { name: 'Book for the candidate' }).click();
  await confirmAction(staff);
  await expect(staff.getByText(/^Booked for .*1 Jun 2099/)).toBeVisible();
  await expectNotified(page, path, /^Your interview is on .*1 Jun 2099/, 'Interview: Scheduled');

  // While one application is open, there is no button for a second one.
  await page.goto(jobPath);
  await expect(page.getByRole('link', { name: 'See your application' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Apply/ })).toHaveCount(0);

  await staff.getByLabel('What to do').selectOption({ label: 'Reject' });
  await staff.getByRole('button', { name: 'Continue', exact: true }).click();
  // The browser asks for the reason at its field, and nothing is sent.
  await expect(staff.locator('select[name="reasonCode"]')).toBeFocused();
  await expect(staff.getByLabel('What to do')).toHaveValue('REJECT');
  await move(staff, 'Reject', { reason: 'SKILLS', note: 'Please try again after a course.' });
  await expect(staff.getByRole('region', { name: 'History' })).toContainText('Not selected, Skills');
  await page.goto('/moonshot/applications/');
  await expect(main(page).getByText('Not selected')).toBeVisible();
  await expectNotified(page, path, /^The employer chose other candidates this time\.$/, 'Not selected');
  await expect(main(page).getByText('Please try again after a course.').first()).toBeVisible();
  await expect(main(page)).not.toContainText('night shifts');
  await expect(main(page).getByText('Ended here')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Withdraw application' })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Apply again' }).click();
  await expect(page).not.toHaveURL(new RegExp(path));
  await expect(page.getByRole('heading', { name: /You have started this application/ })).toBeVisible();
  await page.getByRole('link', { name: 'See your earlier application' }).click();
  await expect(page).toHaveURL(new RegExp(path));
  await closeJob(staff, job.id);
});
