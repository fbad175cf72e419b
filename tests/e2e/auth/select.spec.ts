import type { Page } from 'playwright/test';
import { expectStep, modal, openModal, phoneInput } from '../support/auth/sign-in.ts';
import { endMotion } from '../support/colour-scheme.ts';
import { expect, test } from '../support/test.ts';

const picker = (page: Page) => page.getByRole('button', { name: /^Country:/ });
const search = (page: Page) => page.getByRole('combobox', { name: 'Search for a country' });
const active = (page: Page) => page.locator('.select-option[data-active]');
const menu = (page: Page) => page.locator('.select-menu');

/** Waits until the modal has opened, because positions change while it moves. */
test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await openModal(page, 'Log in', 'Welcome back');
  await endMotion(page);
});

test('[APP-08] the menu is 140 to 300 px high and pages by five', { tag: '@desktop' }, async ({ page }) => {
  await picker(page).click();
  const height = async () => (await menu(page).boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThanOrEqual(300);
  // The search field and five options.
  await expect(page.getByRole('option').nth(4)).toBeInViewport({ ratio: 1 });
  await expect(active(page)).toContainText('India');
  const walk = [
    ['PageDown', 'Germany'],
    ['PageDown', 'Thailand'],
    ['PageUp', 'Germany'],
    ['ArrowDown', 'Malaysia'],
    ['ArrowUp', 'Germany'],
    ['End', 'Nepal'],
    ['ArrowDown', 'India'],
    ['ArrowUp', 'Nepal'],
    ['PageUp', 'Hong Kong'],
    ['Home', 'India'],
    ['PageUp', 'India'],
  ] as const;
  for (const [key, country] of walk) {
    await page.keyboard.press(key);
    await expect(active(page)).toContainText(country);
    await expect(active(page)).toBeInViewport({ ratio: 1 });
  }
  await search(page).fill('zzz');
  await expect(menu(page).getByRole('status')).toHaveText('No country found');
  expect(await height()).toBeGreaterThanOrEqual(140);
});

test('[APP-08] [USER-06] the button exposes its value, and the search field the list it controls', async ({
  page,
}) => {
  await expect(picker(page)).toHaveAccessibleName('Country: India, IN +91');
  await expect(picker(page)).toHaveAttribute('aria-haspopup', 'listbox');
  await expect(picker(page)).toHaveAttribute('aria-expanded', 'false');
  await picker(page).click();
  await expect(picker(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(search(page)).toBeFocused();
  const list = page.getByRole('listbox', { name: 'Country' });
  await expect(search(page)).toHaveAttribute('aria-controls', (await list.getAttribute('id')) ?? '');
  await expect(page.getByRole('option', { selected: true })).toHaveText('India+91');
  await page.keyboard.press('End');
  const nepal = page.getByRole('option', { name: 'Nepal' });
  await expect(search(page)).toHaveAttribute('aria-activedescendant', (await nepal.getAttribute('id')) ?? '');
  await search(page).fill('united');
  await expect(menu(page).getByRole('status')).toHaveText('3 found');
});

test('[APP-08] arrows and letters open the menu, Enter chooses, Escape closes only the menu', async ({
  page,
}) => {
  await picker(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(search(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveCount(0);
  await expect(picker(page)).toBeFocused();
  await expectStep(page, 'Welcome back');

  await page.keyboard.press('s');
  await expect(search(page)).toHaveValue('s');
  await page.keyboard.type('ri');
  await page.keyboard.press('Enter');
  await expect(menu(page)).toHaveCount(0);
  await expect(picker(page)).toHaveText(/LK \+94/);
  await expect(picker(page)).toBeFocused();
  // Enter has chosen an option without submitting the form.
  await expect(modal(page).locator('.field-error')).toHaveCount(0);
});

test('[APP-08] Tab and Shift+Tab leave the menu and close it', async ({ page }) => {
  await picker(page).click();
  await page.keyboard.press('Tab');
  await expect(menu(page)).toHaveCount(0);
  await expect(phoneInput(page)).toBeFocused();
  await picker(page).click();
  await page.keyboard.press('Shift+Tab');
  await expect(menu(page)).toHaveCount(0);
  await expect(picker(page)).toBeFocused();
});

test('[APP-08] a click outside closes only the menu', async ({ page }) => {
  const outside = [
    () => picker(page).click(),
    () => page.locator('.auth-main').click({ position: { x: 6, y: 6 } }),
    () => page.mouse.click(4, 4),
  ];
  for (const press of outside) {
    await picker(page).click();
    await expect(menu(page)).toBeVisible();
    await press();
    await expect(menu(page)).toHaveCount(0);
    await expectStep(page, 'Welcome back');
  }
});

test('[APP-08] each option is 44 px high for touch, and the whole menu is on the screen', async ({
  page,
}) => {
  for (const [width, height] of [
    [360, 800],
    [360, 420],
    [800, 360],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await picker(page).click();
    const box = await menu(page).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect((box?.y ?? 0) + (box?.height ?? 0), `at ${width}×${height}`).toBeLessThanOrEqual(height);
    expect(box?.height).toBeGreaterThanOrEqual(140);
    for (const part of [picker(page), search(page), page.getByRole('option').first()]) {
      expect((await part.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await page.getByRole('option', { name: 'Canada' }).click();
    await expect(picker(page)).toHaveText(/CA \+1/);
    await picker(page).click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
  }
});

test('[APP-08] the menu stays at its control while the modal scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 360 });
  await picker(page).click();
  const apart = async () => {
    const [control, box] = [await page.locator('.field-group').boundingBox(), await menu(page).boundingBox()];
    return Math.round((box?.y ?? 0) - (control?.y ?? 0) - (control?.height ?? 0));
  };
  const before = await apart();
  await modal(page).evaluate((dialog) => dialog.querySelector('.auth-main')?.scrollBy(0, 20));
  await expect.poll(apart).toBeLessThanOrEqual(before + 20);
  await expect(menu(page)).toBeInViewport({ ratio: 1 });
});
