import type { Locator, Page } from 'playwright/test';
import { expect } from './test.ts';

/** Presses Tab until the control has the focus. Fails when it never gets it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never reaches ${control}`);
}

/** Tabs to the control and presses a key. */
export async function pressOn(page: Page, control: Locator, key: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Tabs to the control and types into it. In the browser's own list this finds an option. */
export async function typeInto(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}
