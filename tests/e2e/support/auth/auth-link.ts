import type { Page } from 'playwright/test';
import type { AuthIntent } from '#lib/domain/auth/auth-flow.ts';
import { expectStep } from './sign-in.ts';

interface AuthLink {
  intent: AuthIntent;
  product?: 'moonshot' | 'cap';
  phone?: string;
  country?: string;
  /** The address that follows a success (the success callback of a link). */
  next?: string;
}

const words: Record<AuthIntent, string> = {
  LOGIN: 'login',
  SIGN_UP: 'signup',
  DIRECT_SIGN_UP: 'details',
  VERIFY_PHONE: 'verify',
  CHANGE_PHONE: 'change',
  REQUEST_LOGIN_OTP: 'otp',
};

/**
 * Inserts a link before the page's content, as any page may have it, presses it and waits for the step's
 * title.
 */
export async function openByLink(page: Page, link: AuthLink, title: string): Promise<void> {
  await addLink(page, link);
  await page.getByRole('link', { name: 'Open sign-in' }).click();
  await expectStep(page, title);
}

export async function addLink(
  page: Page,
  { intent, product, phone, country, next }: AuthLink,
): Promise<void> {
  const data = {
    authIntent: intent,
    authProduct: product,
    authPhone: phone,
    authCountry: country,
    authNext: next,
  };
  await page.evaluate(
    ({ href, attributes }) => {
      const made = document.querySelector<HTMLAnchorElement>('[data-made]') ?? document.createElement('a');
      Object.assign(made, { href, textContent: 'Open sign-in' });
      for (const name of Object.keys(made.dataset)) delete made.dataset[name];
      Object.assign(made.dataset, { made: '' }, attributes);
      document.querySelector('main')?.prepend(made);
    },
    {
      href: `?auth=${words[intent]}`,
      attributes: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)),
    },
  );
}
