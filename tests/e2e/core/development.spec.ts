import { startDevelopment } from '../support/development-server.ts';
import { expect, test } from '../support/test.ts';

test('the development server serves the API, pictures and pages', async ({ page }) => {
  const dev = await startDevelopment();
  try {
    const call = await page.request.post(`${dev.url}/api/v1/auth/user-exists/`, {
      headers: { origin: dev.url },
      data: { country_iso_code: 'IN', phone: '9876500000' },
    });
    expect([call.status(), await call.json()]).toEqual([200, { user_exists: false }]);
    const picture = await page.request.get(`${dev.url}/images/thumb/96/content/portraits/revathi-nambiar`);
    expect(picture.headers()['content-type']).toMatch(/^image\//);
    const jobs = await page.request.get(`${dev.url}/moonshot/jobs/`);
    expect(await jobs.text()).toContain('Find your next job');
  } finally {
    await dev.stop();
  }
});
