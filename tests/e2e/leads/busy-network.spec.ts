import { randomInt } from 'node:crypto';
import { expect, test } from '../support/test.ts';

const brochure = '/api/v1/programs/embark-pro/send-brochure/';
const mail = () => `asha-${randomInt(1e9)}@example.com`;

/** React marks the nodes that it has hydrated. */
const hasReact = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'));

/** Others with the same address use up the half of its limit for which nobody needs a proof of work. */
async function makeBusy(origin = '', address: Record<string, string> = {}) {
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const body = { email: mail(), elapsed_ms: 5000 };
      const headers = { ...address, origin, 'content-type': 'application/json' };
      return (await fetch(`${origin}${brochure}`, { method: 'POST', headers, body: JSON.stringify(body) }))
        .status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
}

test('[C-12] a page solves the challenge of a busy network in a worker, and the form is sent', async ({
  page,
  baseURL,
  extraHTTPHeaders,
}) => {
  await makeBusy(baseURL, extraHTTPHeaders);
  await page.goto('/programs/embark-pro/');
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  const statuses: number[] = [];
  page.on('response', (response) => response.url().endsWith(brochure) && statuses.push(response.status()));
  const form = page.locator('#brochure');
  await form.getByLabel('Email').fill(mail());
  // Before the script is there, the form is posted as plain HTML.
  await expect.poll(() => form.locator('form').evaluate(hasReact)).toBe(true);
  await form.getByRole('button', { name: 'Email me the brochure' }).click();
  await expect(form.getByRole('heading', { name: 'We are sending the brochure' })).toBeVisible();
  expect(statuses).toEqual([428, 200]);
  expect(workers).toEqual([expect.stringContaining('/_astro/proof-worker-')]);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('[C-12] a form from a busy network waits ten seconds, and then a button sends it', async ({
    page,
    baseURL,
    extraHTTPHeaders,
  }) => {
    await makeBusy(baseURL, extraHTTPHeaders);
    const address = mail();
    await page.goto('/programs/embark-pro/brochure/');
    await page.getByLabel('Email').fill(address);
    await page.getByRole('button', { name: 'Email me the brochure' }).click();
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'Almost sent' })).toBeFocused();
    await expect(main).toContainText('Wait 10 seconds.');
    const send = main.getByRole('button', { name: 'Send my request' });
    await expect(send).toBeHidden();
    await expect(main.locator('input[name="email"]')).toHaveValue(address);
    await expect(main.locator('input[name="wait"]')).not.toHaveValue('');
  });
});
