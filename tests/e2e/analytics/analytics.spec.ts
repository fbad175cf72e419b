import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { weighPage } from '../../support/source/page-weight.ts';
import { expect, test } from '../support/test.ts';

interface CollectedEvent {
  name: string;
  number: number;
  path: string;
}

/**
 * Serves the site at another port, with a collector of its own that records the events: the tools of the test browser do not report
 * the beacons of a page that is left.
 */
async function startRecorder(origin: string) {
  const visits = new Map<string, CollectedEvent[]>();
  const server = createServer(async (request, response) => {
    if (request.method === 'POST' && request.url === '/api/v1/analytics/events/') {
      const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
      visits.set(body.visit_id, [...(visits.get(body.visit_id) ?? []), ...body.events]);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"is_sampled":true}');
      return;
    }
    const page = await fetch(`${origin}${request.url}`);
    const type = page.headers.get('content-type') ?? '';
    response.writeHead(page.status, { 'content-type': type }).end(Buffer.from(await page.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    visits,
    /** The names of all events with their pages, by their number within the visit. */
    listEvents: () =>
      [...visits.values()]
        .flat()
        .toSorted((one, other) => one.number - other.number)
        .map(({ name, path }) => `${name} ${path}`),
    close: () => server.close(),
  };
}

test('[TRACK-03] without consent nothing of analytics is loaded or sent', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/programs/', { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 2000);
  await page.goto('/about/', { waitUntil: 'networkidle' });
  expect(requests).toContain('/about/');
  expect(requests.filter((path) => /analytics|web-vitals/.test(path))).toEqual([]);
  expect(await page.evaluate(() => Object.keys({ ...sessionStorage, ...localStorage }))).toEqual([]);
});

test('[TRACK-04] [AUTH-22] with consent the events of three pages are one visit, also those of a page that is left', async ({
  page,
  context,
  baseURL,
}) => {
  const recorder = await startRecorder(baseURL ?? '');
  try {
    await context.addCookies([{ name: 'consent', value: 'analytics', url: recorder.url }]);
    for (const path of ['/programs/', '/about/']) {
      await page.goto(`${recorder.url}${path}`);
      await expect.poll(recorder.listEvents).toContain(`page_viewed ${path}`);
    }
    await page.getByRole('link', { name: 'Log in' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goto(`${recorder.url}/contact/`);
    await expect.poll(recorder.listEvents).toContain('page_viewed /contact/');
    const expected = ['viewed_auth_modal /about/', 'closed_auth_modal /about/', 'web_vital_measured /about/'];
    await expect.poll(recorder.listEvents).toEqual(expect.arrayContaining(expected));
    expect(recorder.visits.size).toBe(1);
    // Events of two requests may arrive in any order, so a gap may close yet.
    const numbers = () => [...recorder.visits.values()].flat().map(({ number }) => number);
    const listGaps = () =>
      numbers()
        .toSorted((one, other) => one - other)
        .filter((number, index) => number !== index + 1);
    await expect.poll(listGaps).toEqual([]);
    const cookies = (await context.cookies()).map(({ name }) => name);
    expect(cookies.toSorted()).toEqual(['consent', 'utm_first']);
  } finally {
    recorder.close();
  }
});

test('[TRACK-03] with consent a public page loads at most 3 KB more of script before an interaction', async ({
  browser,
  baseURL,
}) => {
  const weigh = async (consent: string) => {
    // A context of its own has an empty cache.
    const context = await browser.newContext();
    await context.addCookies([{ name: 'consent', value: consent, url: baseURL ?? '' }]);
    const { bytes } = await weighPage(await context.newPage(), `${baseURL}/programs/`);
    await context.close();
    return bytes;
  };
  const [without, withConsent] = [await weigh('none'), await weigh('analytics')];
  const more = (withConsent.script ?? 0) - (without.script ?? 0);
  expect(more).toBeGreaterThan(0);
  expect(more).toBeLessThanOrEqual(3 * 1024);
  expect(withConsent.document).toBe(without.document);
});

test('[TRACK-03] a build without plugins and without a chat has not a byte of one', () => {
  const folder = 'dist/client/_astro';
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const containing = (pattern: RegExp) =>
    scripts.filter((name) => pattern.test(readFileSync(join(folder, name), 'utf8')));
  expect(containing(/\/api\/v1\/analytics\/events\//)).toHaveLength(1);
  expect(containing(/googletagmanager|dataLayer|posthog|\$identify|intercom\.io|intercomcdn/i)).toEqual([]);
});
