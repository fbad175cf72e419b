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
});

test('[API-52] the form and the finding are accessible', async ({ page }) => {
  await page.goto('/certificates/verify/');
  await expectAccessible(page);
  await check(page, await loadCredential(page));
  await expect(page.getByRole('region', { name: 'This certificate is valid' })).toBeVisible();
  await expectAccessible(page);
});
