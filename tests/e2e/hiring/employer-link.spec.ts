import { expectAccessible } from '../support/auth/sign-in.ts';
import { applyTo, newJob, staffMoves, submitDetails } from '../support/hiring/hiring.ts';
import { bar, box, jobIdOf, ready } from '../support/hiring/staff-side.ts';
import { expect, test } from '../support/test.ts';

// The journey is on the screens of two people.
test.setTimeout(120_000);

test('[API-42] staff share a candidate, the employer answers, and a revoked link shows nothing', {
  tag: '@desktop',
}, async ({ page, elsewhere, staff, baseURL, verified: _ }) => {
  await submitDetails(page.request, baseURL ?? '');
  const job = await newJob({ stages: ['REVIEW'] });
  const id = await applyTo(page.request, baseURL ?? '', job);
  await staffMoves('application', id, 'SHORTLIST');
  const links = `/staff/jobs/${await jobIdOf(staff, job)}/employer-links/`;
  await staff.goto(`/staff/applications/${id}/`);
  await staff.getByRole('link', { name: 'Share with the employer' }).click();
  await expect(staff).toHaveURL(new RegExp(links));
  await staff.goto(`/staff/applications/?jobId=${await jobIdOf(staff, job)}`);
  await ready(staff);
  await box(staff).check();
  await bar(staff).getByLabel('Action for 1 selected').selectOption('Share with the employer');
  await bar(staff).getByRole('button', { name: 'Share with the employer' }).click();
  await expect(staff).toHaveURL(new RegExp(`${links}.*application=${id}`));
  await staff.getByLabel('Name of the person').fill('Farida Shaikh');
  await staff.getByLabel('Email', { exact: true }).fill('farida@boliqo.example');
  await expect(staff.getByRole('group', { name: 'Candidates' }).getByRole('checkbox')).toBeChecked();
  await staff.getByRole('button', { name: 'Make the link' }).click();
  const address = await staff.getByLabel('Link', { exact: true }).inputValue();
  const path = new URL(address).pathname;
  await staff.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await staff.getByRole('button', { name: /^Copy/ }).click();
  await expect(staff.getByText('Copied', { exact: true })).toBeVisible();
  expect(await staff.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expectAccessible(staff);

  const own = await page.context().cookies();
  await page.context().clearCookies();
  const opened = await page.goto(path);
  const {
    'cache-control': cache,
    'x-robots-tag': robots,
    'referrer-policy': referrer,
  } = opened?.headers() ?? {};
  expect([cache, robots, referrer]).toEqual(['no-store', 'noindex', 'same-origin']);
  await expectAccessible(page);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('utm_first');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download as a table/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('candidates.csv');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel(/^Note/).fill('Monday at ten?');
  await page.getByRole('button', { name: /^Save answer/ }).click();
  await expect(page.getByText('Saved. Our team sees your answer now.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /answered for everybody/ })).toBeVisible();

  await staff.goto(`/staff/applications/${id}/`);
  const answers = staff.getByRole('region', { name: 'What the employer says' });
  await expect(answers).toContainText('Monday at ten?');
  await expectAccessible(staff);
  await answers.getByRole('button', { name: /^Mark as read/ }).click();
  await expect(answers.getByRole('button')).toHaveCount(0);
  await page.context().addCookies(own);
  await page.goto(`/moonshot/applications/${id}/`);
  await expect(page.getByRole('complementary', { name: 'This application' })).toContainText('Reviewed by');
  await expect(page.getByRole('main')).not.toContainText('Monday at ten?');

  await staff.goto(links);
  await staff.getByText('Revoke the link').click();
  await staff.getByRole('button', { name: /^Revoke now/ }).click();
  const notice = staff.locator('[data-notice]');
  await expect(notice).toContainText('Link revoked. It shows nothing any more.');
  await expect(notice).toBeFocused();
  for (const gone of [
    path,
    `${path}${id}/resume`,
    `${path}candidates.csv`,
    '/shortlist/AAAAAAAAAAAAAAAAAAAAAA/',
  ])
    expect((await elsewhere.get(gone)).status()).toBe(404);
  const shown = [];
  for (const gone of [path, '/shortlist/AAAAAAAAAAAAAAAAAAAAAA/']) {
    expect((await page.goto(gone))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'This link does not work any more.' })).toBeVisible();
    shown.push((await page.content()).replaceAll(gone, ''));
    await expect(page.getByRole('link', { name: 'My applications' })).toHaveCount(0);
  }
  expect(shown[0]).toBe(shown[1]);
  await expectAccessible(page);
});
