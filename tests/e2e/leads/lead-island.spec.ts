import { randomInt } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expectAccessible, unusedPhone } from '../support/auth/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { tick } from '../support/tick.ts';

const mail = () => `asha-${randomInt(1e9)}@example.com`;
const button = 'Email me the brochure';

/** The island cannot load until this request gets its response. */
async function holdIsland(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/_astro/hydrate.*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** React marks the nodes that it has hydrated. */
const isTaken = (page: Page, form: string) =>
  page
    .locator(`${form} form`)
    .evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react')));

test.describe('[API-51] the brochure form with JavaScript', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/programs/embark-pro/');
  });

  test('keeps values entered before it loaded, and the focus', async ({ page }) => {
    const release = await holdIsland(page);
    const input = page.locator('#brochure').getByLabel('Email');
    await input.pressSequentially('asha@exam');
    release();
    await expect.poll(() => isTaken(page, '#brochure')).toBe(true);
    await expect(input).toHaveValue('asha@exam');
    await expect(input).toBeFocused();
    await page.keyboard.type('ple.com');
    await expect(input).toHaveValue('asha@example.com');
  });

  test('[FORM-02] shows an error without a page load, and clears it', async ({ page }) => {
    const form = page.locator('#brochure');
    const input = form.getByLabel('Email');
    await input.fill('asha@');
    await expect.poll(() => isTaken(page, '#brochure')).toBe(true);
    await form.getByRole('button', { name: button }).click();
    await expect(input).toHaveAccessibleDescription('Please enter a valid email address');
    await expect(input).toBeFocused();
    await expect(page).toHaveURL('/programs/embark-pro/');
    await expectAccessible(page);
    await input.fill('asha@e');
    await expect(form.getByText('Please enter a valid email address')).toHaveCount(0);
  });

  test('shows that it is sending, then the receipt, with one request', async ({ page }) => {
    const form = page.locator('#brochure');
    const address = mail();
    await form.getByLabel('Email').fill(address);
    await expect.poll(() => isTaken(page, '#brochure')).toBe(true);
    const bodies: Record<string, unknown>[] = [];
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/send-brochure/', async (route) => {
      bodies.push(route.request().postDataJSON());
      await held;
      await route.fulfill({ json: { id: '1', status: 'QUEUED', is_existing: false } });
    });
    await form.getByRole('button', { name: button }).click();
    await expect(form.getByRole('button', { name: button })).toBeDisabled();
    release();
    await expect(form.getByRole('heading', { name: 'We are sending the brochure' })).toBeFocused();
    await expect(form).toContainText(address);
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toMatchObject({ email: address, website: '' });
    expect(bodies[0]?.elapsed_ms).toBeGreaterThanOrEqual(1500);
    await expectAccessible(page);
  });

  test('waits until 1.5 seconds have passed, so that a fast person does not look like a bot', async ({
    page,
  }) => {
    await page.goto('/programs/embark-pro/brochure/');
    await page.getByLabel('Email').fill(mail());
    await expect.poll(() => isTaken(page, '.lead-form')).toBe(true);
    // The page stays one that has just begun, however long the press takes.
    await page.evaluate(() => {
      performance.now = () => 0;
      performance.getEntriesByType = () => [];
    });
    const pressed = Date.now();
    const [sent] = await Promise.all([
      page.waitForRequest('**/send-brochure/'),
      page.getByRole('button', { name: button }).click(),
    ]);
    expect(Date.now() - pressed).toBeGreaterThan(1200);
    expect(sent.postDataJSON().elapsed_ms).toBe(1500);
  });

  test('shows an error while offline and keeps the entered values', async ({ page, context }) => {
    const form = page.locator('#brochure');
    await form.getByLabel('Email').fill('asha@example.com');
    await expect.poll(() => isTaken(page, '#brochure')).toBe(true);
    await context.setOffline(true);
    await form.getByRole('button', { name: button }).click();
    await expect(form.getByRole('alert')).toContainText('You are offline');
    await expect(form.getByLabel('Email')).toHaveValue('asha@example.com');
    await expect(form.getByRole('button', { name: button })).toBeEnabled();
  });

  test('[FORM-13] shows the server’s message at the field', async ({ page }) => {
    const form = page.locator('#brochure');
    await form.getByLabel('Email').fill('asha@example.com');
    await expect.poll(() => isTaken(page, '#brochure')).toBe(true);
    const text = 'This address does not take mail';
    await page.route('**/send-brochure/', (route) =>
      route.fulfill({
        status: 400,
        json: { error_code: 'VALIDATION_FAILED', error: text, field_errors: { email: text } },
      }),
    );
    await form.getByRole('button', { name: button }).click();
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription(text);
  });
});

test.describe('[API-53] the callback form with JavaScript', () => {
  test('loads when the form is in view after the visitor has interacted', async ({ page }) => {
    await page.goto('/programs/embark-pro/');
    expect(await isTaken(page, '#callback')).toBe(false);
    await page.mouse.move(5, 5);
    await page.mouse.wheel(0, 200);
    await page.locator('#callback form').scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 50);
    await expect.poll(() => isTaken(page, '#callback')).toBe(true);
  });

  test('[FORM-03] [FORM-05] shows every error at once; a pasted number chooses its country', async ({
    page,
  }) => {
    await page.goto('/callback/');
    const form = page.locator('.lead-form');
    await page.getByLabel('Country').selectOption('GB');
    await page.getByLabel('First name').focus();
    await expect.poll(() => isTaken(page, '.lead-form')).toBe(true);
    await expect(page.getByLabel('Country')).toHaveValue('GB');
    await page.getByLabel('Time', { exact: true }).selectOption('EVENING');
    await form.getByRole('button', { name: 'Ask for a call' }).click();
    for (const [label, text] of [
      ['First name', 'Please enter your first name'],
      ['Mobile number', 'This field is required'],
      ['Day', 'Please choose a day'],
      ['Yes, call me', 'Please agree to be called'],
    ] as const)
      await expect(page.getByLabel(label)).toHaveAccessibleDescription(text);
    await expect(page.getByLabel('First name')).toBeFocused();
    await page.getByLabel('Mobile number').fill('+91 98765 43210');
    await expect(page.getByLabel('Country')).toHaveValue('IN');
    await expect(page.getByLabel('Mobile number')).toHaveValue('9876543210');
  });

  test('keeps the consent box cleared if it was cleared before the form loaded', async ({ page }) => {
    const release = await holdIsland(page);
    await page.goto('/callback/');
    const consent = page.getByLabel('Yes, call me');
    await page.getByLabel('First name').fill('Asha');
    await page.getByLabel('Mobile number').fill('12345');
    await tick(consent);
    await page.getByRole('button', { name: 'Ask for a call' }).click();
    await expect(page.getByLabel('Mobile number')).toHaveAccessibleDescription(
      'Please enter a valid phone number',
    );
    await expect(consent).toBeChecked();
    await consent.uncheck();
    release();
    await expect.poll(() => isTaken(page, '.lead-form')).toBe(true);
    await expect(consent).not.toBeChecked();
    await page.getByLabel('Mobile number').fill(unusedPhone());
    await page.getByRole('button', { name: 'Ask for a call' }).click();
    await expect(consent).toHaveAccessibleDescription('Please agree to be called');
  });

  test('shows the reference from the server', async ({ page }) => {
    await page.goto('/programs/embark-pro/');
    const form = page.locator('#callback');
    await form.getByLabel('First name').fill('Asha');
    await form.getByLabel('Mobile number').fill(unusedPhone());
    await tick(form.getByLabel('Yes, call me'));
    await expect.poll(() => isTaken(page, '#callback')).toBe(true);
    await form.getByRole('button', { name: 'Ask for a call' }).click();
    await expect(form.getByRole('heading', { level: 3, name: 'We will call you' })).toBeFocused();
    await expect(form).toContainText(/CB-\w{4}-\w{4}/);
    await expect(page).toHaveURL('/programs/embark-pro/');
    await expectAccessible(page);
  });

  test('on a page of its own the receipt’s heading comes right after the page’s heading', async ({
    page,
  }) => {
    await page.goto('/callback/');
    await page.getByLabel('First name').fill('Asha');
    await page.getByLabel('Mobile number').fill(unusedPhone());
    await tick(page.getByLabel('Yes, call me'));
    await expect.poll(() => isTaken(page, '.lead-form')).toBe(true);
    await page.getByRole('button', { name: 'Ask for a call' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'We will call you' })).toBeFocused();
    await expectAccessible(page);
  });
});
