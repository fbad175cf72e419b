import { expect, type Locator } from 'playwright/test';

/**
 * A person's press on a box. At the very moment when an island takes over, React shows the box as it drew it and then as it
 * was pressed, so that `check()`, which looks once, may look in between.
 */
export async function tick(box: Locator): Promise<void> {
  if (!(await box.isChecked())) await box.click();
  await expect(box).toBeChecked();
}
