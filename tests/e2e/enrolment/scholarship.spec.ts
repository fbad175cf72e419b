import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { enterNewestCode, expectAccessible, signUpAs, unusedPhone } from '../support/auth/sign-in.ts';
import { post, type SignedUp } from '../support/auth/signed-in.ts';
import { passServerTime } from '../support/clock.ts';
import { expect, test } from '../support/test.ts';

const main = (page: Page) => page.getByRole('main');
const saved = (page: Page) => main(page).getByText('All answers saved');

/** Registers for the next time of the test, and lets the time pass until then. Returns the address of the test. */
async function registerForTest(page: Page, origin: string, { phone }: SignedUp): Promise<string> {
  const slots = await page.request.get('/api/v1/ep-scholarship-test/slots/');
  const [slot] = (await slots.json()).results;
  const { id } = await post(page.request, origin, '/api/v1/ep-scholarship-test/register/', {
    ...{ program_slug: 'embark-pro', current_status: 'STUDENT', years_of_experience: 0, consent: true },
    test_slot_id: slot.id,
  });
  await passServerTime(phone, (Date.parse(slot.starts_at) - Date.now()) / 1000 + 30);
  return `/scholarship-test/${id}/`;
}

/** Answers the question that is shown, whatever its kind, and goes to the next one. */
async function answerQuestion(page: Page): Promise<void> {
  const choice = main(page).getByRole('radio').or(main(page).getByRole('checkbox')).first();
  await expect(choice.or(main(page).getByRole('textbox')).first()).toBeVisible();
  if (await choice.isVisible()) await choice.check();
  else await main(page).getByRole('textbox').fill('12');
}

/** Reads the explanation of every question from the files of the bank, as texts that a page or a script would contain. */
const readExplanations = (): string[] =>
  globSync('src/content/questions/*/*.md').map(
    (file) => /^explanation: "(.{12,}?)[\\"]/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '',
  );

const goOn = (page: Page) => main(page).getByRole('button', { name: 'Next' }).click();

test('[API-21] a person takes the test while the network is cut twice, reloads, changes the tab and gets a result', {
  tag: '@desktop',
}, async ({ page, context, verified, baseURL }) => {
  for (const read of ['/scholarship-test/', '/pm-mastery/']) {
    await page.goto(read);
    await expectAccessible(page);
  }
  const path = await registerForTest(page, baseURL ?? '', verified);
  await page.goto(path);
  await main(page).getByRole('link', { name: 'Go to the test' }).click();
  await expectAccessible(page);
  await main(page).getByRole('button', { name: 'Start the test' }).click();
  await expect(main(page).getByRole('heading', { name: 'Question 1 of 40' })).toBeFocused();
  await answerQuestion(page);
  await expect(saved(page)).toBeVisible();
  await expectAccessible(page);

  await context.setOffline(true);
  await goOn(page);
  await answerQuestion(page);
  await expect(main(page).getByText('You are offline. 1 answer not saved yet.')).toBeVisible();
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible();
  await context.setOffline(true);
  await goOn(page);
  await answerQuestion(page);
  await expect(main(page).getByText(/1 answer not saved yet/)).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(saved(page)).toBeVisible();
  await main(page).getByText('All questions').click();
  await expect(main(page).getByRole('button', { name: /^Question [123], answered/ })).toHaveCount(3);

  const second = await context.newPage();
  await second.goto(`${path}test/`);
  await main(second).getByRole('button', { name: 'Continue here' }).click();
  await expect(saved(second)).toBeVisible();
  await main(page).getByRole('button', { name: 'Question 4, not answered' }).click();
  await answerQuestion(page);
  await expect(main(page).getByText('Your test is open somewhere else')).toBeVisible();

  await main(second).getByText('All questions').click();
  await main(second).getByRole('button', { name: 'Check and submit' }).click();
  await expect(main(second).getByText('3 of 40 questions answered.')).toBeVisible();
  await expectAccessible(second);
  await main(second).getByRole('button', { name: 'Submit the test' }).click();
  await main(second).getByRole('button', { name: 'Yes, submit and end' }).click();
  await expect(main(second).getByText('No award', { exact: true })).toBeVisible();
  await expectAccessible(second);
});

test('[API-21] no built file, page or response of a running test contains a key or names a question', async ({
  page,
  context,
  verified,
  baseURL,
}) => {
  const secrets = readExplanations().filter(Boolean);
  expect(secrets.length).toBeGreaterThan(100);
  const received = globSync('dist/client/**/*.{js,map,json,html,css,txt,xml}').map((file) =>
    readFileSync(file, 'utf8'),
  );
  expect(received.length).toBeGreaterThan(100);
  const responses: Promise<string>[] = [];
  page.on('response', (response) => {
    if (/html|json|javascript/.test(response.headers()['content-type'] ?? ''))
      responses.push(response.text().catch(() => ''));
  });
  const path = await registerForTest(page, baseURL ?? '', verified);
  await context.clearCookies({ name: 'consent' });
  await page.goto(path);
  await page.goto(`${path}test/`);
  // The question about consent comes when the person begins to read, and does not lie over a test whose time runs.
  await page.waitForLoadState('networkidle');
  await page.mouse.wheel(0, 100);
  const consent = page.getByRole('region', { name: 'Consent', includeHidden: true });
  await expect(consent).toBeVisible();
  await main(page).getByRole('button', { name: 'Start the test' }).click();
  await answerQuestion(page);
  await expect(consent).toBeAttached();
  await expect(consent).toBeHidden();
  await expect(saved(page)).toBeVisible();
  received.push(...(await Promise.all(responses)), await page.content());
  expect(received.some((text) => text.includes('"questions":['))).toBe(true);
  // A page has the data of its islands as escaped attributes.
  const everything = received
    .join('\n')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
  expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
  expect(everything).not.toMatch(/"(tolerance|right|question_?id|is_right|difficulty)":/i);
});

test('[API-21] what an ended session interrupts finishes by itself: a test, a seat in PM Mastery and a mock interview', async ({
  page,
  verified,
  context,
}) => {
  const signedIn = await context.storageState();
  /** Presses a button of a page that was loaded with a session that has ended, and signs up. */
  const pressWithoutSession = async (name: string) => {
    await context.clearCookies();
    await main(page).getByRole('button', { name }).click();
    const phone = unusedPhone();
    await signUpAs(page, phone);
    await enterNewestCode(page, phone);
  };
  const register = async (path: string, name: string) => {
    await context.clearCookies();
    await context.addCookies(signedIn.cookies);
    await page.goto(path);
    await page.getByLabel('Programme', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('What do you do now?').selectOption({ label: 'I study' });
    await main(page).getByRole('checkbox').check();
    if (path === '/scholarship-test/') await page.getByLabel('Time of the test').selectOption({ index: 2 });
    await pressWithoutSession(name);
    await page.waitForURL(/done=registered/);
    await expect(main(page).getByRole('status')).toContainText('Registered.');
  };
  expect(verified.phone).toBeTruthy();
  await register('/scholarship-test/', 'Register for the test');
  await expect(main(page).getByRole('heading', { name: 'Choose another time' })).toBeVisible();
  await register('/pm-mastery/', 'Register for the session');

  await context.clearCookies();
  await context.addCookies(signedIn.cookies);
  await page.goto('/mock-interviews/experts/david-fernandes/');
  await main(page).getByRole('radio').last().check({ force: true });
  await main(page).getByLabel('Role that you prepare for').fill('Product analyst');
  await main(page).getByLabel('Stories about my work').check();
  await pressWithoutSession('Book this time');
  await page.waitForURL(/done=booked/);
  await expect(main(page).getByRole('status')).toContainText('Booked.');
});

test.describe('[API-21] without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a person reads the rules, registers, and reads what the test needs', async ({ page, verified }) => {
    expect(verified.phone).toBeTruthy();
    await page.goto('/scholarship-test/');
    await expect(main(page).getByRole('row', { name: '36 or more of 40 50%' })).toBeVisible();
    await page.getByLabel('Programme', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('Time of the test').selectOption({ index: 1 });
    await page.getByLabel('What do you do now?').selectOption({ label: 'I study' });
    await page.getByLabel(/^I take the test alone/).check();
    await main(page).getByRole('button', { name: 'Register for the test' }).click();
    await expect(main(page).getByRole('status')).toContainText('Registered.');
    await page.goto(`${new URL(page.url()).pathname}test/`);
    await expect(main(page).getByText('Your test has not begun yet.')).toBeVisible();
    await page.goto('/pm-mastery/');
    await expect(main(page).getByText(/of 60 left/)).toBeVisible();
  });
});
