import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listCalendarEvents } from '#lib/server/events/search-events.ts';
import { useTestApi } from '../../support/api.ts';
import { insertEvent } from '../../support/events.ts';
import { isSoak } from '../../support/soak.ts';

const test = useTestApi();
const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day);
const titles = ({ body }: { body: { results: { title: string }[] } }) =>
  body.results.map(({ title }) => title);

it('[API-20] lists what is ahead by its begin, and what is over with the newest first', async () => {
  await insertEvent(test.db, { title: 'Later', startsAt: inDays(5) });
  await insertEvent(test.db, { title: 'Live', startsAt: new Date(Date.now() - 60_000) });
  await insertEvent(test.db, { title: 'Old', startsAt: inDays(-9), recordingUrl: 'https://video.example/1' });
  await insertEvent(test.db, { title: 'Recent', startsAt: inDays(-2) });
  await insertEvent(test.db, { title: 'Hidden', status: 'DRAFT' });
  await insertEvent(test.db, { title: 'Off', startsAt: inDays(1), status: 'CANCELLED' });
  await insertEvent(test.db, { title: 'Off before', startsAt: inDays(-1), status: 'CANCELLED' });
  await insertEvent(test.db, { title: 'Without a date', startsAt: inDays(-1), status: 'POSTPONED' });
  const visitor = test.visitor();
  const upcoming = await visitor.call('GET /api/v1/live-events/');
  expect(titles(upcoming)).toEqual(['Live', 'Off', 'Later', 'Without a date']);
  expect(upcoming.body.results[0]).toMatchObject({ status: 'LIVE', is_registered: false });
  const past = await visitor.call('GET /api/v1/live-events/?when=PAST');
  expect(titles(past)).toEqual(['Recent', 'Old']);
  expect(past.body.results[1]).toMatchObject({ status: 'ENDED', has_recording: true });
});

it('[API-20] filters by kind, programme and words, and pages', async () => {
  const speakers = JSON.stringify([{ name: 'Kavya Reddy', role: '', company: 'Thela', coachSlug: null }]);
  await insertEvent(test.db, { title: 'Dashboards', kind: 'AMA', speakers });
  await insertEvent(test.db, { title: 'Interviews', programType: 'EMBARK_PRO', startsAt: inDays(4) });
  const list = async (query: string) =>
    titles(await test.visitor().call(`GET /api/v1/live-events/?${query}`));
  expect(await list('kind=AMA')).toEqual(['Dashboards']);
  expect(await list('program_type=EMBARK_PRO')).toEqual(['Interviews']);
  expect(await list('search=kav%20dash')).toEqual(['Dashboards']);
  expect(await list('search=%3F%21')).toEqual([]);
  expect(await list('limit=1&offset=1')).toEqual(['Interviews']);
  expect((await test.visitor().call('GET /api/v1/live-events/?kind=PARTY')).status).toBe(400);
});

it('[API-20] finds words without their accents and in other scripts, and takes no text for a pattern', async () => {
  await insertEvent(test.db, { title: 'Write a résumé' });
  await insertEvent(test.db, { title: 'हिन्दी में साक्षात्कार', startsAt: inDays(4) });
  const list = async (search: string) =>
    titles(await test.visitor().call(`GET /api/v1/live-events/?${new URLSearchParams({ search })}`));
  for (const text of ['resume', 'RÉSUMÉ', 're\u0301su', 'write resume (2026)'.slice(0, 12)])
    expect(await list(text), text).toEqual(['Write a résumé']);
  expect(await list('हिन्दी')).toEqual(['हिन्दी में साक्षात्कार']);
  for (const text of ['.*', '(?:', '\\', "' or 1=1", '%', '_', '[a-z]+', 'write\u0000x'])
    expect(await list(text), text).not.toContain('हिन्दी में साक्षात्कार');
});

it('[API-20] thousands of events and many words are searched in a moment, and the calendar begins with those ahead', async () => {
  await sql`
    insert into live_event (id, slug, title, kind, summary, description, speakers, starts_at, ends_at, time_zone, mode,
      registration_closes_at, status)
    select gen_random_uuid(), 'many-' || n, 'A workshop about every letter from a to z, number ' || n, 'WORKSHOP',
      'An evening with brief clear demos', 'Text', '[{"name": "Kavya Reddy", "role": "", "company": "Thela", "coachSlug": null}]',
      now() + make_interval(hours => n - 700), now() + make_interval(hours => n - 699), 'Asia/Kolkata', 'ONLINE',
      now() + make_interval(hours => n - 700), 'SCHEDULED'
    from generate_series(1, 3000) n`.execute(test.db);
  const started = performance.now();
  const search = 'a e l f t z n w k r t b c d'.repeat(3);
  const { body } = await test.visitor().call(`GET /api/v1/live-events/?${new URLSearchParams({ search })}`);
  expect(body.count, JSON.stringify(body)).toBe(2301);
  expect(performance.now() - started).toBeLessThan(isSoak ? 3000 : 10_000);
  const events = await listCalendarEvents(test.db, {});
  expect(events).toHaveLength(500);
  expect(events.every(({ endsAt }) => endsAt > new Date())).toBe(true);
});

it('[API-20] is found by its id and slug, without the link to join', async () => {
  const { id, slug } = await insertEvent(test.db);
  for (const name of [id, slug]) {
    const { status, body } = await test.visitor().call(`GET /api/v1/live-events/${name}/`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ id, slug, status: 'SCHEDULED', seats_left: 40, join_url: null, my_registration: null },
      ...{ registration: { open: true, reason: null }, ics_url: `/events/${slug}/calendar.ics` },
    });
  }
});

it('[API-20] a draft and an unknown event are EVENT_NOT_FOUND', async () => {
  const { slug } = await insertEvent(test.db, { status: 'DRAFT' });
  for (const name of [slug, 'unknown', '%00'])
    expect(await test.visitor().call(`GET /api/v1/live-events/${name}/`)).toMatchObject({
      ...{ status: 404, body: { error_code: 'EVENT_NOT_FOUND' } },
    });
});
