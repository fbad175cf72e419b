import { expect, it } from 'vitest';
import { periodText } from '#lib/domain/core/time-text.ts';
import { instantOf } from '#lib/domain/core/zoned-time.ts';
import {
  formatCalendarFeed,
  formatEventCalendar,
  renderEventInvite,
} from '#lib/server/events/event-calendar.ts';
import { findPublicEvent } from '#lib/server/events/find-events.ts';
import { listCalendarEvents } from '#lib/server/events/search-events.ts';
import { useTestApi } from '../../support/api.ts';
import { CalendarProgram } from '../../support/calendar-program.ts';
import { insertLearner } from '../../support/enrolment/learners.ts';
import { insertEvent } from '../../support/events.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';

const test = useTestApi();

const register = async (id: string) => {
  const learner = await insertLearner(test);
  const { body } = await learner.visitor.call(`POST /api/v1/live-events/${id}/register/`, {});
  return { ...learner, registrationId: body.id as string };
};
const requireRow = async (id: string) => {
  const row = await findPublicEvent(test.db, id);
  if (!row) throw new Error('no event');
  return row;
};

/** Clocks that change while an event takes place, and events over midnight. The texts were written by hand. */
it.each([
  ['Asia/Kolkata', '2036-01-31 23:45', 60, '31 Jan 2036, 11:45 pm IST', '12:45 am IST'],
  ['America/New_York', '2036-03-09 01:30', 60, '9 Mar 2036, 1:30 am EST', '3:30 am EDT'],
  ['America/New_York', '2036-11-02 00:30', 120, '2 Nov 2036, 12:30 am EDT', '1:30 am EST'],
  ['Europe/London', '2036-03-30 00:30', 60, '30 Mar 2036, 12:30 am GMT', '2:30 am'],
  ['Australia/Sydney', '2036-04-06 01:30', 120, '6 Apr 2036, 1:30 am AEDT', '2:30 am AEST'],
  ['Asia/Singapore', '2036-02-01 00:00', 60, '1 Feb 2036, 12:00', '1:00 am'],
])('[API-20] page, email and calendar file agree on %s, %s', async (timeZone, local, minutes, from, to) => {
  const [date = '', time = ''] = local.split(' ');
  const startsAt = instantOf(date, time, timeZone);
  const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
  const { id } = await insertEvent(test.db, { startsAt, endsAt, timeZone });
  const { registrationId, visitor } = await register(id);

  const { body } = await visitor.call(`GET /api/v1/live-events/${id}/`);
  const page = periodText({ startsAt: body.starts_at, endsAt: body.ends_at }, body.time_zone);
  expect(page.startsWith(from), page).toBe(true);
  expect(page).toContain(to);
  const email = await test.db
    .selectFrom('outbox')
    .select('text')
    .where('medium', '=', 'EMAIL')
    .executeTakeFirstOrThrow();
  expect(email.text).toContain(from);

  const program = new CalendarProgram();
  program.open(formatEventCalendar(await requireRow(id), test.config));
  const { bytes } = await renderEventInvite(test.db, test.config, `event-calendar/${registrationId}`);
  program.open(bytes.toString());
  const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
  expect([...program.entries.values()]).toMatchObject([times]);
  expect(times).toEqual({ startsAt: body.starts_at, endsAt: body.ends_at });
});

it('[API-20] later files move the entry, remove it and bring it back', async () => {
  const { id } = await insertEvent(test.db);
  const { registrationId, visitor } = await register(id);
  const { visitor: staff } = await signUpStaff(test);
  const program = new CalendarProgram();
  const openInvite = async () => {
    const { bytes, type } = await renderEventInvite(test.db, test.config, `event-calendar/${registrationId}`);
    const { method } = program.open(bytes.toString());
    expect(type).toContain(`method=${method}`);
    return { method, entries: [...program.entries.values()] };
  };
  const move = (body: object) =>
    staff.call(`POST /api/v1/staff/events/${id}/move/`, { is_preview: false, ...body });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  expect(await openInvite()).toMatchObject({ method: 'REQUEST', entries: [{ sequence: 0 }] });
  const starts_at = inDays(6);
  await move({ action: 'RESCHEDULE', starts_at, ends_at: inDays(6.1) });
  expect((await openInvite()).entries).toMatchObject([
    { sequence: 1, startsAt: `${starts_at.slice(0, 19)}.000Z` },
  ]);
  await move({ action: 'POSTPONE' });
  expect(await openInvite()).toMatchObject({ method: 'CANCEL', entries: [] });
  await move({ action: 'RESCHEDULE', starts_at: inDays(8), ends_at: inDays(8.1) });
  expect((await openInvite()).entries).toMatchObject([{ sequence: 3 }]);
  await visitor.call(`POST /api/v1/live-events/${id}/cancel-registration/`, {});
  expect(await openInvite()).toMatchObject({ method: 'CANCEL', entries: [] });
  await visitor.call(`POST /api/v1/live-events/${id}/register/`, {});
  expect((await openInvite()).entries).toHaveLength(1);
  await move({ action: 'CANCEL', public_note: 'The speaker is ill.' });
  expect(await openInvite()).toMatchObject({ method: 'CANCEL', entries: [] });
});

it('[API-20] somebody who leaves a wait-list gets no file, because they never had an entry', async () => {
  const { id } = await insertEvent(test.db, { capacity: 1, taken: 1 });
  const { visitor } = await insertLearner(test);
  await visitor.call(`POST /api/v1/live-events/${id}/register/`, { join_waitlist: true });
  await visitor.call(`POST /api/v1/live-events/${id}/cancel-registration/`, {});
  const emails = await test.db
    .selectFrom('outbox')
    .select(['attachments'])
    .where('medium', '=', 'EMAIL')
    .execute();
  expect(emails.map(({ attachments }) => attachments ?? [])).toEqual([[], []]);
});

it('[API-20] the calendar to subscribe to has every public event once, and drops a cancelled one', async () => {
  const { id } = await insertEvent(test.db, { title: 'Commas, semicolons; and\nlines' });
  await insertEvent(test.db, { status: 'DRAFT' });
  await insertEvent(test.db, { status: 'POSTPONED' });
  const program = new CalendarProgram();
  const openFeed = async () =>
    program.open(formatCalendarFeed(await listCalendarEvents(test.db, {}), test.config));
  expect(await openFeed()).toEqual({ method: 'PUBLISH' });
  expect([...program.entries.values()]).toMatchObject([{ title: 'Commas, semicolons; and\nlines' }]);
  await test.db
    .updateTable('liveEvent')
    .set({ status: 'CANCELLED', sequence: 1 })
    .where('id', '=', id)
    .execute();
  await openFeed();
  expect(program.entries.size).toBe(0);
});
