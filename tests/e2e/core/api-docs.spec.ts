import { expect, test } from '../support/test.ts';

test('the API page shows every endpoint, breaks no policy and sends no request to another host', async ({
  page,
  baseURL,
}) => {
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));

  await page.goto('/api/docs/');
  await expect(page).toHaveTitle('API documentation · Liftoff');
  const viewer = page.locator('openapi-explorer');
  await expect(viewer.getByText('/api/v1/auth/login/verify-otp').first()).toBeAttached();
  await page.waitForLoadState('networkidle');
  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([baseURL]);

  await page.getByRole('banner').getByRole('link', { name: 'Liftoff' }).click();
  await expect(page).toHaveURL('/');
});
