import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '#lib/client/api-error.ts';
import type { Receipt } from '#lib/domain/leads/lead-receipt.ts';
import { createForm } from '#lib/stores/core/form.ts';
import { createLeadForm } from '#lib/stores/leads/lead-form.ts';

const receipt: Receipt = { title: 'Thank you', text: 'We call you.' };
let stored: Map<string, string>;
let browser: EventTarget;
let network: { onLine: boolean };

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  browser = new EventTarget();
  network = { onLine: true };
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens the form as a page load does. */
function open() {
  const call = vi.fn<() => Promise<Receipt>>(async () => {
    if (!network.onLine) throw new NetworkError('offline');
    return receipt;
  });
  const form = createForm(
    { firstName: '' },
    { firstName: { check: (name) => (name ? null : 'Please enter your first name') } },
  );
  const lead = createLeadForm({ name: 'callback:', form, initial: {}, call, fieldOf: () => 'firstName' });
  return { lead, form, call, close: lead.connect() };
}

async function goOnline() {
  network.onLine = true;
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
}

async function sendOffline() {
  const page = open();
  network.onLine = false;
  page.form.change('firstName', 'Asha');
  await page.lead.send('', 2000);
  return page;
}

describe('[APP-01] a lead form that is sent offline', () => {
  test('waits, is sent once when the person is back, and leaves nothing behind', async () => {
    const { lead, call } = await sendOffline();
    expect(lead.$isWaiting.get()).toBe(true);
    expect([...stored.values()].join()).toContain('Asha');
    await goOnline();
    await goOnline();
    expect(call).toHaveBeenCalledTimes(2);
    expect(lead.$receipt.get()).toEqual(receipt);
    expect(lead.$isWaiting.get()).toBe(false);
    expect(stored.size).toBe(0);
  });

  test('is restored by a reload and sent with what was changed since', async () => {
    (await sendOffline()).close();
    const { lead, form, call } = open();
    expect(form.$values.get()).toEqual({ firstName: 'Asha' });
    expect(lead.$isWaiting.get()).toBe(true);
    form.change('firstName', 'Asha Rao');
    expect([...stored.values()].join()).toContain('Asha Rao');
    expect(call).not.toHaveBeenCalled();
    await goOnline();
    expect(call).toHaveBeenCalledTimes(1);
    expect(lead.$receipt.get()).toEqual(receipt);
  });

  test('tries again while the browser is online and the server is away', async () => {
    const { lead, call } = await sendOffline();
    call.mockRejectedValueOnce(new NetworkError('unreachable'));
    await goOnline();
    expect(lead.$isWaiting.get()).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(call).toHaveBeenCalledTimes(3);
    expect(lead.$receipt.get()).toEqual(receipt);
  });

  test('waits no longer when the server rejects it or it has become incomplete', async () => {
    const { lead, call, form } = await sendOffline();
    call.mockRejectedValueOnce(new ApiError(400, { fieldErrors: { firstName: 'Too long' } }));
    await goOnline();
    expect(lead.$isWaiting.get()).toBe(false);
    expect(form.$errors.get()).toEqual({ firstName: 'Too long' });
    expect(stored.size).toBe(0);
    network.onLine = false;
    form.change('firstName', 'A');
    await lead.send('', 2000);
    form.change('firstName', '');
    await goOnline();
    expect(call).toHaveBeenCalledTimes(3);
    expect(lead.$isWaiting.get()).toBe(false);
  });

  test('is shown but not sent by itself after a day', async () => {
    (await sendOffline()).close();
    await vi.advanceTimersByTimeAsync(86_400_000);
    network.onLine = true;
    const { lead, form, call } = open();
    await vi.advanceTimersByTimeAsync(0);
    expect(form.$values.get()).toEqual({ firstName: 'Asha' });
    expect(lead.$isWaiting.get()).toBe(false);
    expect(call).not.toHaveBeenCalled();
  });
});

test('[APP-01] a form that the server did not answer is kept for a reload, and not sent by itself', async () => {
  const { lead, form, call, close } = open();
  call.mockRejectedValueOnce(new NetworkError('unreachable'));
  form.change('firstName', 'Asha');
  await lead.send('', 2000);
  expect(form.$formError.get()).toContain('We could not reach the server.');
  close();
  const again = open();
  await goOnline();
  expect(again.form.$values.get()).toEqual({ firstName: 'Asha' });
  expect(again.call).not.toHaveBeenCalled();
});
