import type { Page } from 'playwright/test';
import { createPlainPicture } from '../../support/media/pictures.ts';
import { enterNewestCode, expectAccessible, expectStep, phoneInput, press } from '../support/auth/sign-in.ts';
import { passServerTime } from '../support/clock.ts';
import {
  about,
  addProject,
  button,
  expectReady,
  expectSaved,
  headline,
  openEditor,
  part,
  savedPortfolio,
  saveState,
} from '../support/portfolio/portfolio-editor.ts';
import { expect, test } from '../support/test.ts';

const twoWeeks = 15 * 24 * 3600;

/** Everybody in these tests is signed in and has verified the number. */
test.beforeEach(({ verified }) => verified);

/** The unsaved text that this device stores. */
const storedDraft = (page: Page): Promise<string> =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('liftoff:portfolio:'))
      .map(([, text]) => text)
      .join(),
  );

async function logInAgain(page: Page, phone: string): Promise<void> {
  await expectStep(page, 'Welcome back');
  await phoneInput(page).fill(phone);
  await press(page, 'Login');
  await expectStep(page, 'Enter OTP to Login');
  await enterNewestCode(page, phone);
}

test('[API-30] changes of two tabs are merged, and conflicts are resolved by a choice', async ({
  page,
  context,
}) => {
  test.slow();
  await openEditor(page);
  const other = await context.newPage();
  await openEditor(other);

  await headline(page).fill('Analyst');
  await expectSaved(page);
  await about(other).fill('Six years in finance.');
  await expectSaved(other);
  await expect(headline(other)).toHaveValue('Analyst');
  expect(await savedPortfolio(page)).toMatchObject({ headline: 'Analyst', about: 'Six years in finance.' });

  await headline(page).fill('Senior analyst');
  await expectSaved(page);
  await headline(other).fill('Lead analyst');
  await expect(saveState(other)).toHaveText(/Changed in two places/);
  const conflicts = part(other, 'Changed in two places');
  await expect(conflicts).toContainText('Lead analyst');
  await expect(conflicts).toContainText('Senior analyst');
  await expect(headline(other)).toHaveValue('Lead analyst');
  expect((await savedPortfolio(page)).headline).toBe('Senior analyst');
  await expectAccessible(other);

  await test.step('typing during a conflict shows the version that will be kept, and the bar links to the choice', async () => {
    await headline(other).fill('Lead analyst, Pune');
    await expect(conflicts).toContainText('Lead analyst, Pune');
    await saveState(other).getByRole('button', { name: 'Choose' }).click();
    await expect(conflicts.getByRole('heading', { name: 'Changed in two places' })).toBeFocused();
  });

  await test.step('an unresolved conflict is still shown after a reload', async () => {
    await other.reload();
    await expectReady(other);
    await expect(conflicts).toContainText('Senior analyst');
  });

  await conflicts.getByRole('button', { name: 'Keep this: Headline, as saved elsewhere' }).click();
  await expectSaved(other);
  await expect(headline(other)).toHaveValue('Senior analyst');
  await expect(conflicts).toBeHidden();
});

test('[API-33] an entry that one tab deleted and the other changed is shown as a conflict', async ({
  page,
  context,
}) => {
  await openEditor(page);
  await addProject(page, 'Cash forecast');
  await expectSaved(page);
  const other = await context.newPage();
  await openEditor(other);

  await page.getByRole('button', { name: 'Cash forecast', exact: true }).click();
  await button(page, 'Delete').click();
  await expect.poll(async () => (await savedPortfolio(page)).projects).toEqual([]);
  await other.getByRole('button', { name: 'Cash forecast', exact: true }).click();
  await other.getByRole('textbox', { name: 'Your role' }).fill('Lead');
  const conflicts = part(other, 'Changed in two places');
  await expect(conflicts).toContainText('Removed');
  await conflicts.getByRole('button', { name: 'Keep this: Cash forecast, as it is on this device' }).click();
  await expectSaved(other);
  expect((await savedPortfolio(page)).projects).toMatchObject([{ title: 'Cash forecast', role: 'Lead' }]);
});

test('the editor shows that it is offline, keeps typed text, and saves when the network is back', async ({
  page,
  context,
}) => {
  await openEditor(page);
  await context.setOffline(true);
  await expect(saveState(page)).toHaveText(/You are offline/);
  await headline(page).fill('Typed in a tunnel');
  await about(page).fill('And more of it.');
  await expect(saveState(page)).toHaveText(/kept on this device/);
  await expect.poll(() => storedDraft(page)).toContain('And more of it.');
  await context.setOffline(false);
  await expectSaved(page);
  expect(await savedPortfolio(page)).toMatchObject({
    headline: 'Typed in a tunnel',
    about: 'And more of it.',
  });
});

test('a form that cannot be loaded offline leaves the page as it is, and can be tried again', async ({
  page,
  context,
}) => {
  await openEditor(page);
  await context.setOffline(true);
  await button(page, 'Add a project').click();
  await expect(page.getByText('The form could not be loaded')).toBeVisible();
  await context.setOffline(false);
  await button(page, 'Try again').click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible();
});

test('a tab that is closed while offline leaves its draft to the next tab', async ({ page, context }) => {
  await openEditor(page);
  await context.setOffline(true);
  await headline(page).fill('Left behind');
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await openEditor(next);
  await expect(headline(next)).toHaveValue('Left behind');
  await expectSaved(next);
  expect((await savedPortfolio(next)).headline).toBe('Left behind');
});

test('saving is retried automatically while the server is down', async ({ page }) => {
  await openEditor(page);
  await page.route('**/update/', (route) => route.abort());
  await headline(page).fill('Patient');
  await expect(saveState(page)).toHaveText(/We cannot reach the server/);
  await page.unroute('**/update/');
  await expectSaved(page);
  expect((await savedPortfolio(page)).headline).toBe('Patient');
});

test('a reload while typing loses nothing, saved or not', async ({ page }) => {
  await openEditor(page);
  await button(page, 'Add a project').click();
  await page.getByRole('textbox', { name: 'Summary' }).fill('A project that has no title yet');
  await page.getByRole('textbox', { name: 'Add a link' }).fill('linkedin.com/in/hal');
  await headline(page).pressSequentially('Half a headl');
  await page.reload();
  await expectReady(page);
  await expect(headline(page)).toHaveValue('Half a headl');
  await expect(page.getByRole('textbox', { name: 'Add a link' })).toHaveValue('linkedin.com/in/hal');
  await page.getByRole('button', { name: /^New project/ }).click();
  await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveValue('A project that has no title yet');
  await page.getByRole('textbox', { name: 'Title' }).fill('Named at last');
  await expectSaved(page);
  expect(await savedPortfolio(page)).toMatchObject({
    headline: 'Half a headl',
    projects: [{ title: 'Named at last', summary: 'A project that has no title yet' }],
  });
});

test('typed text is kept when the session ends, and saved after the next login', async ({
  page,
  verified,
}) => {
  await openEditor(page);
  await passServerTime(verified.phone, twoWeeks);
  await headline(page).fill('Typed after the end');
  await expect(saveState(page)).toHaveText(/Your text is kept here/);
  await saveState(page).getByRole('link', { name: 'Log in' }).click();
  await logInAgain(page, verified.phone);
  await expectSaved(page);
  await expect(headline(page)).toHaveValue('Typed after the end');
  expect((await savedPortfolio(page)).headline).toBe('Typed after the end');
});

test('typed text is kept when the session ends and the page is reloaded', async ({ page, verified }) => {
  await openEditor(page);
  await passServerTime(verified.phone, twoWeeks);
  await headline(page).fill('Still here');
  await expect(saveState(page)).toHaveText(/Your text is kept here/);
  await page.reload();
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await logInAgain(page, verified.phone);
  await expectReady(page);
  await expect(headline(page)).toHaveValue('Still here');
  await expectSaved(page);
});

test('logging out removes the draft from the device', async ({ page, context }) => {
  await openEditor(page);
  await page.route('**/update/', (route) => route.abort());
  await headline(page).fill('For nobody else');
  await expect(saveState(page)).toHaveText(/We cannot reach the server/);
  const other = await context.newPage();
  await other.goto('/terms/');
  await other.locator('summary[aria-label="Account menu"]').click();
  await button(other, 'Log out').click();
  await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in to write your portfolio');
  expect(await storedDraft(page)).toBe('');
});

test('scripts and HTML in every field are shown as text in the preview and do not run', async ({
  page,
  isMobile,
}) => {
  const violations: string[] = [];
  page.on(
    'console',
    (message) => message.text().includes('Content Security Policy') && violations.push(message.text()),
  );
  page.on('dialog', (dialog) => violations.push(dialog.message()));
  await openEditor(page);
  const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  await headline(page).fill(hostile);
  await about(page).fill(`${hostile}\n\n[press](javascript:alert(3))`);
  await addProject(page, hostile);
  await page.getByRole('textbox', { name: 'Add a link' }).fill('javascript:alert(4)');
  await button(page, 'Add').click();
  await expect(page.getByText('Please enter a full web address')).toBeVisible();
  if (isMobile) await button(page, 'Preview').click();
  await expect(page.getByRole('region', { name: 'Preview' }).getByText(hostile).first()).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Preview' }).locator('img, script, a[href^="javascript"]'),
  ).toHaveCount(0);
  expect(violations).toEqual([]);
});

test('[API-30] an import keeps incomplete input', async ({ page }) => {
  await openEditor(page);
  await button(page, 'Add a project').click();
  await page.getByRole('textbox', { name: 'Summary' }).fill('A long story that has no title yet');
  await expect(saveState(page)).toContainText('1 thing is not saved yet');
  await button(page, 'Import a JSON Resume').click();
  const dialog = page.getByRole('dialog');
  const resume = { work: [{ name: 'Meridian', position: 'Analyst', summary: 'Long words. '.repeat(60) }] };
  await dialog.getByLabel('Choose a file').setInputFiles({
    name: 'resume.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(resume)),
  });
  await expect(dialog.getByRole('checkbox', { name: 'Analyst, Meridian' })).toBeChecked();
  await dialog.getByRole('button', { name: /^Show all/ }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Import 1/ }).click();
  await expect(dialog).toBeHidden();
  await expect(part(page, 'Your experience')).toContainText('Analyst');
  await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveValue(
    'A long story that has no title yet',
  );
  await button(page, 'Done').click();

  await test.step('the bar links to it', async () => {
    await saveState(page).getByRole('button', { name: 'Show' }).click();
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Title' }).fill('Named at last');
    await expectSaved(page);
  });
  expect(await savedPortfolio(page)).toMatchObject({
    projects: [{ title: 'Named at last', summary: 'A long story that has no title yet' }],
    experience: [{ title: 'Analyst' }],
  });
});

test('a draft that another release stored does not break the editor', async ({ page }) => {
  await openEditor(page);
  await page.route('**/update/', (route) => route.abort());
  await headline(page).fill('Kept');
  await expect.poll(() => storedDraft(page)).toContain('Kept');
  await page.addInitScript(() => {
    if (sessionStorage.getItem('once')) return;
    sessionStorage.setItem('once', 'done');
    for (const key of Object.keys(localStorage))
      if (key.startsWith('liftoff:portfolio:')) localStorage.setItem(key, '{"at":1,"draft":{"saved":{}}}');
  });
  await page.reload();
  await expectReady(page);
  await page.unroute('**/update/');
  // The test uses another field, because the page may have saved the headline while it closed.
  await page.getByRole('textbox', { name: 'Location' }).fill('Pune');
  await expectSaved(page);
  expect((await savedPortfolio(page)).location).toBe('Pune');
});

test('a device without free storage shows that no draft is stored', async ({ page, context }) => {
  await openEditor(page);
  await page.evaluate(() => {
    let size = 4 * 1024 * 1024;
    for (let place = 0; size > 0; place += 1)
      try {
        localStorage.setItem(`full-${place}`, 'x'.repeat(size));
      } catch {
        size = Math.floor(size / 2);
      }
  });
  await context.setOffline(true);
  await headline(page).fill('Nowhere but here');
  await expect(saveState(page)).toContainText('You are offline. Not saved yet. Keep this page open.');
  expect(await storedDraft(page)).toBe('');
  await context.setOffline(false);
  await expectSaved(page);
});

test('[API-34] an upload finishes while its form is closed', async ({ page }) => {
  await openEditor(page);
  await button(page, 'Add a project').click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Forecast');
  await expectSaved(page);
  const arrival = Promise.withResolvers<void>();
  await page.route('**/api/v1/upload/', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.getByLabel('Choose a picture').setInputFiles({
    name: 'cover.png',
    mimeType: 'image/png',
    buffer: await createPlainPicture(640, 400).png().toBuffer(),
  });
  await expect(page.getByText('Sending cover.png')).toBeVisible();
  await button(page, 'Done').click();
  await expect(saveState(page)).toHaveText('Sending a picture…');
  arrival.resolve();
  await expectSaved(page);
  await expect.poll(async () => (await savedPortfolio(page)).projects[0].cover_image?.source).toMatch(/./);
});

test('[FORM-03] a line that is too long shows an error and is not truncated', async ({ page }) => {
  await openEditor(page);
  await headline(page).fill('x'.repeat(130));
  await expect(page.getByText('10 characters too many')).toBeVisible();
  await expect(headline(page)).toHaveValue('x'.repeat(130));
  const skills = part(page, 'About you').getByRole('textbox', { name: 'Skills' });
  await skills.fill(Array.from({ length: 53 }, (_, index) => `Skill ${index}`).join(','));
  await skills.press('Enter');
  await expect(page.getByText('You can have 50 skills. 3 were left out.')).toBeVisible();
  await expect(skills).toHaveValue('Skill 50, Skill 51, Skill 52');
  await expect(skills).toBeFocused();
});
