import { signInElsewhere } from '../support/auth/sign-in-elsewhere.ts';
import { expect, test } from '../support/test.ts';

test('[C-20] a press on “Log out everywhere else” before its script is there is not lost', async ({
  page,
  browser,
  verified,
  baseURL,
}) => {
  await signInElsewhere(browser, page, verified, baseURL ?? '');
  const script = Promise.withResolvers<void>();
  await page.route('**/_astro/Sessions.*.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto('/account/');
  const button = page.getByRole('button', { name: 'Log out everywhere else' });
  await button.tap();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  script.resolve();
  await expect(page.getByRole('group', { name: 'Log out of 1 other device?' })).toBeFocused();
});
