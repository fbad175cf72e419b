import type { APIRequestContext, Page } from 'playwright/test';
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

/** Applies as another person by the API and returns the id of the application. */
export async function applicant(
  elsewhere: APIRequestContext,
  origin: string,
  job: CreatedJob,
): Promise<string> {
  await signUpVerified(elsewhere, origin);
  await submitDetails(elsewhere, origin);
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
  await page.getByLabel('Title').fill(`Payroll associate ${code}`);
  await page.getByLabel('Employer’s code').fill(code);
  await page.getByLabel('Employer', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Family').selectOption('ACCOUNTS_PAYABLE');
  await page.getByLabel('Level').selectOption('CL13');
  await page.getByLabel('Work mode').selectOption('ON_SITE');
  await page.getByLabel('When the work is done').fill('Days');
  await page.getByLabel('Pune').check();
  await page.getByLabel('Summary').fill('Pays people on time.');
  await page.getByRole('textbox', { name: 'Description' }).fill('You pay **people**.');
  await page.getByLabel('Pays at least').fill('300000');
  await page.getByLabel('Pays at most').fill('400000');
  await page.getByLabel('Apply by, end of day in India').fill('2099-12-31');
  if (lines.stages) await page.getByLabel('Stages, in order').fill(lines.stages);
  if (lines.eligibility) await page.getByLabel('Who can apply').fill(lines.eligibility);
  if (lines.questions) await page.getByLabel('Questions to every applicant').fill(lines.questions);
}

/** Creates the job of the form, opens it and returns its id. */
export async function openNewJob(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Make a draft' }).click();
  await expect(page.getByText('It is a draft until you open it.')).toBeVisible();
  await page.getByRole('button', { name: 'Open for applications' }).click();
  await expect(page.getByRole('form', { name: 'Status' })).toContainText('Open');
  return /jobs\/([0-9a-f-]{36})\//.exec(page.url())?.[1] ?? '';
}

/** Closes the job, because other tests read the list of open jobs at the same time. */
export async function closeJob(page: Page, jobId: string): Promise<void> {
  await page.goto(`/staff/jobs/${jobId}/`);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('form', { name: 'Status' })).toContainText('Closed');
}

export async function planBatch(page: Page, jobId: string, title: string, day: string): Promise<void> {
  await page.goto(`/staff/batches/?jobId=${jobId}`);
  const form = page.getByRole('form', { name: 'New batch' });
  if (!(await form.isVisible())) await page.getByText('Plan a batch').click();
  await form.getByLabel('Job').selectOption(jobId);
  await form.getByLabel('Name').fill(title);
  await form.getByLabel('Begins').fill(`${day}T10:00`);
  await form.getByLabel('Ends').fill(`${day}T17:00`);
  await form.getByLabel('Link to join').fill('https://meet.example/batch');
  await form.getByRole('button', { name: 'Plan the batch' }).click();
  await expect(page.getByText('Planned.')).toBeVisible();
}

/** Adds two slots per hour from ten to eleven, on each weekday of the week of Monday, 1 June 2099. */
export async function planSlots(page: Page, jobId: string): Promise<void> {
  await page.goto(`/staff/slots/?jobId=${jobId}`);
  const form = page.getByRole('form', { name: 'New slots' });
  await form.getByLabel('Job').selectOption(jobId);
  await form.getByLabel('From').fill('2099-06-01');
  await form.getByLabel('To', { exact: true }).fill('2099-06-05');
  await form.getByLabel('Last ends by').fill('11:00');
  await form.getByLabel('Link to join').fill('https://meet.example/room');
  await form.getByRole('button', { name: 'Show the slots first' }).click();
  await expect(form.getByRole('status')).toContainText('10 slots to make.');
  await form.getByRole('button', { name: 'Make the slots' }).click();
  await expect(page.getByText('10 slots made.')).toBeVisible();
  await page.goto(`/staff/slots/?jobId=${jobId}`);
  await expect(page.getByText('10 slots')).toBeVisible();
}

/** Searches for a candidate by number and opens their page. */
export async function openCandidate(page: Page, phone: string): Promise<void> {
  await page.goto('/staff/candidates/');
  await page.getByLabel('Search').fill(phone);
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('table').getByRole('link').click();
  await expect(page).toHaveURL(/candidates\/[0-9a-f-]{36}\//);
}

/** Verifies the details of the candidate whose page is open. */
export async function verifyDetails(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verify details' }).click();
  await expect(page.getByRole('region', { name: /^Details/ })).toContainText('Verified');
}

/** Finds the only application of the job and opens its page. */
export async function openApplication(page: Page, jobId: string): Promise<void> {
  await page.goto(`/staff/applications/?jobId=${jobId}`);
  await ready(page);
  await page.getByRole('row', { name: /MS-/ }).getByRole('link').first().click();
  await expect(page).toHaveURL(/applications\/[0-9a-f-]{36}\//);
}

/** Reloads the open application and presses the button of a move. */
export async function move(
  page: Page,
  label: string,
  because: { reason?: string; note?: string } = {},
): Promise<void> {
  await page.goto(page.url().replace(/\?.*/, ''));
  await page.getByLabel('What to do').selectOption({ label });
  if (because.reason) await page.getByLabel('Reason').selectOption(because.reason);
  if (because.note) await page.getByLabel('To the candidate').fill(because.note);
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText('Done. The candidate is told.')).toBeVisible();
}
