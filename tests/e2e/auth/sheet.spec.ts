import type { Locator, Page } from 'playwright/test';
import { expectStep, modal, openModal, phoneInput } from '../support/auth/sign-in.ts';
import { endMotion } from '../support/colour-scheme.ts';
import { drawFinger } from '../support/finger.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const slow = 900;
const quick = 80;

test.beforeEach(async ({ page }) => {
  await page.goto('/');
});

/** Pulls the middle of a part of the sheet down by this number of pixels. */
async function pull(
  page: Page,
  part: Locator,
  down: number,
  milliseconds: number,
  across = 0,
): Promise<void> {
  const box = await part.boundingBox();
  const from = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  await drawFinger(page, from, { x: from.x + across, y: from.y + down }, milliseconds);
}

/** Returns the distance that the sheet has been pulled from its resting position. */
async function offset(page: Page): Promise<number> {
  await endMotion(page);
  const box = await modal(page).boundingBox();
  return Math.round((page.viewportSize()?.height ?? 0) - (box?.y ?? 0) - (box?.height ?? 0));
}

async function openSheet(page: Page): Promise<void> {
  await openModal(page, 'Log in', 'Welcome back');
  await endMotion(page);
}

test.describe('[APP-07] on a phone a finger drags the sheet', () => {
  test('a long drag or a flick closes the sheet and returns the focus', async ({ page }) => {
    for (const [down, milliseconds] of [
      [180, slow],
      [70, quick],
    ] as const) {
      await openSheet(page);
      await pull(page, page.locator('.modal-grip'), down, milliseconds);
      await expect(modal(page)).toHaveCount(0);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeFocused();
    }
  });

  test('the sheet stays open after a short drag, or one upwards or sideways', async ({ page }) => {
    await openSheet(page);
    const grip = page.locator('.modal-grip');
    for (const [down, across] of [
      [60, 0],
      [-200, 0],
      [40, 150],
    ] as const) {
      await pull(page, grip, down, slow, across);
      expect(await offset(page)).toBe(0);
      await expectStep(page, 'Welcome back');
    }
  });

  test('its heading drags the sheet too; a field and the menu do not', async ({ page }) => {
    await openSheet(page);
    await pull(page, phoneInput(page), 180, slow);
    await expectStep(page, 'Welcome back');
    await page.getByRole('button', { name: /^Country:/ }).click();
    await pull(page, page.getByRole('option').first(), 200, slow);
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await offset(page)).toBe(0);
    await pull(page, modal(page).getByRole('heading'), 180, slow);
    await expect(modal(page)).toHaveCount(0);
  });

  test('scrolled content scrolls back before the sheet moves', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 300 });
    await openSheet(page);
    const scrolled = () => page.locator('.auth-main').evaluate((box) => box.scrollTop);
    await page.locator('.auth-main').evaluate((box) => box.scrollTo(0, box.scrollHeight));
    const before = await scrolled();
    expect(before).toBeGreaterThan(20);
    await pull(page, page.getByText('By continuing'), 120, slow);
    await expect.poll(scrolled).toBeLessThan(before);
    await expectStep(page, 'Welcome back');
    expect(await offset(page)).toBe(0);
  });

  test('with reduced motion the sheet returns at once', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openSheet(page);
    await pull(page, page.locator('.modal-grip'), 60, slow);
    const moving = (dialog: Element) =>
      dialog.getAnimations().filter(({ playState }) => playState === 'running').length;
    expect(await modal(page).evaluate(moving)).toBe(0);
    expect(await offset(page)).toBe(0);
  });
});

test('[APP-07] a mouse does not drag the sheet', { tag: '@desktop' }, async ({ page }) => {
  await openSheet(page);
  const at = await modal(page).getByRole('heading').boundingBox();
  await page.mouse.move((at?.x ?? 0) + 10, (at?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move((at?.x ?? 0) + 10, (at?.y ?? 0) + 200, { steps: 4 });
  expect(await modal(page).evaluate(({ style }: HTMLElement) => style.translate)).toBe('');
  await page.mouse.up();
  await expectStep(page, 'Welcome back');
  await expect(page.locator('.modal-grip')).toHaveAttribute('aria-hidden', 'true');
});
