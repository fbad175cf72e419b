import type { Page } from 'playwright/test';

/** Changes the scheme and lets the colours arrive: half-way through a transition no contrast is right. */
export async function showScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await endMotion(page);
}

/**
 * Takes every transition and animation to its end, those that repeat for ever apart. Nothing is waited for:
 * without a frame to draw, the browser may never say that one has finished. An inherited colour that arrives
 * starts the transitions of the elements inside, hence the loop.
 */
export async function endMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState !== 'finished')
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    for (let still = moving(); still.length > 0; still = moving()) {
      for (const animation of still) animation.finish();
    }
  });
}
