import type { Page } from 'playwright/test';
import { parseAttribution } from '#lib/domain/core/attribution.ts';
import { expect, test } from '../support/test.ts';

// Without the refusal of the other tests.
test.use({ storageState: { cookies: [], origins: [] } });

const cookiesOf = async (page: Page) => {
  const cookies = await page.context().cookies();
  return new Map(cookies.map((cookie) => [cookie.name, cookie]));
};

const attributionIn = async (page: Page) => {
  const cookies = await cookiesOf(page);
  return parseAttribution((name) => cookies.get(name)?.value ?? null);
};

const hasFirstTouch = (page: Page) => page.waitForFunction(() => document.cookie.includes('utm_first='));

for (const [kind, path] of [
  ['prerendered', '/programs/embark-pro/'],
  ['server-rendered', '/moonshot/jobs/'],
])
  test(`[TRACK-02] [C-25] the first view of a ${kind} page stores where the visitor came from`, async ({
    page,
  }) => {
    await page.goto(
      `${path}?utm_source=news&utm_campaign=autumn%20sale&ref_code=ASHA&og_referer=partner.example`,
    );
    await hasFirstTouch(page);
    const campaign = { utmSource: 'news', utmCampaign: 'autumn sale', landingPath: path };
    expect(await attributionIn(page)).toMatchObject({
      anonymousId: expect.stringMatching(/^\d{8,40}$/),
      firstTouch: campaign,
      sessionTouch: campaign,
      refCode: 'ASHA',
      ogReferer: 'partner.example',
    });
    const cookies = await cookiesOf(page);
    const first = cookies.get('utm_first');
    expect(first).toMatchObject({ path: '/', sameSite: 'Lax' });
    expect((first?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(31_536_000 - 120);
    expect(cookies.get('utm_session')?.expires).toBe(-1);
  });

test('[TRACK-02] a later campaign replaces the session’s campaign, never the first touch', async ({
  page,
}) => {
  await page.goto('/?utm_source=first');
  await hasFirstTouch(page);
  await page.goto('/coaches/?utm_medium=second');
  await page.waitForFunction(() => document.cookie.includes('m=second'));
  expect(await attributionIn(page)).toMatchObject({
    firstTouch: { utmSource: 'first', landingPath: '/' },
    sessionTouch: { utmSource: null, utmMedium: 'second', landingPath: '/coaches/' },
  });
});

test('the inbox shows the HTML part of an email in a sandboxed frame', async ({ page, request }) => {
  const email = `reader-${Date.now()}@example.com`;
  await request.post('/api/v1/programs/embark-pro/send-brochure/', { data: { email } });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`/dev/inbox/?to=${encodeURIComponent(email)}`);
  // The page shows new messages without a reload.
  await expect(page.getByText('liftoff-embark-pro.pdf')).toBeVisible();
  await page.getByText('As HTML').click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'The Embark Pro brochure' })).toBeVisible();
  await expect(frame.getByRole('link', { name: 'Open the brochure (PDF)' })).toHaveAttribute(
    'href',
    /\/programs\/embark-pro\/brochure\.pdf$/,
  );
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
  expect(complaints).toEqual([]);
});
