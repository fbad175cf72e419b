import { expect, type Page } from 'playwright/test';

/**
 * Lets time pass for the owner of one number, an Indian one unless `e164` names it: on the server for that
 * person only, and in the page, whose clock `page.clock.install()` must have replaced before the page was
 * opened.
 */
export async function passTime(page: Page, phone: string, seconds: number, e164?: string): Promise<void> {
  await passServerTime(phone, seconds, e164);
  await page.clock.fastForward(seconds * 1000);
}

/** Lets time pass only on the server, for a person whose page is not open yet. */
export async function passServerTime(phone: string, seconds: number, e164 = `+91${phone}`): Promise<void> {
  const query = new URLSearchParams({ phone: e164, seconds: String(seconds) });
  const answer = await fetch(`http://127.0.0.1:${process.env.E2E_CLOCK_PORT}/?${query}`, { method: 'POST' });
  expect(answer.status, await answer.text()).toBe(200);
}
