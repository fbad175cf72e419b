import { expectAccessible } from '../support/auth/sign-in.ts';
import { expect, test } from '../support/test.ts';

test.describe('[API-52] without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the file of a certificate is checked, and a changed one is found out', async ({ page }) => {
    const response = await page.request.get('/certificates/K7TQM4XWHN2C/credential.json');
    const credential = await response.text();
    await page.goto('/certificates/');
    await page.getByRole('link', { name: 'Check the file of a certificate' }).click();
    const check = async (text: string) => {
      const file = { name: 'certificate.json', mimeType: 'application/json', buffer: Buffer.from(text) };
      await page.getByLabel('PDF, PNG picture or JSON file').setInputFiles(file);
      await page.getByRole('button', { name: 'Check file' }).click();
    };
    await check(credential);
    const valid = page.getByRole('region', { name: 'This certificate is valid' });
    await expect(valid.getByText('Asha Verma').first()).toBeVisible();
    await expect(valid.getByRole('link', { name: 'See the certificate’s page' })).toHaveAttribute(
      ...(['href', '/certificates/K7TQM4XWHN2C/'] as const),
    );
    await expectAccessible(page);
    await check(credential.replace('Asha', 'Usha'));
    await expect(page.getByRole('region', { name: 'This file was changed' })).toBeVisible();
    await expectAccessible(page);
    await check('no certificate');
    await expect(page.getByRole('region', { name: 'We cannot read this file' })).toBeVisible();
  });
});
