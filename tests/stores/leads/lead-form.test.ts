import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createBrochureForm } from '#lib/stores/leads/brochure-form.ts';
import { changeCallbackPhone, createCallbackForm } from '#lib/stores/leads/callback-form.ts';
import type { LeadForm } from '#lib/stores/leads/lead-form.ts';
import { errorResponse, json, stubBrowser } from '../../support/fake-api.ts';

const brochureCall = 'POST /api/v1/programs/embark-pro/send-brochure/';
const callbackCall = 'POST /api/v1/cap/request-sales-callback/';
const program = { slug: 'embark-pro', name: 'Embark Pro' } as const;
const shownMs = 2000.4;
const send = (lead: LeadForm) => lead.send('', shownMs);
let browser: ReturnType<typeof stubBrowser>;

beforeEach(() => {
  browser = stubBrowser();
});

describe('[API-51] the brochure’s form', () => {
  test('sends the trimmed address with the guard’s fields, and stores a receipt', async () => {
    browser.on(brochureCall, () => json({ id: '1', status: 'QUEUED', is_existing: false }));
    const lead = createBrochureForm(program);
    lead.form.change('email', ' asha@example.com ');
    await send(lead);
    expect(browser.sent.map(({ body }) => body)).toEqual([
      { email: 'asha@example.com', website: '', elapsed_ms: 2000 },
    ]);
    expect(lead.$receipt.get()).toMatchObject({
      title: 'We are sending the brochure',
      link: { href: '/programs/embark-pro/brochure.pdf' },
    });
  });

  test('[FORM-08] nothing is sent while the address is invalid', async () => {
    const lead = createBrochureForm(program, { values: { email: 'asha@' } });
    await send(lead);
    expect(browser.sent).toEqual([]);
    expect(lead.form.$errors.get()).toEqual({ email: 'Please enter a valid email address' });
  });

  test('a second click during the first request sends nothing', async () => {
    browser.on(brochureCall, () => json({ id: '1', status: 'QUEUED', is_existing: true }));
    const lead = createBrochureForm(program, { values: { email: 'asha@example.com' } });
    await Promise.all([send(lead), send(lead)]);
    expect(browser.sent).toHaveLength(1);
    expect(lead.$receipt.get()?.title).toBe('You already asked for this brochure');
  });

  test('[FORM-13] the server’s errors are shown at their fields, or at the form', async () => {
    const lead = createBrochureForm(program, { values: { email: 'asha@example.com' } });
    browser.on(brochureCall, () =>
      errorResponse(400, 'VALIDATION_FAILED', 'No', { field_errors: { email: 'Not this one' } }),
    );
    await send(lead);
    expect(lead.form.$errors.get()).toEqual({ email: 'Not this one' });
    expect(lead.form.$formError.get()).toBeNull();
    browser.on(brochureCall, () =>
      errorResponse(429, 'RATE_LIMITED', 'Too many requests. Try again in 60 s.'),
    );
    await send(lead);
    expect(lead.form.$formError.get()).toBe('Too many requests. Try again in 60 s.');
    expect(lead.$receipt.get()).toBeNull();
  });

  test('a submit that is faster than the bot limit waits for the rest of it', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    browser.on(brochureCall, () => json({ id: '1', status: 'QUEUED', is_existing: false }));
    const lead = createBrochureForm(program, { values: { email: 'asha@example.com' } });
    const sending = lead.send('', 1000);
    await vi.advanceTimersByTimeAsync(499);
    expect(lead.form.$isSubmitting.get()).toBe(true);
    expect(browser.sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await sending;
    expect(browser.sent.map(({ body }) => body)).toMatchObject([{ elapsed_ms: 1500 }]);
  });

  test('a lost connection shows a message and keeps the input', async () => {
    const lead = createBrochureForm(program, { values: { email: 'asha@example.com' } });
    browser.on(brochureCall, () => new TypeError('fetch failed'));
    await send(lead);
    expect(lead.form.$formError.get()).toContain('what you typed is kept');
    expect(lead.form.$values.get().email).toBe('asha@example.com');
    expect(lead.form.$isSubmitting.get()).toBe(false);
  });
});

describe('[API-53] the callback’s form', () => {
  const options = { topic: 'embark-pro', timeZone: 'Asia/Kolkata' };
  const filled = { firstName: 'Asha', phone: '9876543210', consent: 'yes' };
  const response = { id: '1', reference: 'CB-7K3F-9Q2M', status: 'NEW', is_existing: false };

  test('sends the input and shows the reference and the time', async () => {
    browser.on(callbackCall, () => json({ ...response, expected_by: '2026-12-05T12:30:00.000Z' }));
    const lead = createCallbackForm(options, { values: filled });
    await send(lead);
    expect(browser.sent[0]?.body).toMatchObject({
      first_name: 'Asha',
      country_iso_code: 'IN',
      phone: '9876543210',
      preferred_window: 'ASAP',
      time_zone: 'Asia/Kolkata',
      topic: 'embark-pro',
      consent: true,
    });
    expect(lead.$receipt.get()).toMatchObject({
      reference: 'CB-7K3F-9Q2M',
      text: expect.stringContaining('by 5 Dec 2026, 6:00 pm IST'),
    });
  });

  test('[FORM-03] shows all errors at once', async () => {
    const lead = createCallbackForm(options, { values: { callBetween: 'EVENING' } });
    await send(lead);
    expect(lead.form.$errors.get()).toEqual({
      firstName: 'Please enter your first name',
      phone: 'This field is required',
      callOn: 'Please choose a day',
      consent: 'Please agree to be called',
    });
    expect(browser.sent).toEqual([]);
  });

  test('a day that has passed is an error of the day', async () => {
    const lead = createCallbackForm(options, { values: { ...filled, callOn: '2020-01-01' } });
    await send(lead);
    expect(lead.form.$errors.get()).toEqual({ callOn: 'This day has passed. Please choose a later one.' });
  });

  test('the server’s error of a part of the window is shown at its field', async () => {
    browser.on(callbackCall, () =>
      errorResponse(400, 'VALIDATION_FAILED', 'No', {
        field_errors: { 'preferred_window.to': 'This time has passed' },
      }),
    );
    const lead = createCallbackForm(options, { values: filled });
    await send(lead);
    expect(lead.form.$errors.get()).toEqual({ callBetween: 'This time has passed' });
  });

  test('a number with a calling code chooses the country', () => {
    const lead = createCallbackForm(options);
    changeCallbackPhone(lead, '+44 20 7946 0958');
    expect(lead.form.$values.get()).toMatchObject({ countryIsoCode: 'GB', phone: '2079460958' });
  });
});
