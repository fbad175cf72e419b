import type { Page } from 'playwright/test';
import { expectNotified, main, settled } from '../support/hiring/candidate-side.ts';
import { jobPath, newJob } from '../support/hiring/hiring.ts';
import { dayFromNow, ready, result } from '../support/hiring/staff-side.ts';
import { pressOn, tabTo, typeInto } from '../support/keyboard.ts';
import { expect, test } from '../support/test.ts';

test.setTimeout(300_000);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

/** Fills in all sections and submits them. */
async function register(page: Page): Promise<void> {
  await pressOn(page, page.getByLabel(/keep my details/), 'Space');
  await pressOn(page, page.getByRole('button', { name: 'Start' }), 'Enter');

  await expect(heading(page, 'Where you work')).toBeVisible();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  const onward = page.getByRole('button', { name: 'Continue' });
  for (const button of [
    page.getByRole('button', { name: /Where you live:/ }),
    page.getByRole('button', { name: /Place:/ }),
  ]) {
    await typeInto(page, button, 'pune');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(button).toBeFocused();
  }
  await pressOn(page, page.getByRole('group', { name: 'Ready to move' }).getByLabel('Yes'), 'Space');
  await pressOn(page, onward, 'Enter');
  await expect(heading(page, 'Education')).toBeFocused();
  await typeInto(page, page.getByLabel('Highest qualification'), 'Bachelor');
  await typeInto(page, page.getByLabel('Degree'), 'B.Com');
  await typeInto(page, page.getByLabel('Year of graduation'), '2023');
  await pressOn(page, onward, 'Enter');
  await typeInto(page, page.getByLabel('Years'), '2');
  await typeInto(page, page.getByLabel('Notice period'), '0');
  await pressOn(page, onward, 'Enter');
  await typeInto(page, page.getByLabel('A language you speak'), 'English');
  const level = page.getByLabel('English', { exact: true });
  await expect(level).toBeFocused();
  for (const next of ['A1', 'A2', 'B1', 'B2']) {
    await page.keyboard.press('ArrowDown');
    await expect(level).toHaveValue(next);
  }
  await tabTo(page, page.getByLabel('Another language'));
  await pressOn(page, page.getByLabel('Day', { exact: true }), 'Space');
  await pressOn(page, page.getByRole('group', { name: 'Laptop and internet' }).getByLabel('Yes'), 'Space');
  await pressOn(page, onward, 'Enter');
  await pressOn(page, page.getByRole('button', { name: 'Check all' }), 'Enter');
  await expect(main(page).getByText('2 years')).toBeVisible();
  await pressOn(page, page.getByRole('button', { name: 'Submit my details' }), 'Enter');
}

/** Goes from the overview to the page of the only application that the search finds. */
async function findApplication(staff: Page, phone: string): Promise<void> {
  await pressOn(staff, staff.getByRole('link', { name: 'Applications', exact: true }).first(), 'Enter');
  await expect(staff.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  await ready(staff);
  await typeInto(staff, staff.getByRole('searchbox', { name: 'Search', exact: true }), phone);
  await staff.keyboard.press('Enter');
  await expect(staff).toHaveURL(new RegExp(phone));
  await ready(staff);
  await pressOn(staff, staff.getByRole('row', { name: /MS-/ }).getByRole('link').first(), 'Enter');
  await expect(staff).toHaveURL(/applications\/[0-9a-f-]{36}\//);
}

async function move(staff: Page, label: string): Promise<void> {
  await typeInto(staff, staff.getByLabel('What to do'), label);
  await pressOn(staff, staff.getByRole('button', { name: 'Continue', exact: true }), 'Enter');
  await pressOn(staff, staff.getByRole('button', { name: /^Confirm: / }), 'Enter');
  await expect(staff.locator(result)).toBeVisible();
}

/** Types a day as the parts of a field of a date: month, day, year. */
function typeDay(staff: Page, label: string, days: number): Promise<void> {
  const [year, month, day] = dayFromNow(days).split('-');
  return typeInto(staff, staff.getByLabel(label), `${month}${day}${year}`);
}

async function makeOffer(staff: Page): Promise<void> {
  await typeInto(staff, staff.getByLabel('Pay per year'), '3.6 lakh');
  await typeDay(staff, 'First day', 21);
  await typeDay(staff, 'Answer by', 7);
  await pressOn(staff, staff.getByRole('button', { name: 'Send offer' }), 'Enter');
  await pressOn(staff, staff.getByRole('button', { name: /^Confirm: / }), 'Enter');
  await expect(staff.getByText('Offer made.', { exact: true })).toBeVisible();
}

test('[API-40] [API-42] candidate and staff go from registration to hired with the keyboard only', async ({
  page,
  verified,
  staff,
}) => {
  const job = await newJob({ stages: ['REVIEW'] });
  await page.goto(`/moonshot/registration/?next=${encodeURIComponent(jobPath(job))}`);
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await register(page);

  await expect(page).toHaveURL(new RegExp(`${jobPath(job)}$`));
  await pressOn(page, page.getByRole('link', { name: 'Apply now' }), 'Enter');
  await expect(page).toHaveURL(/\/moonshot\/applications\//);
  await settled(page);
  const { pathname: path } = new URL(page.url());
  await typeInto(page, page.getByLabel('Why do you want this job?'), 'I like numbers that agree.');
  await pressOn(page, page.getByRole('group', { name: /nights/ }).getByLabel('Yes'), 'Space');
  await pressOn(page, page.getByRole('button', { name: 'Send application' }), 'Enter');
  await expect(page.getByRole('heading', { name: /We have your application/ })).toBeVisible();

  await staff.goto('/staff/');
  await findApplication(staff, verified.phone);
  await move(staff, 'Start review');
  await move(staff, 'Shortlist');
  await expectNotified(page, path, /^You are on the shortlist\.$/, 'Shortlisted');
  await makeOffer(staff);
  await page.goto(path);
  await typeInto(page, page.getByLabel('Your full name'), 'Meera Nair');
  await pressOn(page, page.getByRole('button', { name: 'Accept offer' }), 'Enter');
  await expect(main(page).getByText(/^Offer accepted\. We confirmed it by/)).toBeVisible();
  await expectNotified(page, path, /^You have accepted the offer for this job\. /, 'Offer accepted');
  await staff.reload();
  await typeDay(staff, 'Joined on', 0);
  await pressOn(staff, staff.getByRole('button', { name: 'Mark as joined' }), 'Enter');
  await pressOn(staff, staff.getByRole('button', { name: /^Confirm: / }), 'Enter');
  await expect(staff.getByText('Marked as joined.', { exact: true })).toBeVisible();
  await expectNotified(page, path, /^You have got this job\.$/, 'Hired');
});
