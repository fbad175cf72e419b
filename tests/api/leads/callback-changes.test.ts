import { describe, expect, it } from 'vitest';
import { addDays, localDate, weekday } from '#lib/domain/core/zoned-time.ts';
import { callbackCalendar } from '#lib/server/leads/callback-page.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone } from '../../support/auth/people.ts';

const test = useTestApi();
const ask = 'POST /api/v1/cap/request-sales-callback/';
const move = 'POST /api/v1/cap/callbacks/{reference}/move/';
const cancel = 'POST /api/v1/cap/callbacks/{reference}/cancel/';
const email = 'asha@example.com';

/** A window on a workday in some days. */
function windowIn(days: number) {
  const date = addDays(localDate(new Date(), 'Asia/Kolkata'), days);
  return { date: weekday(date) === 0 ? addDays(date, 1) : date, from: '12:00', to: '16:00' };
}

/** Requests a call, and returns its number and the link in the SMS. */
async function requestCall(more: object = {}) {
  const phone = newPhone();
  const body = { first_name: 'Asha', country_iso_code: 'IN', phone, preferred_window: windowIn(2) };
  const { body: call } = await test
    .visitor()
    .call(ask, { ...body, consent: true, elapsed_ms: 20_000, ...more });
  return { call, e164: `+91${phone}`, ...(await findLink(`+91${phone}`)) };
}

async function findLink(e164: string) {
  await test.messages.deliverQueued();
  const sent = await test.sentTo(e164);
  const [, path = '', reference = '', key = ''] =
    /(\/callback\/([\w-]+)\/([\w-]+)\/)/.exec(sent[0]?.text ?? '') ?? [];
  return { sent, path, reference, key };
}

const change = (route: string, reference: string, body: object) =>
  test.visitor().call(route.replace('{reference}', reference), body);
const status = async () =>
  (await test.db.selectFrom('callbackRequest').select('status').execute())[0]?.status;

describe('[API-53] the confirmation of a call', () => {
  it('is an SMS and an email with the reference, the time and the link, and with nothing that was typed', async () => {
    const { call, sent } = await requestCall({ email, message: 'Buy cheap pills', first_name: 'Spam' });
    const [mail] = await test.sentTo(email);
    for (const message of [sent[0], mail]) {
      expect(message?.text).toContain(call.reference);
      expect(message?.text).toMatch(/by \d+ \w+ \d{4}, 4:00 pm IST/);
      expect(message?.text).not.toMatch(/pills|Spam/);
    }
    expect(mail?.text).toContain('call.ics');
    expect(sent).toHaveLength(1);
  });

  it('a repeated request of a stranger sends nothing more', async () => {
    const { e164 } = await requestCall();
    const body = {
      first_name: 'Asha',
      country_iso_code: 'IN',
      phone: e164.slice(3),
      preferred_window: 'ASAP',
    };
    await test.visitor().call(ask, { ...body, consent: true, elapsed_ms: 20_000 });
    expect((await findLink(e164)).sent).toHaveLength(1);
  });
});

describe('[API-53] the link in the confirmation', () => {
  it('moves the call, and the new time is confirmed', async () => {
    const { reference, key, e164 } = await requestCall();
    const preferred_window = windowIn(4);
    const moved = await change(move, reference, { key, preferred_window });
    expect(moved).toMatchObject({ status: 200, body: { reference, status: 'NEW' } });
    expect(moved.body.expected_by).toBe(`${preferred_window.date}T10:30:00.000Z`);
    expect((await findLink(e164)).sent).toHaveLength(2);
  });

  it('a time at night or in the past is rejected at its field', async () => {
    const { reference, key } = await requestCall();
    const night = { ...windowIn(2), from: '22:00', to: '23:00' };
    expect(await change(move, reference, { key, preferred_window: night })).toMatchObject({
      status: 400,
      body: {
        error_code: 'VALIDATION_FAILED',
        field_errors: { 'preferred_window.from': expect.any(String) },
      },
    });
  });

  it('an address that a stranger added to the request never gets the link', async () => {
    const { reference, key, e164 } = await requestCall();
    const body = {
      first_name: 'Eve',
      country_iso_code: 'IN',
      phone: e164.slice(3),
      preferred_window: 'ASAP',
    };
    await test.visitor().call(ask, { ...body, email: 'eve@example.com', consent: true, elapsed_ms: 20_000 });
    await change(cancel, reference, { key });
    await test.messages.deliverQueued();
    expect(await test.sentTo('eve@example.com')).toEqual([]);
  });

  it('cancels the call once, however often it is used', async () => {
    const { reference, key, e164 } = await requestCall();
    const all = await Promise.all([1, 2, 3].map(() => change(cancel, reference, { key })));
    expect(all.map((one) => one.body.status)).toEqual(Array(3).fill('CANCELLED'));
    expect(await status()).toBe('CANCELLED');
    expect((await findLink(e164)).sent).toHaveLength(2);
    expect(await change(move, reference, { key, preferred_window: windowIn(3) })).toMatchObject({
      status: 409,
      body: { error_code: 'INVALID_STATE' },
    });
  });

  it('a call that took place can be neither moved nor cancelled', async () => {
    const { reference, key } = await requestCall();
    await test.db.updateTable('callbackRequest').set({ status: 'CONNECTED' }).execute();
    expect((await change(cancel, reference, { key })).status).toBe(409);
    expect(await status()).toBe('CONNECTED');
  });

  it('a wrong key, or the key of another call, finds nothing', async () => {
    const { reference, key } = await requestCall();
    const other = await requestCall();
    for (const wrong of ['', key.slice(1), `${key}x`, other.key])
      expect((await change(cancel, reference, { key: wrong })).status).toBe(404);
    expect((await change(cancel, 'CB-AAAA-AAAA', { key })).status).toBe(404);
  });

  it('has a calendar file that keeps its UID and raises its SEQUENCE', async () => {
    const { reference, key } = await requestCall();
    const read = async () => {
      const row = await test.db.selectFrom('callbackRequest').selectAll().executeTakeFirstOrThrow();
      return callbackCalendar(test.db, test.config, row);
    };
    const before = await read();
    await change(cancel, reference, { key });
    const after = await read();
    const uid = /UID:\S+/.exec(before)?.[0] ?? '';
    expect(after).toContain(uid);
    expect([before, after].map((file) => /SEQUENCE:(\d)/.exec(file)?.[1])).toEqual(['1', '2']);
    expect(after).toContain('METHOD:CANCEL');
  });
});
