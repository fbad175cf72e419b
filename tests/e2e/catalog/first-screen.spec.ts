import { expect, test } from '../support/test.ts';

const path = '/programs/career-accelerator-program/';

test('[API-50] the first screen shows fee with tax, instalments, for whom, start, hours and seats', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto(path);
  const card = page.locator('.batch');
  for (const text of [
    /₹84,000 with tax/,
    /6 instalments of ₹14,000/,
    /People with 2 to 8 years/,
    /6 to 8 hours a week/,
    /\d+ of 30 left/,
    /\d+ \w{3} 20\d\d, until/,
  ]) {
    const fact = card.getByText(text);
    await expect(fact).toBeInViewport({ ratio: 1 });
  }
});

test('[API-50] on a phone the price and the action stay in view until the footer', async ({ page }) => {
  await page.goto(path);
  const bar = page.locator('.price-bar');
  const action = bar.getByRole('link');
  await expect(bar).toContainText('₹84,000');
  for (const heading of ['What you get', 'Questions people ask']) {
    await page.getByRole('heading', { name: heading }).scrollIntoViewIfNeeded();
    await expect(action).toBeInViewport({ ratio: 1 });
  }
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Privacy policy' }).scrollIntoViewIfNeeded();
  const [barBox, footerBox] = [await bar.boundingBox(), await footer.boundingBox()];
  expect((barBox?.y ?? 0) + (barBox?.height ?? 0)).toBeLessThanOrEqual((footerBox?.y ?? 0) + 1);
});

test('[API-50] the bar covers no focused element, and leaves a low window alone', async ({ page }) => {
  await page.goto(path);
  const covered = await page.evaluate(() => {
    const bar = document.querySelector('.price-bar')?.getBoundingClientRect();
    return [
      ...document.querySelectorAll<HTMLElement>('main :is(a, summary, input, select, textarea, button)'),
    ]
      .filter((element) => !element.closest('.price-bar, .lead-trap') && element.checkVisibility())
      .filter((element) => {
        element.focus();
        return element.getBoundingClientRect().top > (bar?.top ?? 0);
      })
      .map((element) => element.outerHTML.slice(0, 100));
  });
  expect(covered).toEqual([]);
  await page.setViewportSize({ width: 640, height: 320 });
  await expect(page.locator('.price-bar')).toBeHidden();
  await expect(page.locator('.batch').getByRole('link', { name: /seat|opens/ })).toBeVisible();
});

test('[API-50] a card shows the fee with tax, the start, the hours and the seats', async ({ page }) => {
  await page.goto('/programs/');
  const card = page.getByRole('article').filter({ hasText: 'Embark Pro' });
  for (const text of ['₹48,000 with tax', '8 instalments of ₹6,000', '12 hours a week'])
    await expect(card).toContainText(text);
  await expect(card).toContainText(/\d+ of 48 left/);
  const free = page.getByRole('article').filter({ hasText: 'Voice Support' });
  await expect(free).toContainText(/Free\s*The employer pays/);
});

test('the curriculum says what each week holds, numbered through all parts', async ({ page }) => {
  await page.goto(path);
  const parts = page.getByRole('region', { name: 'What you will learn' }).locator('details');
  await expect(parts).toHaveCount(6);
  const weeks = parts.locator('ol');
  expect(await weeks.evaluateAll((lists) => lists.map((list) => (list as HTMLOListElement).start))).toEqual([
    1, 4, 7, 12, 15, 20,
  ]);
  expect(await weeks.locator('li').count()).toBe(24);
});
