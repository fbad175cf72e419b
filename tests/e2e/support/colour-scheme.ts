import type { Page } from 'playwright/test';

/**
 * Changes the scheme and waits until the colours are final, because contrast is wrong during a transition.
 */
export async function showScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await endMotion(page);
}

/**
 * Finishes every transition and animation except endless ones. It does not wait for them, because the browser
 * may never report an end without drawing a frame. A final inherited colour starts the transitions of the
 * elements inside, hence the loop.
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
