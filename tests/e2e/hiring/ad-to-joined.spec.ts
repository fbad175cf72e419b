import type { Browser, Page } from 'playwright/test';
import {
  enterNewestCode,
  modal,
  phoneInput,
  receivedTexts,
  signUpAs,
  unusedPhone,
} from '../support/auth/sign-in.ts';
import {
  acceptOffer,
  expectNotified,
  fillDetails,
  main,
  sendApplication,
  settled,
  startApplying,
} from '../support/hiring/candidate-side.ts';
import { jobPath, newJob, triggerEvent } from '../support/hiring/hiring.ts';
import { jobIdOf, makeOffer, markJoined, move, openApplication } from '../support/hiring/staff-side.ts';
import { expect, test } from '../support/test.ts';
import { tick } from '../support/tick.ts';

// The whole way of one person, on the screens of the candidate, of staff and of the employer.
test.setTimeout(300_000);

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

/** Goes from an advertisement's landing to the form for a call, and sends it. */
async function askForCall(page: Page, phone: string): Promise<void> {
  await page.context().clearCookies({ name: 'consent' });
  await page
    .context()
    .addCookies([{ name: 'consent', value: 'analytics', url: test.info().project.use.baseURL ?? '' }]);
  await page.goto('/moonshot/?utm_source=news&utm_campaign=autumn');
  await page.waitForFunction(() => document.cookie.includes('utm_first='));
  await page.goto('/callback/?topic=moonshot');
  await settled(page);
  const form = main(page).locator('form');
  await form.getByLabel('First name').fill('Asha');
  await form.getByLabel('Mobile number').fill(phone);
  await tick(form.getByLabel('Yes, call me'));
  await form.getByRole('button', { name: 'Ask for a call' }).click();
  await expect(main(page)).toContainText('We will call you');
}

/** Finds the lead by its number, sees where it came from, and logs a call that reached the person. */
async function logCall(staff: Page, phone: string): Promise<void> {
  await staff.goto(`/staff/leads/?search=${phone}`);
  await staff.getByRole('table').getByRole('row', { name: /Asha/ }).getByRole('link').first().click();
  await expect(heading(staff, 'Log a call')).toBeVisible();
  await expect(main(staff)).toContainText('news');
  await staff.keyboard.press('1');
  await expect(staff.getByRole('region', { name: 'What happened' })).toContainText('Spoke with them');
}

/** Signs up from the page of the job, enters all details and submits the application. Returns its path. */
async function apply(page: Page, path: string, phone: string): Promise<string> {
  await page.goto(`/moonshot/registration/?next=${encodeURIComponent(path)}`);
  if (!(await modal(page).isVisible())) await page.getByRole('link', { name: 'Sign up' }).first().click();
  await expect(phoneInput(page)).toBeVisible();
  await signUpAs(page, phone);
  await enterNewestCode(page, phone);
  await expect(page.getByLabel(/keep my details/)).toBeVisible();
  await settled(page);
  await page.getByLabel(/keep my details/).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(heading(page, 'Where you work')).toBeVisible();
  await settled(page);
  await fillDetails(page, 15);
  await page.getByRole('button', { name: 'Submit my details' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  const application = await startApplying(page);
  await sendApplication(page);
  await expect(heading(page, /We have your application/)).toBeVisible();
  return application;
}

/** Rejects the open application and takes it back within ten seconds. */
async function rejectByMistake(staff: Page): Promise<void> {
  await move(staff, 'Reject', { reason: 'OTHER' });
  await staff.getByRole('form', { name: 'Undo the last change' }).getByRole('button').click();
  await expect(
    main(staff).getByText(
      /^Undone\. (Nothing was sent|The message about the earlier change is sent instead)\.$/,
    ),
  ).toBeVisible();
}

/** Shares the open application with the employer, who answers “Yes” in a window of their own. */
async function askEmployer(staff: Page, browser: Browser): Promise<void> {
  await staff.getByRole('link', { name: 'Share with the employer' }).click();
  await staff.getByLabel('Name of the person').fill('Farida Shaikh');
  await staff.getByLabel('Email', { exact: true }).fill('farida@boliqo.example');
  await staff.getByRole('button', { name: 'Make the link' }).click();
  const address = await staff.getByLabel('Link', { exact: true }).inputValue();
  const context = await browser.newContext();
  const employer = await context.newPage();
  await employer.goto(address);
  await employer.getByRole('radio', { name: 'Yes' }).check();
  await employer.getByLabel(/^Note/).fill('Please invite her.');
  await employer.getByRole('button', { name: /^Save answer/ }).click();
  await expect(employer.getByText('Saved. Our team sees your answer now.')).toBeVisible();
  await context.close();
}

/** Books an interview, moves it, cancels it and books again. Returns the id of the last slot. */
async function changeInterview(page: Page, application: string): Promise<string> {
  await page.goto(application);
  const days = page.getByRole('group', { name: 'Day' }).getByRole('radio');
  const times = page.getByRole('group', { name: /^Time on/ }).getByRole('radio');
  await times.first().check();
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(main(page).getByText('Booked. We sent you')).toBeVisible();
  await page.getByRole('button', { name: 'Move the interview' }).click();
  await days.last().check();
  await times.first().check();
  await page.getByRole('button', { name: 'Move to this time' }).click();
  await expect(main(page).getByText('You can move or cancel it 1 more time, until')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel interview' }).click();
  const question = page.getByRole('group', { name: 'Cancel this interview?' });
  await question.getByRole('button', { name: 'Cancel interview' }).click();
  await expect(main(page).getByText('Interview cancelled. We confirmed it by')).toBeVisible();
  await times.first().check();
  const slot = await times.first().inputValue();
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(heading(page, /Your interview is on/)).toBeVisible();
  return slot;
}

async function writeScorecard(staff: Page): Promise<void> {
  await staff.goto(staff.url().replace(/\?.*/, ''));
  const form = staff.getByRole('form', { name: 'New scorecard' });
  if (!(await form.isVisible())) await staff.getByText('Add a scorecard').click();
  await form.getByLabel('Interviewer').fill('Vikram Rao');
  await form.getByRole('radio', { name: '4' }).first().check();
  await form.getByLabel('Recommendation').selectOption('YES');
  await form.getByLabel('Summary').fill('Clear and calm with numbers.');
  await form.getByRole('button', { name: 'Save scorecard' }).click();
  await expect(main(staff).getByText('Clear and calm with numbers.').first()).toBeVisible();
}

async function declineOffer(page: Page, application: string): Promise<void> {
  await page.goto(application);
  await page.getByText('I want to decline this offer').click();
  await page.getByLabel('Reason').selectOption('The pay');
  await page.getByRole('button', { name: 'Decline offer' }).click();
  await expect(main(page).getByText('Offer declined.', { exact: true })).toBeVisible();
}

test('[TRACK-02] [API-40] [API-42] [API-43] [API-53] a visitor of an advertisement becomes a lead, a candidate and an employee', async ({
  page,
  staff,
  browser,
}) => {
  const phone = unusedPhone();
  const job = await newJob({ stages: ['REVIEW', 'INTERVIEW'], slotsInHours: [30, 60, 90] });

  await askForCall(page, phone);
  await logCall(staff, phone);
  const application = await apply(page, jobPath(job), phone);

  await openApplication(staff, await jobIdOf(staff, job));
  const staffPage = staff.url();
  await move(staff, 'Shortlist');
  await expectNotified(page, application, /^You are on the shortlist\.$/, 'Shortlisted');
  await rejectByMistake(staff);
  await askEmployer(staff, browser);
  await staff.goto(staffPage);
  await expect(staff.getByRole('region', { name: 'What the employer says' })).toContainText(
    'Please invite her.',
  );

  await move(staff, 'Move to interview');
  const slot = await changeInterview(page, application);
  await triggerEvent({ do: 'begin-in', seats: 'interview_slot', id: slot, minutes: -1 });
  await move(staff, 'Interview completed');
  await writeScorecard(staff);

  await makeOffer(staff);
  // An answer before the message is sent would replace it. That about the rejection would have come before it.
  await expect.poll(() => receivedTexts(page, phone)).toContain('You have an offer');
  expect(await receivedTexts(page, phone)).not.toContain('chose other candidates');
  await declineOffer(page, application);
  await move(staff, 'Reopen', { reason: 'OTHER' });
  await makeOffer(staff, '4,20,000');
  await page.goto(application);
  await expect(main(page).getByText('₹4,20,000 a year')).toBeVisible();
  const letter = page.getByRole('link', { name: 'Download the letter (PDF)' });
  expect((await page.request.get((await letter.getAttribute('href')) ?? '')).headers()['content-type']).toBe(
    'application/pdf',
  );
  await acceptOffer(page);
  await markJoined(staff);
  await expectNotified(page, application, /^You have got this job\.$/, 'Hired');
});
