import type { Locator, Page } from 'playwright/test';
import { findViolations } from '../axe.ts';
import { showScheme } from '../colour-scheme.ts';
import { expect } from '../test.ts';

export { unusedBritishPhone, unusedPhone } from './phones.ts';

export interface Received {
  medium: 'SMS' | 'VOICE_CALL';
  text: string;
  /** Null where the message is no OTP. */
  code: string | null;
}

/**
 * Lists the messages in the development inbox for an Indian number, newest first. `to` names any other
 * recipient.
 */
export async function received(page: Page, phone: string, to = `+91${phone}`): Promise<Received[]> {
  const inbox = await page.request.get(`/dev/inbox.json?${new URLSearchParams({ to })}`);
  return (await inbox.json()).messages;
}

/** Returns the texts of all messages, because a later one may arrive in between. */
export async function receivedTexts(page: Page, phone: string, to?: string): Promise<string> {
  return (await received(page, phone, to)).map(({ text }) => text).join('\n\n');
}

/** Waits for a code, because a step may be open before its code was sent, and returns the newest. */
export async function newestCode(page: Page, phone: string, to?: string): Promise<string> {
  const find = async () => (await received(page, phone, to)).find(({ code }) => code)?.code ?? '';
  await expect.poll(find).toMatch(/^\d{6}$/);
  return find();
}

/** Enters the newest code. The sixth digit submits it. */
export async function enterNewestCode(page: Page, phone: string): Promise<void> {
  await otpInput(page).fill(await newestCode(page, phone));
}

/** Finds a button of the modal by its full name. */
export const press = (page: Page, name: string): Promise<void> =>
  modal(page).getByRole('button', { name, exact: true }).click();

/** Returns a code that differs from this one. */
export const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');

export const modal = (page: Page): Locator => page.getByRole('dialog');
export const phoneInput = (page: Page): Locator => page.getByLabel('Enter your mobile number');
export const otpInput = (page: Page): Locator => page.getByLabel('Enter OTP to continue');

export async function openModal(page: Page, link: 'Log in' | 'Sign up', title: string): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: link }).click();
  await expectStep(page, title);
}

export async function expectStep(page: Page, title: string): Promise<void> {
  await expect(modal(page).getByRole('heading', { name: title, exact: true })).toBeVisible();
}

/** Enters a number and the details of a new person, up to the OTP step. */
export async function signUpAs(page: Page, phone: string): Promise<void> {
  await phoneInput(page).fill(phone);
  await modal(page).getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('First Name').fill('Asha');
  await page.getByLabel('Email').fill(`asha-${phone}@example.com`);
  await page.getByRole('button', { name: 'Register Now' }).click();
  await expectStep(page, 'Enter OTP to Sign up');
}

/**
 * Checks that axe finds nothing in both schemes and that nothing is wider than the screen, after animations
 * have ended.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await showScheme(page, colorScheme);
    expect(await findViolations(page, [], colorScheme === 'dark')).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}
