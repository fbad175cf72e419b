import { beforeEach, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { insertLearner, insertLearners, type Learner } from '../../support/enrolment/learners.ts';
import { insertEvent } from '../../support/events.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import type { Visitor } from '../../support/visitor.ts';

/** Registrants as staff find and mark them, and people whom a usual message does not reach. */

const test = useTestApi();
const hour = 3_600_000;
let staff: Visitor;

beforeEach(async () => {
  ({ visitor: staff } = await signUpStaff(test));
});

const path = '/api/v1/staff/events/';
const register = async ({ visitor }: Learner, id: string) =>
  (await visitor.call(`POST /api/v1/live-events/${id}/register/`, { join_waitlist: true })).body;
const rename = (userId: string, firstName: string) =>
  test.db.updateTable('appUser').set({ firstName }).where('id', '=', userId).execute();

it('[API-20] are found by name, email, mobile number and the number of the registration', async () => {
  const { id } = await insertEvent(test.db, { capacity: 1, title: 'Portfolio evening' });
  const [one, two] = (await insertLearners(test, 2)) as [Learner, Learner];
  await rename(two.userId, 'Venkatanarasimharaju');
  await register(one, id);
  const { number } = await register(two, id);
  const find = async (search: string) =>
    (await staff.call(`GET ${path}${id}/registrations/?${new URLSearchParams({ search })}`)).body.results;
  for (const text of [
    'venkat',
    two.email,
    two.phone.slice(-10),
    two.phone.slice(-4),
    number,
    number.slice(3),
  ]) {
    const found = await find(text);
    if (text === number.slice(3)) expect(found).toEqual([]);
    else expect(found, text).toMatchObject([{ number, waitlist_position: 1 }]);
  }
  expect(await find('?!')).toEqual([]);
  expect(await find('')).toHaveLength(2);

  const searchFor = async (q: string) =>
    (await staff.call(`GET /api/v1/staff/search/?${new URLSearchParams({ q })}`)).body.results;
  const href = `/staff/events/${id}/?search=${number}#roster`;
  const result = { kind: 'REGISTRANT', title: 'Venkatanarasimharaju Nair', href };
  for (const text of ['venkat', two.phone.slice(-10), number, number.replaceAll('-', ' ').toLowerCase()])
    expect(await searchFor(text), text).toContainEqual(expect.objectContaining(result));
  expect(await searchFor('portfolio eve')).toMatchObject([{ kind: 'EVENT', href: `/staff/events/${id}/` }]);
});

it('[API-20] a list marks those with a seat, and returns lines that name nobody or several people', async () => {
  const { id } = await insertEvent(test.db, { startsAt: new Date(Date.now() + 600_000), capacity: 3 });
  const people = (await insertLearners(test, 4)) as [Learner, Learner, Learner, Learner];
  const [one, two, left, waits] = people;
  for (const learner of people) await register(learner, id);
  await left.visitor.call(`POST /api/v1/live-events/${id}/cancel-registration/`, {});
  // The other number has the same last eight digits.
  await test.db
    .updateTable('appUser')
    .set({ phoneE164: `+9188${two.phone.slice(5)}` })
    .where('id', '=', one.userId)
    .execute();
  const list = [`0${two.phone.slice(3)}`, two.phone.slice(-8), left.email, waits.email].join('\n');
  const { status, body } = await staff.call(`POST ${path}${id}/attendance/`, { status: 'ATTENDED', list });
  expect([status, body]).toEqual([
    200,
    { changed: 1, unknown: [two.phone.slice(-8), left.email, waits.email] },
  ]);
});

it('[API-20] a registrant without a proved email hears everything by SMS', async () => {
  const { id } = await insertEvent(test.db);
  const learner = await insertLearner(test);
  await test.db
    .updateTable('appUser')
    .set({ emailVerifiedAt: null })
    .where('id', '=', learner.userId)
    .execute();
  await register(learner, id);
  const move = { action: 'POSTPONE', is_preview: false };
  expect((await staff.call(`POST ${path}${id}/move/`, move)).body.messages.people).toBe(1);
  await travel(test.db, 15);
  await deliverDue(test);
  const texts = (await test.sentTo(learner.phone)).map(({ text }) => text);
  expect(texts.filter((text) => /is postponed|you are registered/.test(text ?? ''))).toHaveLength(2);
  expect(await test.sentTo(learner.email)).toEqual([]);
});

it('[C-42] an account that is deleted gives its seat back', async () => {
  const { id } = await insertEvent(test.db, { capacity: 2 });
  const [one, two, three] = (await insertLearners(test, 3)) as [Learner, Learner, Learner];
  for (const learner of [one, two, three]) await register(learner, id);
  const taken = async () =>
    (await test.db.selectFrom('liveEvent').select('taken').executeTakeFirstOrThrow()).taken;
  await test.db.deleteFrom('appUser').where('id', '=', three.userId).execute();
  expect(await taken()).toBe(2);
  await test.db.deleteFrom('appUser').where('id', '=', one.userId).execute();
  expect(await taken()).toBe(1);
});

it('[API-20] the link to join is gone when the event is over, and for whoever cancelled', async () => {
  const { id } = await insertEvent(test.db);
  const learner = await insertLearner(test);
  await register(learner, id);
  const joinUrl = async () => (await learner.visitor.call(`GET /api/v1/live-events/${id}/`)).body.join_url;
  await travel(test.db, 72 * 3600 - 600);
  expect(await joinUrl()).toBe('https://meet.example.com/resume');
  await travel(test.db, 2 * 3600);
  expect(await joinUrl()).toBeNull();
});

it('[API-20] Today names offers that end, and events for which nobody has marked who came', async () => {
  const today = async () => {
    const { results } = (await staff.call('GET /api/v1/staff/today/')).body;
    return (results as Record<string, string>[])
      .filter(({ kind }) => kind === 'EVENT_OFFER' || kind === 'ATTENDANCE')
      .map(({ kind, href, who }) => [kind, href, who]);
  };
  const { id } = await insertEvent(test.db, { capacity: 1, startsAt: new Date(Date.now() + 90 * hour) });
  const [one, two] = (await insertLearners(test, 2)) as [Learner, Learner];
  await register(one, id);
  const { number } = await register(two, id);
  await one.visitor.call(`POST /api/v1/live-events/${id}/cancel-registration/`, {});
  await test.db
    .updateTable('eventRegistration')
    .set({ offerExpiresAt: new Date(Date.now() + 30_000) })
    .where('number', '=', number)
    .execute();
  expect(await today()).toEqual([
    ['EVENT_OFFER', `/staff/events/${id}/?search=${number}#roster`, 'Meera Nair'],
  ]);
  await two.visitor.call(`POST /api/v1/live-events/${id}/accept-offer/`, {});
  await travel(test.db, 115 * 3600);
  expect(await today()).toEqual([['ATTENDANCE', `/staff/events/${id}/#roster`, 'Write a résumé']]);
  const [{ id: registrationId } = { id: '' }] = (
    await staff.call(`GET ${path}${id}/registrations/?search=${number}`)
  ).body.results;
  await staff.call(`POST ${path}${id}/attendance/`, {
    status: 'ATTENDED',
    registration_ids: [registrationId],
  });
  expect(await today()).toEqual([]);
});
