import type { Locator, Page } from 'playwright/test';
import { expectAccessible, unusedPhone } from '../support/auth/sign-in.ts';
import { SwitchableSite } from '../support/switchable-site.ts';
import { test as base, expect } from '../support/test.ts';
import { tick } from '../support/tick.ts';

const test = base.extend<{ site: SwitchableSite }>({
  serviceWorkers: 'allow',
  site: async ({ baseURL }, use) => {
    const site = await new SwitchableSite(baseURL ?? '').start();
    await use(site);
    site.stop();
  },
});

/** Waits until the page has a worker that answers its requests and has stored the page. */
async function openWithWorker(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** The addresses of everything that the browser keeps. */
const listKept = (page: Page) =>
  page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/** React marks the nodes that it has hydrated. */
const isHydrated = (part: Locator) =>
  part.locator('form').evaluate((form) => Object.keys(form).some((key) => key.startsWith('__react')));

/** Everything that the browser keeps, as text. */
const readKept = (page: Page) =>
  page.evaluate(async () => {
    const answers = (await caches.keys()).map(async (name) => {
      const cache = await caches.open(name);
      const found = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
      return Promise.all(found.map((one) => one?.text()));
    });
    return (await Promise.all(answers)).flat().join('\n');
  });

const listCaches = (page: Page) => page.evaluate(() => caches.keys());

test('[APP-01] a visited page can be read offline, and another one shows the shell with what can be read', async ({
  page,
  site,
}) => {
  await openWithWorker(page, `${site.url}/terms/`);
  await page.goto(`${site.url}/programs/embark-pro/?utm_source=test`);
  await expect.poll(() => listKept(page)).toContain('/programs/embark-pro/');
  site.isCut = true;

  await page.goto(`${site.url}/programs/embark-pro/`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Embark Pro');
  await expect(page.getByText(/^You are offline\. This page was saved on /)).toBeVisible();
  await expectAccessible(page);

  const response = await page.goto(`${site.url}/moonshot/jobs/?city=Pune`);
  expect(response?.status()).toBe(503);
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline.' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Embark Pro/ }).click();
  await expect(page).toHaveURL(`${site.url}/programs/embark-pro/`);

  await page.goto(`${site.url}/moonshot/jobs/?city=Pune`);
  site.isCut = false;
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You are offline.');
});

test('[APP-01] a new version takes over in two open tabs, keeps what was typed, and leaves no old shell', async ({
  page,
  context,
  site,
}) => {
  const other = await context.newPage();
  await openWithWorker(page, `${site.url}/programs/embark-pro/`);
  await openWithWorker(other, `${site.url}/terms/`);
  const email = page.locator('#brochure').getByLabel('Email');
  await email.fill('asha@example.com');
  const before = await listCaches(page);
  for (const tab of [page, other])
    await tab.evaluate(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => {
        document.documentElement.dataset.worker = 'new';
      });
    });

  site.workerSuffix = '\n// Another build.';
  await other.reload();
  await other.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.locator('html')).toHaveAttribute('data-worker', 'new');
  await expect(email).toHaveValue('asha@example.com');
  await expect.poll(() => listCaches(page)).toEqual(before);
  const waiting = await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting);
  expect(waiting).toBeNull();
  site.isCut = true;
  await other.goto(`${site.url}/refund-policy/`);
  await expect(other.getByRole('heading', { level: 1, name: 'You are offline.' })).toBeVisible();
});

/** Pages that the server renders: lists, a job, an event, a portfolio, a coach. */
async function listRenderedPages(page: Page, site: SwitchableSite): Promise<string[]> {
  const first = async (list: string, path: RegExp) => {
    const html = await (await page.request.get(site.url + list)).text();
    return path.exec(html)?.[0] ?? `no link on ${list}`;
  };
  return [
    '/moonshot/jobs/',
    // By its name, because the first job of the list may be another test's, which is closed meanwhile.
    '/moonshot/jobs/accounts-payable-associate-cl13/',
    '/events/',
    await first('/events/', /\/events\/[a-z\d-]+\//),
    '/portfolios/asha-verma/',
    '/coaches/',
    await first('/coaches/', /\/coaches\/[a-z\d-]+\//),
    '/programs/',
  ];
}

test('[APP-01] a visitor can read lists, a job, an event, a portfolio and a coach offline', async ({
  page,
  site,
}) => {
  await openWithWorker(page, `${site.url}/terms/`);
  const paths = await listRenderedPages(page, site);
  const titles: string[] = [];
  for (const path of paths) {
    await page.goto(site.url + path);
    titles.push(await page.title());
    await expect.poll(() => listKept(page)).toContain(path);
  }
  site.isCut = true;
  for (const [at, path] of paths.entries()) {
    expect((await page.goto(site.url + path))?.status()).toBe(200);
    await expect(page).toHaveTitle(titles[at] ?? '');
    await expect(page.getByText(/^You are offline\. This page was saved on /)).toBeVisible();
  }
});

test('[APP-01] what a signed-in person reads is kept as everybody sees it', async ({
  page,
  verified,
  site,
}) => {
  await openWithWorker(page, `${site.url}/terms/`);
  const paths = await listRenderedPages(page, site);
  for (const path of paths) {
    await page.goto(site.url + path);
    await expect(page.locator('html')).toHaveClass(/signed-in/);
    await expect.poll(() => listKept(page)).toContain(path);
  }
  const texts = await readKept(page);
  // Neither the number and the email nor a page with the menu of somebody who is signed in.
  expect(texts).not.toMatch(new RegExp(`${verified.phone}|<html[^>]*signed-in`));
  site.isCut = true;
  await page.goto(site.url + (paths[1] ?? ''));
  await expect(page.getByText(/^You are offline\. This page was saved on /)).toBeVisible();
});

test('[APP-01] nothing of a signed-in person is kept, and logging out deletes the visited pages', async ({
  page,
  verified,
  site,
}) => {
  await openWithWorker(page, `${site.url}/terms/`);
  for (const path of ['/account/', '/account/privacy/', '/moonshot/applications/']) {
    await page.goto(site.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto(`${site.url}/refund-policy/`);
  await expect.poll(() => listKept(page)).toContain('/refund-policy/');
  const kept = await listKept(page);
  expect(kept.filter((path) => /^\/(account|api|staff|moonshot|media)/.test(path))).toEqual([]);
  const texts = await readKept(page);
  expect(texts).not.toContain(verified.phone);

  await page.evaluate(() =>
    fetch('/api/v1/auth/logout/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    }),
  );
  await expect.poll(() => listKept(page)).not.toContain('/refund-policy/');
  expect(await listKept(page)).toContain('/_app');
});

test('[APP-01] with service workers off, the browser removes the worker and all that it kept', async ({
  page,
  site,
}) => {
  await openWithWorker(page, `${site.url}/terms/`);
  await expect.poll(() => listKept(page)).toContain('/terms/');
  site.isWorkerOff = true;
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect.poll(() => listCaches(page)).toEqual([]);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
});

test('[APP-01] [API-53] a request that is sent offline is kept over a reload and sent once when the person is back', async ({
  page,
  context,
  site,
}) => {
  await openWithWorker(page, `${site.url}/programs/embark-pro/`);
  await page.reload();
  const form = page.locator('#callback');
  const phone = unusedPhone();
  await form.getByLabel('First name').fill('Asha');
  await form.getByLabel('Mobile number').fill(phone);
  await tick(form.getByLabel('Yes, call me'));
  await expect.poll(() => isHydrated(form)).toBe(true);
  site.isCut = true;
  await context.setOffline(true);
  await form.getByRole('button', { name: 'Ask for a call' }).click();
  await expect(form.getByRole('alert')).toContainText(
    'You are offline. We keep your answers and send them when you are back.',
  );
  await expectAccessible(page);

  await page.reload();
  await form.scrollIntoViewIfNeeded();
  await page.mouse.move(5, 5);
  await page.mouse.wheel(0, 20);
  await expect(form.getByRole('alert')).toContainText('You are offline.');
  await expect(form.getByLabel('Mobile number')).toHaveValue(phone);

  site.isCut = false;
  await context.setOffline(false);
  await expect(form.getByRole('heading', { name: 'We will call you' })).toBeVisible();
  const sent = site.requests.filter((line) => line === 'POST /api/v1/cap/request-sales-callback/');
  expect(sent).toHaveLength(1);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(phone);
});
