import { type Browser, expect, type Page } from 'playwright/test';
import { newestCode } from './sign-in.ts';
import { post, type SignedUp } from './signed-in.ts';

/** Signs the same person in on another device. */
export async function signInElsewhere(
  browser: Browser,
  page: Page,
  person: SignedUp,
  origin: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin });
  const number = { country_iso_code: 'IN', phone: person.phone };
  const { otp_id } = await post(context.request, origin, '/api/v1/auth/login/request-otp/', number);
  const otp = await newestCode(page, person.phone);
  await post(context.request, origin, '/api/v1/auth/login/verify-otp/', { otp_id, otp });
  const other = await context.newPage();
  await other.goto('/account/');
  await expect(other.getByRole('heading', { name: 'Your account' })).toBeVisible();
  return other;
}
