import { describe, expect, it } from 'vitest';
import { addDays, localDate, weekday } from '#lib/domain/core/zoned-time.ts';
import { callbackStatuses } from '#lib/domain/leads/callback.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, signUp, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';

const test = useTestApi({ CALLBACKS_PER_HOUR: '12' });
const request = 'POST /api/v1/cap/request-sales-callback/';
const takenMs = 20_000;
const person = (more: object = {}) => ({
  first_name: 'Asha',
  country_iso_code: 'IN',
  phone: newPhone(),
  preferred_window: 'ASAP',
  consent: true,
  elapsed_ms: takenMs,
  ...more,
});
const ask = (body: object, visitor = test.visitor()) => visitor.call(request, body);
/** Returns the date in `days` days, or the day after if that is a Sunday. */
const findWorkday = (days: number): string => {
  const date = addDays(localDate(new Date(), 'Asia/Kolkata'), days);
  return weekday(date) === 0 ? addDays(date, 1) : date;
};
const rows = () => test.db.selectFrom('callbackRequest').selectAll().orderBy('requestedAt').execute();
const events = () => test.db.selectFrom('callbackEvent').selectAll().orderBy('at').execute();

describe('[API-53] a callback request', () => {
  it('returns a reference and the time by which a counsellor calls', async () => {
    const { status, body } = await ask(person({ topic: 'Fees', message: 'In the evening,\r\nplease' }));
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      reference: expect.stringMatching(/^CB-[A-Z0-9]{4}-[A-Z0-9]{4}$/),
      status: 'NEW',
      expected_by: expect.stringMatching(/Z$/),
      is_existing: false,
    });
    expect(Date.parse(body.expected_by)).toBeGreaterThan(Date.now());
    expect(await rows()).toMatchObject([
      { id: body.id, topic: 'Fees', message: 'In the evening, please', timeZone: 'Asia/Kolkata' },
    ]);
    expect(await events()).toMatchObject([{ fromStatus: null, toStatus: 'NEW', actorType: 'VISITOR' }]);
  });

  it('with a time window is due by its end, in the person’s time zone', async () => {
    const date = findWorkday(2);
    const window = { date, from: '12:00', to: '16:00' };
    const { body } = await ask(person({ preferred_window: window, time_zone: 'Asia/Dubai' }));
    expect(body.expected_by).toBe(`${date}T12:00:00.000Z`);
  });

  it('requires only the time window from a signed-in person', async () => {
    const { visitor, e164, email } = await signUp(test);
    const { status } = await ask({ preferred_window: 'ASAP' }, visitor);
    expect(status).toBe(200);
    expect(await rows()).toMatchObject([
      { firstName: 'Asha', lastName: 'Verma', email, phoneE164: e164, userId: expect.any(String) },
    ]);
  });

  it('accepts another number from a signed-in person, in their own country by default', async () => {
    const { visitor } = await signUp(test);
    const phone = newPhone();
    await ask({ preferred_window: 'ASAP', phone }, visitor);
    expect(await rows()).toMatchObject([{ phoneE164: `+91${phone}` }]);
  });

  it('[TRACK-01] stores one attribution row', async () => {
    const visitor = test.visitor();
    visitor.cookies.set('utm_session', 's=ads&p=%2F');
    const body = person();
    await ask(body, visitor);
    await ask(body, visitor);
    expect(await test.db.selectFrom('conversion').selectAll().execute()).toMatchObject([
      {
        kind: 'CALLBACK',
        sessionTouch: { utmSource: 'ads', landingPath: '/' },
        firstTouch: null,
        userId: null,
      },
    ]);
  });
});

describe('the fields', () => {
  it('[FORM-06] [FORM-07] all missing fields are reported at once', async () => {
    const { status, body } = await ask({ preferred_window: 'ASAP' });
    expect([status, body.error_code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.field_errors).toEqual({
      first_name: 'Please enter your first name',
      country_iso_code: 'Please choose a country',
      phone: 'This field is required',
      consent: 'Please agree to be called',
    });
  });

  it.each([
    [{ phone: '12345' }, 'VALIDATION_FAILED', 'phone'],
    [{ phone: '1800123456' }, 'PHONE_INVALID', 'phone'],
    [{ country_iso_code: 'FR' }, 'COUNTRY_NOT_SUPPORTED', 'country_iso_code'],
    [{ email: 'asha@' }, 'VALIDATION_FAILED', 'email'],
    [{ consent: false }, 'VALIDATION_FAILED', 'consent'],
    [{ time_zone: 'Asia/Nowhere' }, 'VALIDATION_FAILED', 'time_zone'],
    [{ preferred_window: undefined }, 'VALIDATION_FAILED', 'preferred_window'],
    [
      { preferred_window: { date: '2020-01-01', from: '10:00', to: '12:00' } },
      'VALIDATION_FAILED',
      'preferred_window.date',
    ],
    [
      { preferred_window: { date: '2099-01-01', from: '12:00', to: '10:00' } },
      'VALIDATION_FAILED',
      'preferred_window.to',
    ],
    [{ message: 'x'.repeat(501) }, 'VALIDATION_FAILED', 'message'],
  ])('[C-14] %j: %s at %s', async (more, code, field) => {
    const { status, body } = await ask(person(more));
    expect([status, body.error_code]).toEqual([400, code]);
    expect(Object.keys(body.field_errors)).toEqual([field]);
    expect(await rows()).toEqual([]);
  });

  it('[FORM-03] an error between two fields is reported with the others', async () => {
    const window = { date: '2020-01-01', from: '10:00', to: '12:00' };
    const more = { first_name: '', phone: '12345', preferred_window: window, time_zone: 'Asia/Kolkata' };
    const { body } = await ask(person({ ...more, consent: false }));
    expect(body.field_errors).toEqual({
      first_name: 'Please enter your first name',
      phone: 'Please enter a valid phone number',
      'preferred_window.date': 'This day has passed. Please choose a later one.',
      consent: 'Please agree to be called',
    });
  });

  it('an empty email counts as absent', async () => {
    await ask(person({ email: '', last_name: '' }));
    expect(await rows()).toMatchObject([{ email: null, lastName: '' }]);
  });
});

describe('[API-53] a repeated number within 72 hours', () => {
  it('reuses the open request, which the owner of the verified number can change', async () => {
    const { visitor } = await signUpVerified(test);
    const first = await ask({ preferred_window: 'ASAP', message: 'Morning' }, visitor);
    const date = findWorkday(3);
    const window = { date, from: '16:00', to: '18:00' };
    await test.db.updateTable('callbackRequest').set({ status: 'FOLLOW_UP' }).execute();
    const again = await ask({ preferred_window: window, message: 'Or evening', first_name: 'Usha' }, visitor);
    expect(again.body).toEqual({
      ...first.body,
      status: 'FOLLOW_UP',
      expected_by: `${date}T12:30:00.000Z`,
      is_existing: true,
    });
    expect(await rows()).toMatchObject([
      { message: 'Or evening', preferredWindow: window, firstName: 'Usha', userId: expect.any(String) },
    ]);
  });

  it('does not let a stranger delay the call, change it or see its status', async () => {
    const body = person({ message: 'Morning' });
    const first = await ask(body);
    const [before] = await rows();
    await test.db.updateTable('callbackRequest').set({ status: 'CONNECTED' }).execute();
    const window = { date: findWorkday(9), from: '16:00', to: '18:00' };
    const wish = { first_name: 'Mallory', message: 'Please do not call', preferred_window: window };
    const { visitor } = await signUpVerified(test);
    const again = await ask({ ...body, ...wish }, visitor);
    expect(again.body).toEqual({ ...first.body, is_existing: true });
    const { email: _, ...kept } = before ?? {};
    expect(await rows()).toMatchObject([{ ...kept, status: 'CONNECTED', userId: null }]);
  });

  it('can move the call earlier for anyone, and fills in empty fields', async () => {
    const body = person({ preferred_window: { date: findWorkday(9), from: '16:00', to: '18:00' } });
    const first = await ask(body);
    const again = await ask({ ...body, preferred_window: 'ASAP', email: 'asha@example.com', topic: 'Fees' });
    expect(Date.parse(again.body.expected_by)).toBeLessThan(Date.parse(first.body.expected_by));
    expect(await rows()).toMatchObject([
      { preferredWindow: 'ASAP', email: 'asha@example.com', topic: 'Fees' },
    ]);
  });

  it('stores the whole repeated request in its event', async () => {
    const body = person({ message: 'Morning' });
    await ask(body);
    const window = { date: findWorkday(5), from: '16:00', to: '18:00' };
    await ask({
      ...body,
      first_name: 'Usha',
      last_name: 'Rao',
      email: 'u@example.com',
      preferred_window: window,
    });
    const [, repeat] = await events();
    expect(repeat).toMatchObject({ fromStatus: 'NEW', toStatus: 'NEW', reasonCode: 'ASKED_AGAIN' });
    expect(JSON.parse(repeat?.privateNote ?? '')).toMatchObject({
      firstName: 'Usha',
      lastName: 'Rao',
      email: 'u@example.com',
      preferredWindow: window,
      timeZone: 'Asia/Kolkata',
    });
  });

  it.each([
    [72 * 3600 - 60, true],
    [72 * 3600, false],
  ])('is reused after %i s: %s', async (seconds, isExisting) => {
    const body = person();
    await ask(body);
    await travel(test.db, seconds);
    expect((await ask(body)).body.is_existing).toBe(isExisting);
  });

  it.each(callbackStatuses)('is reused in status %s unless the status is final', async (status) => {
    const body = person();
    const first = await ask(body);
    await test.db.updateTable('callbackRequest').set({ status }).execute();
    const isFinal = ['CONVERTED', 'NOT_INTERESTED', 'UNREACHABLE', 'CANCELLED'].includes(status);
    const again = await ask(body);
    expect([again.body.is_existing, again.body.id === first.body.id]).toEqual([!isFinal, !isFinal]);
  });

  it('[C-42] creates one request for many parallel ones', async () => {
    const body = person();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(body)));
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
    expect(answers.filter(({ body: { is_existing } }) => !is_existing)).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
  });

  it('[C-42] creates one request for many parallel ones when the old request has ended', async () => {
    const body = person();
    const old = await ask(body);
    await travel(test.db, 73 * 3600);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(body)));
    const ids = new Set(answers.map(({ body: { id } }) => id));
    expect([ids.size, ids.has(old.body.id)]).toEqual([1, false]);
    expect(await rows()).toHaveLength(2);
  });
});

describe('limits', () => {
  it('one number can have five requests a day, including repeats', async () => {
    const body = person();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await ask(body)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('the total of new requests per hour is limited, and forms without a timing proof get a third of it', async () => {
    const untimed: number[] = [];
    for (let n = 0; n < 5; n += 1) untimed.push((await ask(person({ elapsed_ms: undefined }))).status);
    expect(untimed).toEqual([200, 200, 200, 200, 429]);
  });
});

describe('a bot', () => {
  it.each([
    ['fills in the field that nobody sees', { website: 'https://spam.example' }],
    ['is faster than anybody reads', null],
  ])('that %s gets the same response, and nothing is stored', async (_, trap) => {
    const human = await ask(person());
    const before = await rows();
    const program = await ask(person(trap ?? { elapsed_ms: 400 }));
    expect(program.status).toBe(200);
    expect(Object.keys(program.body)).toEqual(Object.keys(human.body));
    expect(program.body).toMatchObject({ status: 'NEW', is_existing: false });
    expect(program.body.reference).toHaveLength(human.body.reference.length);
    expect(await rows()).toEqual(before);
    expect(await test.db.selectFrom('conversion').select('id').execute()).toHaveLength(1);
  });
});
