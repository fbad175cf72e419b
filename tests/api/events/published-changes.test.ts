import { beforeEach, expect, it } from 'vitest';
import { describeEvent } from '#layouts/parts/events/event-json-ld.ts';
import { rssOf } from '#lib/server/core/feed.ts';
import { formatCalendarFeed } from '#lib/server/events/event-calendar.ts';
import { readEventFeed } from '#lib/server/events/event-feed.ts';
import { findEvent } from '#lib/server/events/find-events.ts';
import { listCalendarEvents } from '#lib/server/events/search-events.ts';
import { useTestApi } from '../../support/api.ts';
import { CalendarProgram } from '../../support/calendar-program.ts';
import { insertLearner } from '../../support/enrolment/learners.ts';
import { insertEvent } from '../../support/events.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

/** What search engines, feeds and calendars say of an event while staff change it. */

const test = useTestApi();
const site = 'https://liftoff.example/';
let staff: Visitor;

beforeEach(async () => {
  ({ visitor: staff } = await signUpStaff(test));
});

const inDays = (days: number) => new Date(Math.ceil(Date.now() / 60_000) * 60_000 + days * 86_400_000);
const move = async (id: string, body: object) => {
  const key = `POST /api/v1/staff/events/${id}/move/`;
  expect((await staff.call(key, { is_preview: false, ...body })).status).toBe(200);
};

async function describe(id: string) {
  const event = await findEvent(test.db, id, { id: null });
  if (!event) throw new Error('The event is not public.');
  return describeEvent((path) => new URL(path, site).href, event);
}
const feed = async () => (await readEventFeed(test.db, new URL('/events/feed.xml', site), site)).items;

it('[API-20] search engines, the feed and the subscribed calendar say that an event has moved, waits for a date or is cancelled', async () => {
  const startsAt = inDays(4);
  const { id, slug } = await insertEvent(test.db, {
    ...{ startsAt, mode: 'HYBRID', venue: 'Room 1, Pune', title: 'Tea & talks' },
  });
  const url = `https://liftoff.example/events/${slug}/`;
  const location = [
    { '@type': 'Place', name: 'Room 1, Pune', address: 'Room 1, Pune' },
    { '@type': 'VirtualLocation', url },
  ];
  const first = await describe(id);
  expect(first).toMatchObject({
    ...{ eventStatus: 'https://schema.org/EventScheduled', startDate: startsAt.toISOString(), url, location },
    eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
  });
  expect(first).not.toHaveProperty('previousStartDate');
  expect(JSON.stringify(first)).not.toContain('meet.example.com');

  const later = { starts_at: inDays(6).toISOString(), ends_at: inDays(6.1).toISOString() };
  await move(id, { action: 'RESCHEDULE', ...later });
  expect(await describe(id)).toMatchObject({
    eventStatus: 'https://schema.org/EventRescheduled',
    ...{ startDate: later.starts_at, previousStartDate: startsAt.toISOString() },
  });
  const program = new CalendarProgram();
  program.open(formatCalendarFeed(await listCalendarEvents(test.db, {}), test.config));
  expect([...program.entries.values()]).toMatchObject([{ title: 'Tea & talks', startsAt: later.starts_at }]);
  const [moved] = await feed();
  expect(moved).toMatchObject({ url, title: 'Tea & talks', tags: ['Workshop'] });

  await move(id, { action: 'POSTPONE' });
  const postponed = await describe(id);
  expect(postponed).toMatchObject({ eventStatus: 'https://schema.org/EventPostponed' });
  expect(postponed).not.toHaveProperty('previousStartDate');
  expect((await feed())[0]?.text).toContain('Postponed; the new date is not set yet.');

  await move(id, { action: 'CANCEL', public_note: 'The speaker is ill.' });
  expect(await describe(id)).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' });
  const [cancelled] = await feed();
  expect(cancelled?.text).toMatch(/^Cancelled\. /);
  expect(cancelled?.postedAt.getTime()).toBeGreaterThan(moved?.postedAt.getTime() ?? Infinity);
  const rss = rssOf(await readEventFeed(test.db, new URL('/events/feed.xml', site), site));
  expect(rss).toContain('<title>Tea &amp; talks</title>');
});

it('[API-20] a new end is announced with the period, and leaves the earlier new time on the page', async () => {
  const startsAt = new Date('2099-03-04T12:30:00Z');
  const { id } = await insertEvent(test.db, { startsAt });
  const learner = await insertLearner(test);
  await learner.visitor.call(`POST /api/v1/live-events/${id}/register/`, {});
  const starts_at = '2099-03-05T12:30:00.000Z';
  await move(id, { action: 'RESCHEDULE', starts_at, ends_at: '2099-03-05T13:30:00Z' });
  await test.db.deleteFrom('outbox').execute();
  await move(id, { action: 'RESCHEDULE', starts_at, ends_at: '2099-03-05T14:30:00Z' });
  expect(await describe(id)).toMatchObject({
    eventStatus: 'https://schema.org/EventRescheduled',
    previousStartDate: startsAt.toISOString(),
  });
  const { text } = await test.db
    .selectFrom('outbox')
    .select('text')
    .where('medium', '=', 'EMAIL')
    .executeTakeFirstOrThrow();
  expect(text).toContain('is now on 5 Mar 2099, 6:00 – 8:00 pm IST.');
});

it('[API-20] a feed takes the filters of the list, and has no draft', async () => {
  await insertEvent(test.db, { kind: 'AMA', title: 'Questions' });
  await insertEvent(test.db, { title: 'Workshop' });
  await insertEvent(test.db, { kind: 'AMA', title: 'Not yet', status: 'DRAFT' });
  const { items, feedUrl } = await readEventFeed(test.db, new URL('/events/feed.json?kind=AMA', site), site);
  expect(items.map(({ title }) => title)).toEqual(['Questions']);
  expect(feedUrl).toBe('https://liftoff.example/events/feed.json?kind=AMA');
});
