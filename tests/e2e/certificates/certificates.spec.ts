import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/auth/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** Checks what other sites show of a link: title, description and a picture that exists. */
async function expectPreview(page: Page, title: string, description: RegExp): Promise<void> {
  await expect(page).toHaveTitle(new RegExp(`^${title}`));
  const contentOf = (name: string) =>
    page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');
  expect(await contentOf('og:title')).toContain(title);
  expect(await contentOf('description')).toMatch(description);
  expect(await contentOf('og:description')).toMatch(description);
  const picture = await page.request.get(new URL((await contentOf('og:image')) ?? '').pathname);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
}

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

    await expectPreview(page, 'Asha Verma: Career Accelerator', /^Valid certificate of completion/);

    for (const [id, status, text, title, description] of [
      ['T6XVCJ2RHM9P', 200, 'This certificate has expired', 'Asha Verma: Spoken English B2', /^Expired/],
      ['G4YPN7BDWS5F', 200, 'It was issued to the wrong person.', 'Mohan Das:', /^Revoked/],
      ['B8GWZ5NTKQ3D', 200, 'See the newer certificate', 'Asha Verma: Finance', /^Replaced/],
      ['H9MCR6ZKVT8Q', 200, 'The holder has hidden this certificate', 'A hidden certificate', /^Hidden/],
      ['K7TQM4XWHN2D', 404, 'We have no certificate with this id', 'Unknown certificate', /^Check the id/],
    ] as const) {
      const response = await page.goto(`/certificates/${id}/`);
      expect(response?.status()).toBe(status);
      await expect(main.getByText(text)).toBeVisible();
      await expectPreview(page, title, description);
      // A picture of the sheet alone does not look valid either.
      const [stamp] = description.source.slice(1).split(' ');
      if (['Expired', 'Revoked', 'Replaced'].includes(stamp ?? ''))
        await expect(main.getByRole('article').getByText(stamp ?? '')).toBeVisible();
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

test('[API-52] a visit is counted once with the host of its link, and not of somebody who asks for privacy', async ({
  page,
}) => {
  const sent: (string | null)[] = [];
  page.on('request', (request) => request.url().endsWith('/visits/') && sent.push(request.postData()));
  await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { value: false }));
  const counted = page.waitForResponse(/\/visits\/$/);
  await page.goto('/certificates/K7TQM4XWHN2C/', { referer: 'https://www.linkedin.com/feed/' });
  expect((await counted).status()).toBe(200);
  await page.reload({ waitUntil: 'networkidle' });
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await page.goto('/certificates/T6XVCJ2RHM9P/', { waitUntil: 'networkidle' });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: false });
    Object.defineProperty(navigator, 'doNotTrack', { value: '1' });
  });
  await page.goto('/certificates/G4YPN7BDWS5F/', { waitUntil: 'networkidle' });
  expect(sent).toEqual(['{"source_host":"www.linkedin.com"}']);
});

test('[API-52] a certificate is printed on one page in light colours, also from a dark screen', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/certificates/K7TQM4XWHN2C/');
  const main = page.getByRole('main');
  const name = main.getByRole('heading', { level: 1 });
  await expect(name).not.toHaveCSS('color', 'rgb(0, 0, 0)');
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(name).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(main.getByText('This certificate is valid')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  for (const title of ['Share this certificate', 'For badge wallets and software'])
    await expect(main.getByRole('heading', { name: title })).toBeHidden();
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
