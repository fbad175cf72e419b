import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eventCatalog } from '#lib/contract/analytics/event-catalog.ts';
import { deleteOldRows } from '#lib/server/retention.ts';
import { useTestApi } from '../../support/api.ts';

const api = useTestApi({ ANALYTICS_EVENTS_PER_HOUR: '60' });
const key = 'POST /api/v1/analytics/events/';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const view = (number: number, change: object = {}) => ({
  name: 'page_viewed',
  number,
  age: 1000,
  path: '/programs/embark-pro/',
  properties: { referrer_host: null },
  ...change,
});
const send = (events: object[], headers: Record<string, string> = {}, visit = randomUUID() as string) =>
  api
    .visitor('198.51.100.7')
    .call(
      key,
      { visit_id: visit, events },
      { 'user-agent': iphone, cookie: 'consent=analytics', ...headers },
    );
const readEvents = () =>
  api.db.selectFrom('analyticsEvent').selectAll().orderBy('visitId').orderBy('number').execute();

test('[TRACK-03] a batch becomes one visit with its events, and no cookie is set', async () => {
  const failure = {
    initial_intent: 'LOGIN',
    intent: 'LOGIN',
    error_code: 'OTP_INVALID',
    error_message: 'No code for asha@example.com or +91 98765 43210',
    http_status_code: 400,
  };
  const answer = await send(
    [
      view(1, { properties: { referrer_host: 'news.example' } }),
      view(2, { name: 'auth otp verify failure', path: '/portfolios/asha-verma/', properties: failure }),
    ],
    { cookie: 'consent=analytics; utm_first=s%3Dnews; utm_session=s=mail%26&m=email&c=asha%40example.com' },
  );
  expect(answer).toMatchObject({ status: 200, body: { is_sampled: true } });
  expect(answer.headers.getSetCookie()).toEqual([]);
  const visits = await api.db.selectFrom('analyticsVisit').selectAll().execute();
  expect(visits).toMatchObject([
    {
      device: 'PHONE',
      landingPage: '/programs/embark-pro/',
      referrerHost: 'news.example',
      sessionMedium: 'email',
      sessionCampaign: '…',
      samplePercent: 100,
    },
  ]);
  expect(await readEvents()).toMatchObject([
    { name: 'page_viewed', page: '/programs/embark-pro/', program: 'embark-pro' },
    {
      name: 'auth otp verify failure',
      page: '/portfolios/*',
      program: null,
      properties: {
        errorCode: 'OTP_INVALID',
        errorMessage: 'No code for … or …',
        httpStatusCode: 400,
      },
    },
  ]);
});

test('[TRACK-03] a visit without a campaign has the site that linked to us first, and Moonshot is a programme', async () => {
  await send([view(1, { path: '/moonshot/jobs/' })], {
    cookie: 'consent=analytics; utm_first=p=%2F&r=www.News.example',
  });
  const visits = await api.db.selectFrom('analyticsVisit').selectAll().execute();
  expect(visits).toMatchObject([{ firstSource: 'news.example', sessionSource: null }]);
  expect(await readEvents()).toMatchObject([{ page: '/moonshot/jobs/', program: 'moonshot' }]);
});

test('[TRACK-03] an event that is sent again, also by several requests at once, is stored once', async () => {
  const visit = randomUUID();
  const answers = await Promise.all(
    [1, 2, 3, 4].map((last) => send([view(1), view(2), view(2 + last)], {}, visit)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await readEvents()).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('[TRACK-03] the hour is that of the server less the age, whatever the clock of the device says', async () => {
  await send([view(1, { age: 3_600_000 })]);
  // By Indian time, whose hours begin at half past those of UTC.
  const { rows } = await sql<{ age: number; minute: number; is_day: boolean }>`
    select extract(epoch from now() - at) / 60 as age, extract(minute from at at time zone 'UTC')::int as minute,
      day = (at at time zone 'Asia/Kolkata')::date as is_day from analytics_event`.execute(api.db);
  expect(rows).toEqual([{ age: expect.anything(), minute: 30, isDay: true }]);
  const age = Number(rows[0]?.age);
  expect([age >= 60, age < 121]).toEqual([true, true]);
});

test.each([
  ['an event that the catalogue does not have', view(1, { name: 'scrolled' })],
  [
    'a property that the event does not have',
    view(1, { properties: { referrer_host: null, email: 'a@b.c' } }),
  ],
  ['a missing property', view(1, { properties: {} })],
  ['a host that is a sentence', view(1, { properties: { referrer_host: 'call 98765 43210' } })],
  ['a number over the length of a visit', view(501)],
  ['an age of two days', view(1, { age: 172_800_000 })],
  ['a field that an event does not have', view(1, { user_id: 'u1' })],
])('[TRACK-03] %s is rejected, and nothing is stored', async (_, event) => {
  const { status, body } = await send([event]);
  expect({ status, code: body.error_code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
  expect(await readEvents()).toEqual([]);
});

test('[C-28] a batch of 40 events is accepted, one of 41 is not', async () => {
  const events = Array.from({ length: 41 }, (_, index) => view(index + 1));
  expect((await send(events)).status).toBe(400);
  expect((await send(events.slice(1))).status).toBe(200);
  expect(await readEvents()).toHaveLength(40);
});

test.each([
  ['Do Not Track', { dnt: '1' }],
  ['Global Privacy Control', { 'sec-gpc': '1' }],
  ['a program', { 'user-agent': 'Googlebot/2.1' }],
  ['a visitor who refused', { cookie: 'consent=none' }],
  ['a visitor who has not answered', { cookie: 'other=1' }],
])('[TRACK-03] nothing is stored from %s', async (_, headers) => {
  const answer = await send([view(1)], headers);
  expect(answer).toMatchObject({ status: 200, body: { is_sampled: false } });
  expect(await readEvents()).toEqual([]);
});

test('[TRACK-03] all visits together send as many events an hour as configured', async () => {
  const events = (count: number) => Array.from({ length: count }, (_, index) => view(index + 1));
  expect((await send(events(40))).status).toBe(200);
  expect(await send(events(30))).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED' } });
  expect((await send(events(20))).status).toBe(200);
  expect(await readEvents()).toHaveLength(60);
});

test('[C-12] a network that sends too many accepted batches gets 429, and is never asked for a proof of work', async () => {
  await send([view(1)]);
  const nearlyFull = { count: 5999 };
  await api.db.updateTable('rateCounter').set(nearlyFull).where('key', 'like', 'ip:analytics:%').execute();
  expect((await send([view(501)])).status).toBe(400);
  expect((await send([view(1)])).status).toBe(200);
  expect((await send([view(1)])).status).toBe(429);
});

test('[C-26] another site cannot send events', async () => {
  const { status } = await send([view(1)], {
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  });
  expect(status).toBe(403);
});

test('events end with their visit after 13 months', async () => {
  const old = randomUUID();
  await send([view(1)], {}, old);
  await send([view(1)]);
  await sql`update analytics_visit set day = day - interval '14 months' where id = ${old}`.execute(api.db);
  await deleteOldRows(api.db);
  expect((await readEvents()).map(({ visitId }) => visitId)).not.toContain(old);
  expect(await readEvents()).toHaveLength(1);
});

test('every name of the catalogue fits its column', () => {
  const names = Object.keys(eventCatalog);
  expect(names.filter((name) => name.length > 60)).toEqual([]);
});
