import { expectStep, modal, openModal } from '../support/auth/sign-in.ts';
import { endMotion } from '../support/colour-scheme.ts';
import { expect, test } from '../support/test.ts';

/** The one employer that src/content/company/company.yaml names. */
const placed = '1500+ job seekers were placed at Sarvalane Operations';

test(
  '[AUTH-20] [AUTH-25] [APP-07] the modal shows a panel on desktops and is a bottom sheet on phones',
  { tag: '@desktop' },
  async ({ page }, { project }) => {
    await page.goto('/moonshot/jobs/accounts-payable-associate-cl13/');
    await page.getByRole('link', { name: 'Apply now' }).click();
    await expectStep(page, 'Welcome to Moonshot');
    await endMotion(page);
    const box = await modal(page).boundingBox();
    const panel = page.getByRole('complementary', { name: 'About us' });
    if (project.name === 'phone') {
      await expect(panel).toBeHidden();
      expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 360, 800]);
      return;
    }
    expect([box?.width, (box?.height ?? 0) <= 564]).toEqual([808, true]);
    await expect(panel).toContainText('We offer hiring and training solutions for top companies');
    await expect(panel).toContainText(placed);
    await expect(panel).toContainText('reply within 24 hours after a job application');

    await page.goto('/moonshot/?auth=signup');
    await expect(panel).toContainText(placed);

    await page.goto('/coaches/');
    await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).click();
    await expectStep(page, 'Welcome to Liftoff');
    await expect(panel).toContainText('Coaching and training for your next job');
    await expect(panel).not.toContainText('job seekers');
  },
);

test('[AUTH-22] Escape, Close and the backdrop close the modal; the focus returns and the page does not shift', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/');
  const link = page.getByRole('banner').getByRole('link', { name: 'Log in' });
  const closings = [
    () => page.keyboard.press('Escape'),
    () => modal(page).getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(4, 4),
  ];
  for (const close of closings) {
    const before = await link.boundingBox();
    await openModal(page, 'Log in', 'Welcome back');
    expect(await link.boundingBox()).toEqual(before);
    await endMotion(page);
    await close();
    await expect(modal(page)).toHaveCount(0);
    await expect(link).toBeFocused();
  }
});

test('[APP-07] the modal respects reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await openModal(page, 'Log in', 'Welcome back');
  const durations = await modal(page).evaluate((dialog) =>
    dialog.getAnimations().map(({ effect }) => effect?.getTiming().duration),
  );
  expect(durations.filter(Boolean)).toEqual([]);
});

test.describe('the opener', () => {
  test('loads no script of the modal before it is opened', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(scripts.filter((url) => /_astro\/(mount|client|apply)/.test(url))).toEqual([]);
  });

  test('?auth=signup opens the modal and is removed from the address', async ({ page }) => {
    await page.goto('/?utm_source=x&auth=signup&product=cap#top');
    await expectStep(page, 'Welcome to Liftoff');
    await expect(page).toHaveURL(/\/\?utm_source=x#top$/);
  });

  test('shows an error when the modal cannot be loaded, and the link works as a link', async ({ page }) => {
    await page.route('**/_astro/mount*', (route) => route.abort());
    await page.goto('/terms/');
    const link = page.getByRole('banner').getByRole('link', { name: 'Log in' });
    await link.click();
    await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible();
    await expect(link).not.toHaveAttribute('aria-busy', 'true');
    await page.unroute('**/_astro/mount*');
    await link.click();
    await expectStep(page, 'Welcome back');
    await expect(page).toHaveURL(/\/terms\/$/);
  });

  test('a click with a modifier key opens a tab, not the modal', async ({ page, context }) => {
    await page.goto('/');
    const opened = context.waitForEvent('page');
    await page
      .getByRole('banner')
      .getByRole('link', { name: 'Log in' })
      .click({ modifiers: ['ControlOrMeta'] });
    await opened;
    await expect(modal(page)).toHaveCount(0);
  });
});
