import { expect, test } from '../support/test.ts';

// A new visitor, without the refusal of the other tests.
test.use({ storageState: { cookies: [], origins: [] } });

test('[TRACK-02] who refuses keeps no cookie but the choice, and nothing is sent to the collector', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/analytics/')) sent.push(request.url());
  });
  await page.goto('/?utm_source=news');
  await page.waitForLoadState('networkidle');
  await page.mouse.wheel(0, 100);
  const banner = page.getByRole('region', { name: 'Consent' });
  const refuse = banner.getByRole('button', { name: 'Refuse' });
  await expect(refuse).toBeVisible();
  // Measured in one moment.
  const [one, other] = await banner
    .getByRole('button', { name: /^(Refuse|Accept)$/ })
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { width, height, y } = button.getBoundingClientRect();
        return { width, height, y };
      }),
    );
  expect(one).toEqual(other);
  expect(one?.width).toBeGreaterThan(0);
  await refuse.click();
  await expect(banner).toBeHidden();
  await page.goto('/programs/');
  await page.goto('/privacy-policy/?utm_source=again');
  await expect(
    page.getByText(
      /^You refused on \d+ \S+ \d{4}\. We asked: “May we count your visit.*” We do not count your visits\.$/,
    ),
  ).toBeVisible();
  await expect(banner).toBeHidden();
  expect((await page.context().cookies()).map(({ name, value }) => `${name}=${value}`)).toEqual([
    'consent=none',
  ]);
  expect(sent).toEqual([]);

  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(
    page.getByText(/^You accepted on \d+ \S+ \d{4}\. We asked: “May we count your visit/),
  ).toBeVisible();
  await expect.poll(() => sent.length).toBeGreaterThan(0);
});

test('[TRACK-02] the question never comes over a form that is filled in, and the next page asks', async ({
  page,
}) => {
  await page.goto('/callback/');
  await page.waitForLoadState('networkidle');
  await page.getByLabel('First name').fill('Nisha');
  await page.mouse.wheel(0, 100);
  await page.getByRole('heading', { level: 1 }).click();
  await page.mouse.wheel(0, 100);
  await page.waitForLoadState('networkidle');
  const banner = page.getByRole('region', { name: 'Consent' });
  await expect(banner).toHaveCount(0);
  await page.goto('/programs/');
  await page.waitForLoadState('networkidle');
  await page.mouse.wheel(0, 100);
  await expect(banner).toBeVisible();
});
