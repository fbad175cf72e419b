import { randomInt } from 'node:crypto';
import { type APIRequestContext, test as base, type Page } from 'playwright/test';
import { type SignedUp, signUpUnverified, signUpVerified } from './auth/signed-in.ts';
import { passServerTime } from './clock.ts';
import { triggerEvent } from './hiring/hiring.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';

export { expect } from 'playwright/test';

interface Fixtures {
  /** Another device, with its own cookies and address. */
  elsewhere: APIRequestContext;
  /** A device on which nobody has logged in. */
  stranger: APIRequestContext;
  /** A person who signed up on another device a minute ago and is a visitor here. */
  known: SignedUp;
  /** A person who is signed in here and verified the number a minute ago. */
  verified: SignedUp;
  /** A person who is signed in here with an unverified number. No code was sent. */
  unverified: SignedUp;
  /** A desktop window of a staff member, beside the window of the test's own person. */
  staff: Page;
  /** A server for this test only. */
  ownServer: OwnServer;
}

/** Each test is a visitor with its own address, from the range for documentation (RFC 3849). */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: playwright reads the names of a fixture's needs from its first parameter
  extraHTTPHeaders: async ({}, use) => {
    await use(newAddress());
  },

  // The visitor has refused analytics, so no banner is asked for. A test about consent clears the cookie.
  storageState: async ({ baseURL }, use) => {
    const cookie = { name: 'consent', value: 'none', path: '/', expires: -1, httpOnly: false, secure: false };
    const domain = new URL(baseURL ?? 'http://localhost').hostname;
    await use({ cookies: [{ ...cookie, domain, sameSite: 'Lax' }], origins: [] });
  },

  elsewhere: async ({ playwright }, use) => {
    const context = await playwright.request.newContext({ extraHTTPHeaders: newAddress() });
    await use(context);
    await context.dispose();
  },

  stranger: async ({ playwright }, use) => {
    const context = await playwright.request.newContext({ extraHTTPHeaders: newAddress() });
    await use(context);
    await context.dispose();
  },

  known: async ({ elsewhere, baseURL }, use) => {
    await use(await aMinuteAgo(signUpVerified(elsewhere, baseURL ?? '')));
  },

  verified: async ({ page, baseURL }, use) => {
    await use(await aMinuteAgo(signUpVerified(page.request, baseURL ?? '')));
  },

  unverified: async ({ page, baseURL }, use) => {
    await use(await signUpUnverified(page.request, baseURL ?? ''));
  },

  staff: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({
      extraHTTPHeaders: newAddress(),
      viewport: { width: 1280, height: 800 },
      isMobile: false,
      hasTouch: false,
      deviceScaleFactor: 1,
    });
    const { phone } = await aMinuteAgo(signUpVerified(context.request, baseURL ?? ''));
    await triggerEvent({ do: 'grant-staff', phone: `+91${phone}` });
    await use(await context.newPage());
    await context.close();
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  ownServer: async ({}, use) => {
    const server = await startOwnServer();
    await use(server);
    await server.remove();
  },
});

function newAddress(): Record<string, string> {
  const group = () => randomInt(0x10000).toString(16);
  return { 'X-Forwarded-For': `2001:db8:${group()}:${group()}::1` };
}

async function aMinuteAgo(signingUp: Promise<SignedUp>): Promise<SignedUp> {
  const person = await signingUp;
  await passServerTime(person.phone, 60);
  return person;
}
