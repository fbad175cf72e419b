import { expectAccessible } from '../support/auth/sign-in.ts';
import { expect, test } from '../support/test.ts';

test.describe('[API-52] without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an id is checked in any spelling, and every state says what it is', async ({ page }) => {
    const main = page.getByRole('main');
    const field = page.getByLabel('Id or link of the certificate');
    await page.goto('/certificates/');
    await field.fill('K7TQ');
    await page.getByRole('button', { name: 'Check certificate' }).click();
    await expect(field).toHaveAccessibleDescription(/12 letters and digits/);
    await field.fill('k7tq m4xw hn2c');
    await page.getByRole('button', { name: 'Check certificate' }).click();
    await expect(page).toHaveURL(/\/certificates\/K7TQM4XWHN2C\/$/);
    await expect(main.getByRole('heading', { level: 1, name: 'Asha Verma' })).toBeVisible();
    await expect(main.getByText('This certificate is valid')).toBeVisible();
    const data = JSON.parse((await page.locator('[type="application/ld+json"]').textContent()) ?? '');
    expect(data).toMatchObject({ '@type': 'EducationalOccupationalCredential', name: 'Career Accelerator' });
    const href = await main.getByRole('link', { name: 'See the programme' }).getAttribute('href');
    expect(href).toContain('utm_content=K7TQM4XWHN2C');

    for (const [id, status, text] of [
      ['T6XVCJ2RHM9P', 200, 'This certificate has expired'],
      ['G4YPN7BDWS5F', 200, 'It was issued to the wrong person.'],
      ['B8GWZ5NTKQ3D', 200, 'See the newer certificate'],
      ['H9MCR6ZKVT8Q', 200, 'The holder has hidden this certificate'],
      ['K7TQM4XWHN2D', 404, 'We have no certificate with this id'],
    ] as const) {
      const response = await page.goto(`/certificates/${id}/`);
      expect(response?.status()).toBe(status);
      await expect(main.getByText(text)).toBeVisible();
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      await expect(page.locator('[type="application/ld+json"]')).toHaveCount(0);
    }
    await expect(main).not.toContainText('Rohan');
  });
});

test('[API-52] the form and a certificate in each state are accessible', async ({ page }) => {
  const ids = [
    'K7TQM4XWHN2C',
    'T6XVCJ2RHM9P',
    'G4YPN7BDWS5F',
    'B8GWZ5NTKQ3D',
    'H9MCR6ZKVT8Q',
    'K7TQM4XWHN2D',
  ];
  for (const path of ['?id=K7TQ', ...ids.map((id) => `${id}/`)]) {
    await page.goto(`/certificates/${path}`);
    await expectAccessible(page);
  }
});
