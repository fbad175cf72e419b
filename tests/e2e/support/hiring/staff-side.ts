import type { APIRequestContext, Page } from 'playwright/test';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { addDays, localDate } from '#lib/domain/core/zoned-time.ts';
import { type FormRow, formatRows, type RowList } from '#lib/domain/hiring/jobs/job-form-rows.ts';
import { parseEligibility, parseQuestions, parseStages } from '#lib/domain/hiring/jobs/job-text-format.ts';
import { type SignedUp, signUpVerified } from '../auth/signed-in.ts';
import { expect } from '../test.ts';
import { applyTo, submitDetails, triggerEvent } from './hiring.ts';
import type { CreatedJob } from './hiring-server.ts';

/** Actions of staff on their pages, and checks of what they see. */

/** Waits until all islands of the page work. */
export const ready = (page: Page) => expect(page.locator('astro-island[ssr]')).toHaveCount(0);
export const bar = (page: Page) => page.getByRole('region', { name: 'Move what is chosen' });
export const box = (page: Page) => page.getByRole('checkbox', { name: /^Choose MS-/ });

export const becomeStaff = ({ phone }: SignedUp) => triggerEvent({ do: 'grant-staff', phone: `+91${phone}` });
export const becomeAdmin = ({ phone }: SignedUp) =>
  triggerEvent({ do: 'grant-staff', phone: `+91${phone}`, role: 'admin' });

/** Applies as another person by the API and returns the id of the application. */
export async function applicant(
  elsewhere: APIRequestContext,
  origin: string,
  job: CreatedJob,
  details: Record<string, unknown> = {},
): Promise<string> {
  await signUpVerified(elsewhere, origin);
  await submitDetails(elsewhere, origin, details);
  return applyTo(elsewhere, origin, job);
}

export async function jobIdOf(page: Page, { slug }: CreatedJob): Promise<string> {
  const { id } = await (await page.request.get(`/api/v1/moonshot/jobs/${slug}/`)).json();
  return id;
}

/** Fills in the form of a new job, whose code is in its title too. The form is not submitted. */
export async function fillNewJob(
  page: Page,
  code: string,
  lines: { stages?: string; eligibility?: string; questions?: string } = {},
): Promise<void> {
  await page.goto('/staff/jobs/new/');
  await ready(page);
  const about = page.getByRole('region', { name: 'The job' });
  await about.getByLabel('Title').fill(`Payroll associate ${code}`);
  await page.getByLabel('Employer’s code').fill(code);
  await page.getByLabel('Employer', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Family').selectOption('ACCOUNTS_PAYABLE');
  await page.getByLabel('Level').selectOption('CL13');
  await page.getByLabel('Work mode').selectOption('ON_SITE');
  await page.getByLabel('Working hours').fill('Days');
  await page.getByLabel('Summary').fill('Pays people on time.');
  await page.getByRole('textbox', { name: 'Description' }).fill('You pay **people**.');
  await page.getByLabel('Minimum pay').fill('300000');
  await page.getByLabel('Maximum pay').fill('400000');
  await page.getByLabel('Apply by, end of day in India').fill('2099-12-31');
  const cities = page.getByRole('region', { name: 'Cities, the main one first' });
  await cities.getByLabel('City').selectOption('Pune, Maharashtra');
  await cities.getByLabel('Openings').fill('1');
  const rows = formatRows({
    locations: [],
    eligibility: parseEligibility(lines.eligibility ?? '').values ?? [],
    stages: parseStages(lines.stages ?? '').values ?? [],
    questions: parseQuestions(lines.questions ?? '').values ?? [],
  });
  if (rows.stages.length) await fillRows(page, 'stages', 'Stages, in order', rows.stages);
  await fillRows(page, 'eligibility', 'Who can apply', rows.eligibility);
  await fillRows(page, 'questions', 'Questions to every applicant', rows.questions);
}

/** Replaces the rows of a list of the job's form. */
async function fillRows(page: Page, list: RowList, title: string, rows: readonly FormRow[]): Promise<void> {
  const section = page.getByRole('region', { name: title });
  const remove = section.getByRole('button', { name: /^Remove/ });
  for (let left = await remove.count(); left > 0; left -= 1) await remove.first().click();
  for (const { key: _, ...fields } of rows) {
    await section.getByRole('button', { name: /^Add/ }).click();
    const row = section.getByRole('listitem').last();
    for (const [column, value] of Object.entries(fields)) {
      const control = row.locator(`[name^="${list}."][name$=".${column}"]`);
      if (column === 'kind' || column === 'atLeast') await control.selectOption(value);
      else if (column === 'required') await control.setChecked(value === 'yes');
      else if (value) await control.fill(value);
    }
  }
}

/** Creates the job of the form, opens it and returns its id. */
export async function openNewJob(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved. Candidates see the job after you open it.')).toBeVisible();
  await page.getByRole('button', { name: 'Open for applications' }).click();
  await expect(page.getByRole('form', { name: 'Status' })).toContainText('Open');
  return /jobs\/([0-9a-f-]{36})\//.exec(page.url())?.[1] ?? '';
}

/** Closes the job, because other tests read the list of open jobs at the same time. */
export async function closeJob(page: Page, jobId: string): Promise<void> {
  await page.goto(`/staff/jobs/${jobId}/`);
  const name = 'Close';
  await page.getByRole('form', { name: 'Status' }).getByRole('button', { name }).click();
  await page
    .getByRole('region', { name: /^Close “/ })
    .getByRole('button', { name })
    .click();
  await expect(page.getByRole('form', { name: 'Status' })).toContainText('Closed');
}

export async function planBatch(page: Page, jobId: string, title: string, day: string): Promise<void> {
  await page.goto(`/staff/batches/?jobId=${jobId}`);
  const form = page.getByRole('form', { name: 'New batch' });
  if (!(await form.isVisible())) await page.getByText('Add a batch').click();
  await form.getByLabel('Job').selectOption(jobId);
  await form.getByLabel('Name').fill(title);
  await form.getByLabel('Begins').fill(`${day}T10:00`);
  await form.getByLabel('Ends').fill(`${day}T17:00`);
  await form.getByLabel('Link to join').fill('https://meet.example/batch');
  await form.getByRole('button', { name: 'Add batch' }).click();
  await expect(page.getByText('Batch added.')).toBeVisible();
}

/** Adds two slots per hour from ten to eleven, on each weekday of the week of Monday, 1 June 2099. */
export async function planSlots(page: Page, jobId: string): Promise<void> {
  await page.goto(`/staff/slots/?view=list&jobId=${jobId}`);
  const form = page.getByRole('form', { name: 'New slots' });
  await form.getByLabel('Interview', { exact: true }).selectOption(jobId);
  await form.getByLabel('From').fill('2099-06-01');
  await form.getByLabel('To', { exact: true }).fill('2099-06-05');
  await form.getByLabel('Last ends by').fill('11:00');
  await form.getByLabel('Link to join').fill('https://meet.example/room');
  await form.getByRole('button', { name: 'Preview slots' }).click();
  await expect(form.getByText('10 slots to make.')).toBeVisible();
  await form.getByRole('button', { name: 'Add slots' }).click();
  await expect(page.getByText('10 slots made.')).toBeVisible();
  await page.goto(`/staff/slots/?view=list&jobId=${jobId}`);
  await expect(page.getByText('10 slots')).toBeVisible();
}

/** Searches for a candidate by number and opens their page. */
export async function openCandidate(page: Page, phone: string): Promise<void> {
  await page.goto('/staff/candidates/');
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(phone);
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('table').getByRole('link').click();
  await expect(page).toHaveURL(/candidates\/[0-9a-f-]{36}\//);
}

/** Verifies the details of the candidate whose page is open. */
export async function verifyDetails(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verify details' }).click();
  await confirmAction(page);
  await expect(page.getByRole('region', { name: /^Details/ })).toContainText('Verified');
}

/** Reads whom the change on the open page informs, and makes it. */
export async function confirmAction(page: Page): Promise<void> {
  const question = page.getByRole('region', { name: /\?$/ });
  await expect(question).toContainText('1 person will be notified.');
  await question.getByRole('button', { name: /^Confirm: / }).click();
}

/** Finds the only application of the job and opens its page. */
export async function openApplication(page: Page, jobId: string): Promise<void> {
  await page.goto(`/staff/applications/?jobId=${jobId}`);
  await ready(page);
  await page.getByRole('row', { name: /MS-/ }).getByRole('link').first().click();
  await expect(page).toHaveURL(/applications\/[0-9a-f-]{36}\//);
}

/** The page's message about what was done: the bar with Undo, or, when its time is over, a notice. */
export const result = '.staff-undo[data-notice], .staff-notice[role="status"]';

/** Reloads the open application and presses the button of a move. */
export async function move(
  page: Page,
  label: string,
  because: { reason?: string; note?: string } = {},
): Promise<void> {
  await page.goto(page.url().replace(/\?.*/, ''));
  const panel = page.getByRole('region', { name: 'Move', exact: true });
  await panel.getByLabel('What to do').selectOption({ label });
  if (because.reason) await panel.getByLabel('Reason').selectOption(because.reason);
  if (because.note) await panel.getByLabel(/^Message to the candidate/).fill(because.note);
  await panel.getByRole('button', { name: 'Continue' }).click();
  await confirmAction(page);
  await expect(page.locator(result)).toBeVisible();
}

/** Returns a day in India, counted from today, as a field of a date takes it. */
export const dayFromNow = (days: number): string => addDays(localDate(new Date(), defaultTimeZone), days);

/** Makes an offer on the open application: the first one, or one that replaces it. */
export async function makeOffer(page: Page, pay = '3.6 lakh'): Promise<void> {
  await page.goto(page.url().replace(/\?.*/, ''));
  const panel = page.getByRole('region', { name: 'Offer', exact: true });
  const form = panel.locator('form');
  if (!(await form.isVisible())) await panel.locator('summary').click();
  await form.getByLabel('Pay per year').fill(pay);
  await form.getByLabel('First day').fill(dayFromNow(21));
  await form.getByLabel('Answer by').fill(dayFromNow(7));
  await form.getByRole('button', { name: 'Send offer' }).click();
  await confirmAction(page);
  await expect(page.getByText(/ffer made\./)).toBeVisible();
}

/** Records on the open application that the candidate has joined today. */
export async function markJoined(page: Page): Promise<void> {
  await page.goto(page.url().replace(/\?.*/, ''));
  const panel = page.getByRole('region', { name: 'Placement' });
  await panel.getByLabel('Joined on').fill(dayFromNow(0));
  await panel.getByRole('button', { name: 'Mark as joined' }).click();
  await confirmAction(page);
  await expect(page.getByText('Marked as joined.', { exact: true })).toBeVisible();
}
