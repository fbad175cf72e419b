import { expect, type Locator } from 'playwright/test';

/**
 * Presses a tick box as a person does. While an island hydrates, React briefly shows the box unticked before
 * it shows the press, and `check()` reads it only once, so it may fail.
 */
export async function tick(box: Locator): Promise<void> {
  if (!(await box.isChecked())) await box.click();
  await expect(box).toBeChecked();
}
