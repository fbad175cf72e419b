import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/auth/sign-in.ts';
import { expect, test } from '../support/test.ts';

const loadCredential = async (page: Page): Promise<string> =>
  (await page.request.get('/certificates/K7TQM4XWHN2C/credential.json')).text();

async function check(page: Page, text: string): Promise<void> {
  const file = { name: 'certificate.json', mimeType: 'application/json', buffer: Buffer.from(text) };
  await page.getByLabel('PDF, PNG picture or JSON file').setInputFiles(file);
  await page.getByRole('button', { name: 'Check file' }).click();
}

test.describe('[API-52] without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the file of a certificate is checked, and a changed one is found out', async ({ page }) => {
    const credential = await loadCredential(page);
    await page.goto('/certificates/');
    await page.getByRole('link', { name: 'Check the file of a certificate' }).click();
    await check(page, credential);
    const valid = page.getByRole('region', { name: 'This certificate is valid' });
    await expect(valid.getByText('Asha Verma').first()).toBeVisible();
    const link = valid.getByRole('link', { name: 'See the certificate’s page' });
    await expect(link).toHaveAttribute('href', '/certificates/K7TQM4XWHN2C/');
    await check(page, credential.replace('Asha', 'Usha'));
    await expect(page.getByRole('region', { name: 'This file was changed' })).toBeVisible();
    await check(page, 'no certificate');
    await expect(page.getByRole('region', { name: 'We cannot read this file' })).toBeVisible();
  });

  test('an id or a link is checked too, and the answer says what it could not know', async ({ page }) => {
    await page.goto('/certificates/verify/');
    const look = async (text: string) => {
      await page.getByLabel('Id or link of the certificate').fill(text);
      await page.getByRole('button', { name: 'Check certificate' }).click();
    };
    await look('k7tq m4xw hn2c');
    const valid = page.getByRole('region', { name: 'This certificate is valid' });
    await expect(valid.getByRole('heading', { name: 'What we do not know' })).toBeVisible();
    await expect(valid.getByText('We have not seen the document')).toBeVisible();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await look('https://evil.example/certificates/G4YPN7BDWS5F/');
    const revoked = page.getByRole('region', { name: 'This certificate is revoked' });
    await expect(revoked.getByText('evil.example, which is not a site of Liftoff')).toBeVisible();
    await look('K7TQM4XWHN2D');
    await expect(page.getByRole('region', { name: 'We have no certificate with this id' })).toBeVisible();
    await look('K7TQ');
    await expect(page.getByLabel('Id or link of the certificate')).toHaveAccessibleDescription(/12 letters/);
  });
});

/** Drags files from the system onto the page, as a person does, and drops them at a place. */
async function dropFiles(page: Page, files: string[], place: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place, data });
  await session.detach();
}

test('[API-52] a file that is dropped anywhere on the page is checked, several or a large one are not sent', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'liftoff-drop-'));
  try {
    const write = (name: string, content: string | Buffer) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const credential = write('credential.json', await loadCredential(page));
    const large = write('large.pdf', Buffer.alloc(6 * 1024 * 1024));
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/verify/')) posts += 1;
    });
    await page.goto('/certificates/verify/');
    const nowhere = { x: 20, y: 120 };
    await dropFiles(page, [credential, large], nowhere);
    await expect(page.getByText('Please drop one file at a time')).toBeVisible();
    await dropFiles(page, [large], nowhere);
    const field = page.getByLabel('PDF, PNG picture or JSON file');
    await expect
      .poll(() => field.evaluate((input: HTMLInputElement) => input.validationMessage))
      .toBe('Please choose a file of at most 5 MB');
    expect(posts).toBe(0);
    await dropFiles(page, [credential], nowhere);
    await expect(page.getByRole('region', { name: 'This certificate is valid' })).toBeVisible();
    await expect(page).toHaveURL(/\/certificates\/verify\/$/);
    expect(posts).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('[API-52] the form and the finding are accessible', async ({ page }) => {
  await page.goto('/certificates/verify/');
  await expectAccessible(page);
  await check(page, await loadCredential(page));
  await expect(page.getByRole('region', { name: 'This certificate is valid' })).toBeVisible();
  await expectAccessible(page);
});
