import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expectAccessible } from '../support/auth/sign-in.ts';
import { becomeAdmin, becomeStaff } from '../support/hiring/staff-side.ts';
import { expect, test } from '../support/test.ts';

interface Received {
  body: string;
  headers: Record<string, string>;
}

/** Starts the other system, whose answers a test sets. */
async function startReceiver() {
  const received: Received[] = [];
  const state = { status: 200 };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ body, headers: request.headers as Record<string, string> });
    response.writeHead(state.status).end('thank you');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return { url, received, state, close: () => server.close() };
}

test('[C-41] an admin adds a webhook, tests it, reads why an event failed, sends it again and deletes it', async ({
  verified,
  page,
}) => {
  const receiver = await startReceiver();
  await becomeAdmin(verified);
  const name = `CRM ${Date.now()}`;
  await page.goto('/staff/settings/');
  await page.getByLabel('Name of the system').fill(name);
  await page.getByLabel('Address').fill('crm.example');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  // The browser itself asks for a whole address.
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose at least one event');
  await page.getByRole('checkbox', { name: 'An offer is made' }).check();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
  await expectAccessible(page);

  await page.getByRole('link', { name }).click();
  await expect(page.getByText('No events yet.', { exact: false })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(secret);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('Sent, and the other system has accepted it.')).toBeVisible();
  const [sent] = receiver.received;
  expect(new Webhook(secret).verify(sent?.body ?? '', sent?.headers ?? {})).toMatchObject({
    type: 'webhook.test',
  });

  receiver.state.status = 500;
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The other system has not accepted it yet.', { exact: false })).toBeVisible();
  await expect(page.getByText('the webhook answered 500. Next attempt', { exact: false })).toBeVisible();
  await page.getByText('2 attempts, and what was sent').click();
  await expect(page.getByText('answered 500 after')).toBeVisible();
  await expect(page.getByText('thank you')).toHaveCount(2);
  await expectAccessible(page);
  receiver.state.status = 200;
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByText('Sent, and the other system has accepted it.')).toBeVisible();

  await page.getByText('Delete the webhook …').click();
  await page.getByRole('button', { name: 'Delete now' }).click();
  await expect(page.getByText('Webhook deleted.')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(name);
  receiver.close();
});

test('[C-39] staff who are no admins read who may open the settings', async ({ verified, page }) => {
  await becomeStaff(verified);
  const response = await page.goto('/staff/settings/');
  expect(response?.status()).toBe(403);
  await expect(page.getByText('Only admins can see and change the settings.')).toBeVisible();
});
