import type { APIRequestContext, Page } from 'playwright/test';
import { demoJobs } from '#lib/server/demo/jobs.ts';
import { signUpVerified } from '../support/auth/signed-in.ts';
import { findViolations } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const openJob = '/moonshot/jobs/accounts-payable-associate-cl13/';
const filledJob = '/moonshot/jobs/record-to-report-associate-fixed-assets-cl12/';

/** Collects what the browser blocked or could not run, except the note that a page is a 404. */
function watchComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 404'))
      complaints.push(message.text());
  });
  return complaints;
}

async function expectAccessible(page: Page, complaints: string[]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // With reduced motion the colours are final instead of between two schemes.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await findViolations(page, [], colorScheme === 'dark')).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
}

async function startApplication(
  request: APIRequestContext,
  origin: string,
): Promise<{ id: string; number: string }> {
  const answer = await request.post('/api/v1/moonshot/jobs/accounts-payable-associate-cl13/apply/', {
    headers: { origin },
    data: {},
  });
  expect(answer.status()).toBe(200);
  return answer.json();
}

test('[USER-10] a visitor finds the 18 jobs by family', { tag: '@desktop' }, async ({ page }) => {
  const complaints = watchComplaints(page);
  await page.goto('/moonshot/jobs/');
  await expectAccessible(page, complaints);
  for (const family of new Set(demoJobs.map((job) => job.family))) {
    await page.goto(`/moonshot/jobs/?family=${family}`);
    const wanted = demoJobs
      .filter((job) => job.family === family)
      .map(({ slug }) => `/moonshot/jobs/${slug}/`);
    const links = await page.getByRole('main').getByRole('article').getByRole('link').all();
    const found = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(found).toEqual(expect.arrayContaining(wanted));
  }
});

test('an empty search shows a message and a link to all jobs', async ({ page }) => {
  const complaints = watchComplaints(page);
  await page.goto('/moonshot/jobs/?city=Kolkata&work_mode=REMOTE');
  await expect(page.getByRole('heading', { name: 'No job matches your search' })).toBeVisible();
  await expectAccessible(page, complaints);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/moonshot\/jobs\/$/);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor searches, reads a job and sees where to apply', async ({ page }) => {
    await page.goto('/moonshot/jobs/');
    await page.getByLabel('City').selectOption('Kolkata');
    await page.getByRole('button', { name: 'Show jobs' }).click();
    await expect(page).toHaveURL(/city=Kolkata/);
    await expect(page.getByLabel('City')).toHaveValue('Kolkata');
    const found = page.getByRole('main').getByRole('article');
    await expect(found).toHaveCount(2);
    await found.getByRole('link', { name: 'Procure to pay associate, buying desk' }).click();
    await expect(page.getByRole('link', { name: 'Apply now' })).toBeVisible();
  });
});

test('[API-41] a search finds jobs, each option shows its count, and the URL keeps the search', async ({
  page,
}) => {
  const complaints = watchComplaints(page);
  await page.goto('/moonshot/jobs/');
  await page.getByLabel('What or where').fill('voice jobs');
  await page.getByRole('button', { name: 'Show jobs' }).click();
  await expect(page).toHaveURL(/search=voice\+jobs/);
  await expect(page.getByLabel('What or where')).toHaveValue('voice jobs');
  const count = Number(/\d+/.exec(await page.getByRole('main').getByRole('status').innerText())?.[0]);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(count);
  const level = page.getByLabel('Level').locator('option').nth(1);
  await page.getByText('More filters').click();
  const shown = Number(/\((\d+)\)/.exec((await level.textContent()) ?? '')?.[1]);
  expect(shown).toBeGreaterThan(0);
  await page.getByLabel('Level').selectOption({ index: 1 });
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Show jobs' }).click();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(shown);
  await expectAccessible(page, complaints);
});

test('[API-41] a search has feeds, in RSS and in JSON', async ({ page }) => {
  await page.goto('/moonshot/jobs/?family=VOICE_SUPPORT');
  const links = page.locator('link[rel=alternate]');
  await expect(links).toHaveCount(2);
  const found = await page.getByRole('main').getByRole('article').count();
  const rss = await page.request.get((await links.first().getAttribute('href')) ?? '');
  expect(rss.headers()['content-type']).toContain('application/rss+xml');
  expect((await rss.text()).match(/<item>/g)).toHaveLength(found);
  const json = await (await page.request.get((await links.last().getAttribute('href')) ?? '')).json();
  expect(json.items).toHaveLength(found);
  const [first] = json.items;
  expect((await page.goto(new URL(first.url).pathname))?.status()).toBe(200);
  await expect(page.getByRole('link', { name: 'Log in to see which requirements you meet' })).toBeVisible();
});

test('[API-41] an open job has an apply button and structured data for search engines', {
  tag: '@desktop',
}, async ({ page }) => {
  const complaints = watchComplaints(page);
  await page.goto(openJob);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accounts payable associate');
  await expect(page.getByRole('link', { name: 'Apply now' })).toHaveAttribute('href', `${openJob}?apply`);
  const posting = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(posting).toMatchObject({
    '@type': 'JobPosting',
    title: 'Accounts payable associate',
    directApply: true,
  });
  await expectAccessible(page, complaints);
});

test('[API-41] a filled job keeps its page with a notice and links to other jobs', async ({ page }) => {
  const complaints = watchComplaints(page);
  expect((await page.goto(filledJob))?.status()).toBe(200);
  await expect(page.getByText('All openings of this job are filled.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Apply now' })).toHaveCount(0);
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
  const similar = page.getByRole('region', { name: 'Similar open jobs' });
  await expect(similar.getByRole('article')).toHaveCount(3);
  await expectAccessible(page, complaints);
});

test('an unknown job is a 404 page', async ({ page }) => {
  expect((await page.goto('/moonshot/jobs/astronaut/'))?.status()).toBe(404);
  await expect(page.getByText('404')).toBeVisible();
});

test('a visitor is asked to log in on the applications page', async ({ page }) => {
  const complaints = watchComplaints(page);
  await page.goto('/moonshot/applications/');
  const logIn = page.getByRole('main').getByRole('link', { name: 'Log in' });
  await expect(logIn).toHaveAttribute('href', /\?auth=login&.*next=%2Fmoonshot%2Fapplications%2F/);
  await expectAccessible(page, complaints);
});

test('[API-42] a started application shows its number, its stages and its deadline', {
  tag: '@desktop',
}, async ({ page, baseURL }) => {
  const complaints = watchComplaints(page);
  await signUpVerified(page.request, baseURL ?? '');
  await page.goto('/moonshot/applications/');
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await expectAccessible(page, complaints);

  const { id, number } = await startApplication(page.request, baseURL ?? '');
  await page.goto(openJob);
  await page.getByRole('link', { name: 'Continue application' }).click();
  await expect(page).toHaveURL(`/moonshot/applications/${id}/`);
  const main = page.getByRole('main');
  await expect(
    main.getByText('You have started this application and have 30 days to finish it.'),
  ).toBeVisible();
  await expect(main.getByText(number)).toBeVisible();
  await expect(main.locator('[aria-current=step]')).toContainText('Your details and résumé');
  await expect(main.getByRole('region', { name: 'Steps to this job' }).getByRole('listitem')).toHaveCount(5);
  await expectAccessible(page, complaints);

  await page.goto('/moonshot/applications/');
  await expect(main.getByRole('article')).toHaveCount(1);
  await expectAccessible(page, complaints);
});

test('[API-41] a candidate saves a job and asks for new jobs of a search, without a script', {
  tag: '@desktop',
}, async ({ page, baseURL, browser }) => {
  await signUpVerified(page.request, baseURL ?? '');
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: baseURL ?? '',
    storageState: await page.context().storageState(),
  });
  const form = await plain.newPage();
  await form.goto(openJob);
  await form.getByRole('button', { name: 'Save job' }).click();
  await expect(form).toHaveURL(openJob);
  await form.goto('/moonshot/jobs/?city=Chennai');
  await form.getByRole('button', { name: 'Email me new jobs' }).click();
  await expect(form.getByRole('status').filter({ hasText: 'at most once a day' })).toContainText(
    'as soon as you have confirmed your email.',
  );
  await form.goto('/moonshot/jobs/?search=excell');
  const feed = await form.locator('link[rel=alternate]').last().getAttribute('href');
  expect((await (await form.request.get(feed ?? '')).json()).items.length).toBeGreaterThan(0);
  await form.getByRole('button', { name: 'Email me new jobs' }).click();
  await expect(form.getByRole('status').filter({ hasText: 'at most once a day' })).toBeVisible();
  await plain.close();

  const complaints = watchComplaints(page);
  await page.goto('/moonshot/saved/');
  await expectAccessible(page, complaints);
  await page.getByRole('button', { name: /^Remove .* from saved jobs$/ }).click();
  await page.getByRole('button', { name: 'Delete Chennai' }).click();
  await page.getByRole('button', { name: 'Delete “excel”' }).click();
  await expect(page.getByRole('heading', { name: 'No saved jobs yet' })).toBeVisible();
  await expectAccessible(page, complaints);
});

test('[C-39] another person’s application is a 404 page, like an unknown one', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUpVerified(page.request, baseURL ?? '');
  const { id } = await startApplication(page.request, baseURL ?? '');
  const stranger = await browser.newContext();
  await signUpVerified(stranger.request, baseURL ?? '');
  const other = await stranger.newPage();
  for (const path of [id, '01890000-0000-7000-8000-000000000000', 'first']) {
    expect((await other.goto(`${baseURL}/moonshot/applications/${path}/`))?.status()).toBe(404);
    await expect(other.getByRole('heading', { level: 1 })).not.toContainText('Accounts payable');
  }
  await stranger.close();
});
