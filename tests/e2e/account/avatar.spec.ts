import type { Page } from 'playwright/test';
import { createPhoto } from '../../support/media/pictures.ts';
import { expectAccessible } from '../support/auth/sign-in.ts';
import { endMotion } from '../support/colour-scheme.ts';
import { expect, test } from '../support/test.ts';

const photo = await createPhoto([{ x: 600, y: 250 }]);
const field = (page: Page) => page.getByRole('region', { name: 'Your picture' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your picture' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const square = (page: Page) => page.getByRole('application', { name: 'Position of your picture' });
/** The picture in the header, which everybody sees. */
const worn = (page: Page) => page.getByRole('banner').locator('.avatar img');
const jpeg = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo };

async function open(page: Page): Promise<void> {
  // axe checks the page several times, in two schemes each.
  test.setTimeout(180_000);
  await page.goto('/account/');
  await expect(button(page, 'Add a picture')).toBeEnabled();
}

/** Uses the button and the browser's own dialog, as a person does. */
async function choose(page: Page, file = jpeg, name = 'Add a picture'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, name).click();
  await (await chooser).setFiles(file);
}

/** Returns a sum of the pixels that the crop shows. */
const seen = (page: Page) =>
  square(page).evaluate((canvas) => {
    const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, 640, 640).data;
    return Array.from(pixels ?? []).reduce(
      (sum, value, at) => (sum + value * (at % 8191)) % 1_000_000_007,
      0,
    );
  });

test('[USER-01] a picture is chosen, cropped with the keyboard, shown everywhere, kept after a reload, and removed [USER-02]', async ({
  page,
  verified: _,
}) => {
  const rejected: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) rejected.push(message.text());
  });
  await open(page);
  await expectAccessible(page);
  await choose(page);
  await expect(square(page)).toBeFocused();
  await expectAccessible(page);
  const before = await seen(page);
  await page.keyboard.press('+');
  await expect(page.getByRole('slider', { name: 'Zoom' })).toHaveValue('1.1');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => seen(page)).not.toBe(before);
  await button(page, 'Save picture').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(field(page).getByRole('status')).toHaveText('Saved');
  await expect(button(page, 'Change picture')).toBeFocused();
  await expect(worn(page)).toHaveJSProperty('naturalWidth', 192);

  await page.reload();
  await expect(worn(page)).toHaveJSProperty('naturalWidth', 192);
  await expect(field(page).locator('img')).toHaveJSProperty('naturalWidth', 192);
  await button(page, 'Remove picture').click();
  await expect(field(page).getByRole('status')).toHaveText('Removed');
  await expect(worn(page)).toHaveCount(0);
  await expect(field(page).locator('.avatar')).toHaveText('M');
  await expect(button(page, 'Add a picture')).toBeFocused();
  expect(rejected).toEqual([]);
});

test('a picture can be dropped and dragged, and is shown as it was cropped', async ({
  page,
  verified: _,
}) => {
  await open(page);
  const data = await page.evaluateHandle(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'me.jpg', { type: 'image/jpeg' }));
    return transfer;
  }, photo.toString('base64'));
  await field(page).locator('.avatar-field').dispatchEvent('dragover', { dataTransfer: data });
  await expect(field(page).locator('.avatar-field')).toHaveAttribute('data-over', 'true');
  await field(page).locator('.avatar-field').dispatchEvent('drop', { dataTransfer: data });
  await expect(field(page).locator('.avatar-field')).not.toHaveAttribute('data-over');
  const before = await seen(page);
  // The sheet slides up, so its position can be measured only after the animation.
  await expect(square(page)).toBeFocused();
  await endMotion(page);
  await square(page).hover({ position: { x: 100, y: 100 } });
  const box = await square(page).boundingBox();
  if (!box) throw new Error('there is no square');
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 100, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => seen(page)).not.toBe(before);
  await square(page).dispatchEvent('wheel', { deltaY: -200, bubbles: true, cancelable: true });
  await expect(page.getByRole('slider', { name: 'Zoom' })).not.toHaveValue('1');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(button(page, 'Add a picture')).toBeFocused();
});

test('an invalid file and a failed upload show an error; an upload can be cancelled and retried', async ({
  page,
  context,
  verified: _,
}) => {
  await open(page);
  await choose(page, { name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg/>') });
  await expect(field(page).getByRole('alert')).toContainText('cannot be read');
  await expectAccessible(page);

  await choose(page);
  await context.setOffline(true);
  await button(page, 'Save picture').click();
  await expect(dialog(page).getByRole('alert')).toContainText('You are offline');
  await context.setOffline(false);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/upload/', async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  await button(page, 'Save picture').click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(dialog(page).getByRole('alert')).toBeEmpty();
  await expectAccessible(page);
  await button(page, 'Stop').click();
  await expect(page.getByRole('slider', { name: 'Zoom' })).toBeVisible();
  held.resolve();
  await page.unroute('**/api/v1/upload/');
  await button(page, 'Save picture').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(field(page).getByRole('status')).toHaveText('Saved');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

  test('the whole sheet is within reach, and moving the picture does not drag the sheet down', async ({
    page,
    verified: _,
  }) => {
    await open(page);
    await choose(page);
    const save = button(page, 'Save picture');
    await expect(save).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    const box = await square(page).boundingBox();
    if (!box) throw new Error('there is no square');
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: box.x + 90, y }],
      });
    await touch('touchStart', box.y + 30);
    for (const down of [60, 100, 140, 180]) await touch('touchMove', box.y + down);
    await touch('touchEnd');
    await expect(save).toBeInViewport({ ratio: 1 });
    await save.click();
    await expect(worn(page)).toHaveJSProperty('naturalWidth', 192);
  });
});

test('an unverified person cannot upload', async ({ page, unverified: _ }) => {
  await page.goto('/account/');
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible();
  await expect(field(page)).toHaveCount(0);
});
