import type { Page } from 'playwright/test';

interface Point {
  x: number;
  y: number;
}

/**
 * Moves one finger from one point to another in the given milliseconds, as a browser gets it from a touch
 * screen. The events carry the time, so a slow pull is as quick to test as a flick.
 */
export async function drawFinger(page: Page, from: Point, to: Point, milliseconds: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  const steps = 8;
  for (let step = 0; step <= steps; step += 1) {
    const share = step / steps;
    const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    await browser.send('Input.dispatchTouchEvent', {
      type: step === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [point],
      timestamp: start + (milliseconds * share) / 1000,
    });
  }
  await browser.send('Input.dispatchTouchEvent', {
    type: 'touchEnd',
    touchPoints: [],
    timestamp: start + milliseconds / 1000,
  });
  await browser.detach();
}
