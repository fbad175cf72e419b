import { expect, test } from '../support/test.ts';

test('the phone’s menu closes with Escape, by a tap beside it and when the focus leaves it', async ({
  page,
}) => {
  await page.goto('/terms/', { waitUntil: 'networkidle' });
  const button = page.locator('summary[aria-label="Menu"]');
  const entry = page.locator('.site-menu').getByRole('link', { name: 'Programmes' });
  await button.click();
  await expect(entry).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await expect(entry).toBeVisible();
  await page.mouse.click(10, 750);
  await expect(entry).toBeHidden();
  await button.click();
  await page.locator('footer a').first().focus();
  await expect(entry).toBeHidden();
});
