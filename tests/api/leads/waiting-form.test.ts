import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendCallbackForm } from '#lib/server/leads/lead-forms.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone } from '../../support/auth/people.ts';

const test = useTestApi();
const address = '198.51.100.77';

/** Posts the callback's form without script. */
function post(fields: Record<string, string>, from = address) {
  const text = new URLSearchParams({ countryIsoCode: 'IN', callBetween: 'ANY', ...fields }).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(text.length),
    origin: 'https://localhost',
    'x-test-address': from,
  };
  const request = new Request('https://localhost/callback/', { method: 'POST', headers, body: text });
  return sendCallbackForm(test.api, { request, locals: { user: null } });
}

const person = () => ({ firstName: 'Asha', phone: newPhone(), consent: 'yes' });
const storedCallbacks = () => test.db.selectFrom('callbackRequest').selectAll().execute();

describe('[C-12] a form without script from a busy network', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    // Fifty requests in quarters.
    const busy = { key: `ip:callback:${address}`, count: 200, expiresAt: new Date(Date.now() + 600_000) };
    await test.db.insertInto('rateCounter').values(busy).execute();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is sent again unchanged after ten seconds, once', async () => {
    const fields = person();
    const { rejected } = await post(fields);
    expect(rejected).toMatchObject({ status: 428, errors: {}, wait: { secondsLeft: 10 } });
    expect(rejected?.values).toMatchObject(fields);
    const wait = rejected?.wait?.text ?? '';

    vi.setSystemTime(Date.now() + 6000);
    const early = await post({ ...rejected?.values, wait });
    expect(early.rejected?.wait).toEqual({ text: wait, secondsLeft: 4 });
    expect(await storedCallbacks()).toEqual([]);

    vi.setSystemTime(Date.now() + 4000);
    expect((await post({ ...rejected?.values, wait })).receipt?.reference).toMatch(/^CB-/);
    expect(await storedCallbacks()).toHaveLength(1);
    const again = await post({ ...person(), wait });
    expect(again.rejected?.wait?.secondsLeft).toBe(10);
  });

  it.each([
    ['is forged', (wait: string) => wait.replace(/\.\d+\./, `.${Date.now() - 20_000}.`), address, 10],
    ['is of another network', (wait: string) => wait, '198.51.100.78', 10],
    ['is older than half an hour', (wait: string) => wait, address, 1900],
  ])('waits anew when its wait %s', async (_, change, from, seconds) => {
    const busy = { key: `ip:callback:${from}`, count: 200, expiresAt: new Date(Date.now() + 3_600_000) };
    const insert = test.db.insertInto('rateCounter').values(busy);
    await insert.onConflict((conflict) => conflict.column('key').doUpdateSet(busy)).execute();
    const { rejected } = await post(person());
    vi.setSystemTime(Date.now() + seconds * 1000);
    const again = await post({ ...person(), wait: change(rejected?.wait?.text ?? '') }, from);
    expect(again.rejected?.wait?.secondsLeft).toBe(10);
    expect(await storedCallbacks()).toEqual([]);
  });

  it('counts against the same limit as the API, where a wait is no proof', async () => {
    const { rejected } = await post(person());
    vi.setSystemTime(Date.now() + 10_000);
    const body = { first_name: 'Asha', country_iso_code: 'IN', phone: newPhone(), consent: true };
    const call = await test.visitor(address).call(
      'POST /api/v1/cap/request-sales-callback/',
      { ...body, wait: rejected?.wait?.text },
      {
        'Proof-Of-Work': rejected?.wait?.text ?? '',
      },
    );
    expect([call.status, call.body.wait]).toEqual([428, undefined]);
  });
});
