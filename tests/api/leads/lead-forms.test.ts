import type { AstroGlobal } from 'astro';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { presentUser } from '#lib/server/account/present-user.ts';
import { findSession } from '#lib/server/auth/session.ts';
import { cookiesOf } from '#lib/server/http/cookies.ts';
import { handleBrochureForm, sendCallbackForm } from '#lib/server/leads/lead-forms.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, signUpVerified } from '../../support/auth/people.ts';

const test = useTestApi();
afterEach(() => void vi.useRealTimers());

/** Creates the request of a form as a browser posts it, with the person whom the middleware has loaded. */
async function postPage(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const text = new URLSearchParams(fields).toString();
  const request = new Request(`https://localhost${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(text.length),
      origin: 'https://localhost',
      ...headers,
    },
    body: text,
  });
  const session = await findSession(test.db, cookiesOf(request, test.config));
  return { request, locals: { user: session && presentUser(session.user) } };
}

async function post(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const defaults = { countryIsoCode: 'IN', callOn: '', callBetween: 'ANY' };
  return sendCallbackForm(test.api, await postPage('/callback/', { ...defaults, ...fields }, headers));
}

const brochurePath = '/programs/embark-pro/brochure/';

/** Posts the brochure's form; returns the result, the page's status and the receipt cookies. */
async function postBrochure(fields: Record<string, string>) {
  const receipts: unknown[] = [];
  const page = {
    ...(await postPage(brochurePath, fields)),
    url: new URL(brochurePath, 'https://localhost'),
    response: { status: 200 },
    cookies: { set: (_: string, value: string) => receipts.push(JSON.parse(value)) },
    redirect: (location: string, status: number) => new Response(null, { status, headers: { location } }),
  };
  const result = await handleBrochureForm(page as unknown as AstroGlobal, test, 'embark-pro');
  return { ...result, status: page.response.status, receipts };
}

const visitor = () => ({ firstName: 'Asha', phone: newPhone(), consent: 'yes' });
const storedCallbacks = () => test.db.selectFrom('callbackRequest').selectAll().execute();

describe('[API-53] the form without a script', () => {
  it('[FORM-03] reports every error at once, as the form with a script does', async () => {
    const { rejected } = await post({ firstName: '', phone: '12345', callOn: '2020-01-01' });
    expect(rejected?.errors).toEqual({
      firstName: 'Please enter your first name',
      phone: 'Please enter a valid phone number',
      callOn: 'This day has passed. Please choose a later one.',
      consent: 'Please agree to be called',
    });
    expect(rejected?.formError).toBeNull();
    expect(rejected?.status).toBe(400);
  });

  it('a topic that is too long is truncated, because the form has no field to correct it', async () => {
    const { receipt } = await post({ ...visitor(), topic: 'x'.repeat(200) });
    expect(receipt?.reference).toMatch(/^CB-/);
    expect(await storedCallbacks()).toMatchObject([{ topic: 'x'.repeat(80) }]);
  });

  it.each([
    ['that was there for a third of a second comes from a program', 300, 0],
    ['that was there for ten comes from a person', 10_000, 1],
  ])('a form %s', async (_, shownMs, stored) => {
    // Handling the form takes no time, however busy the machine is.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const { receipt } = await post({ ...visitor(), startedAt: String(Date.now() - shownMs) });
    expect(receipt?.reference).toMatch(/^CB-/);
    expect(await storedCallbacks()).toHaveLength(stored);
  });

  it('[C-37] a filled honeypot gets a receipt and stores nothing', async () => {
    const { receipt } = await post({ ...visitor(), website: 'https://example.com' });
    expect(receipt?.reference).toMatch(/^CB-/);
    expect(await storedCallbacks()).toEqual([]);
  });

  it('belongs to the signed-in person, whose time zone it takes', async () => {
    const person = await signUpVerified(test);
    const cookie = [...person.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const user = await test.db
      .updateTable('appUser')
      .set({ timeZone: 'Europe/Berlin' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { receipt } = await post(visitor(), { cookie });
    expect(receipt?.timeZone).toBe('Europe/Berlin');
    expect(await storedCallbacks()).toMatchObject([{ userId: user.id, timeZone: 'Europe/Berlin' }]);
  });

  it('[TRACK-01] records the attribution of the visitor', async () => {
    await post(visitor(), { cookie: 'ref_code=asha-12' });
    const rows = await test.db.selectFrom('conversion').selectAll().execute();
    expect(rows).toMatchObject([{ kind: 'CALLBACK', userId: null, refCode: 'asha-12' }]);
  });

  it('[C-26] rejects a form that another site posts', async () => {
    const { rejected } = await post(visitor(), { origin: 'https://evil.example' });
    expect(rejected?.status).toBe(403);
    expect(rejected?.formError).toBeTruthy();
    expect(await storedCallbacks()).toEqual([]);
  });

  it('[C-28] rejects a body that is not a form', async () => {
    const { rejected } = await post({}, { 'content-type': 'application/json' });
    expect(rejected).toMatchObject({ status: 415, values: {}, errors: {}, startedAt: null });
  });
});

describe('[API-51] the brochure form without a script', () => {
  it('redirects to the receipt and queues one email', async () => {
    const { redirect, receipts } = await postBrochure({ email: ' asha@example.com ' });
    expect(redirect?.status).toBe(303);
    expect(redirect?.headers.get('location')).toBe(`${brochurePath}?sent`);
    expect(receipts).toEqual([{ email: 'asha@example.com', status: 'QUEUED', isExisting: false }]);
    const rows = await test.db.selectFrom('brochureRequest').select(['programSlug', 'email']).execute();
    expect(rows).toEqual([{ programSlug: 'embark-pro', email: 'asha@example.com' }]);
  });

  it('shows a rejected form again with its error and its status', async () => {
    const { redirect, rejected, status, receipts } = await postBrochure({ email: 'asha' });
    expect(redirect).toBeNull();
    expect(status).toBe(400);
    expect(rejected).toMatchObject({ values: { email: 'asha' }, formError: null });
    expect(rejected?.errors.email).toBeTruthy();
    expect(receipts).toEqual([]);
  });
});
