import { describe, expect, it } from 'vitest';
import { updateEventWaitlists } from '#lib/server/events/due-offers.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { insertLearner, insertLearners, type Learner } from '../../support/enrolment/learners.ts';
import { insertEvent, passHours } from '../../support/events.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';

const test = useTestApi();

const call = (learner: Learner, id: string, action: string, body: object = {}) =>
  learner.visitor.call(`POST /api/v1/live-events/${id}/${action}/`, body);
const register = (learner: Learner, id: string, body: object = {}) => call(learner, id, 'register', body);
const taken = async (id: string) =>
  (await test.db.selectFrom('liveEvent').select('taken').where('id', '=', id).executeTakeFirstOrThrow())
    .taken;

describe('[API-20] a registration', () => {
  it('has a number, says what comes next, and a second one is the same', async () => {
    const { id, slug } = await insertEvent(test.db);
    const learner = await insertLearner(test);
    const first = await register(learner, id);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(first.body).toMatchObject({
      ...{ is_existing: false, status: 'REGISTERED', number: expect.stringMatching(/^LE-\d\d-\d{5}$/) },
      next_step: expect.stringContaining('We remind you 24 hours and 1 hour before.'),
    });
    const second = await register(learner, slug);
    expect(second.body).toMatchObject({ is_existing: true, number: first.body.number });
    expect(await taken(id)).toBe(1);
    const { body } = await learner.visitor.call(`GET /api/v1/live-events/${slug}/`);
    expect(body).toMatchObject({ is_registered: true, seats_left: 39, join_url: null });
  });

  it('is confirmed by SMS and email with number, time and calendar file, and is a conversion and a lead', async () => {
    const { id } = await insertEvent(test.db, { programType: 'INTERVIEW_PREPARATION' });
    const learner = await insertLearner(test);
    const { body } = await register(learner, id);
    const email = await test.db
      .selectFrom('outbox')
      .select('attachments')
      .where('medium', '=', 'EMAIL')
      .executeTakeFirstOrThrow();
    expect(email.attachments).toEqual([{ fileName: 'event.ics', document: `event-calendar/${body.id}` }]);
    await deliverDue(test);
    for (const to of [learner.phone, learner.email]) {
      const [message] = await test.sentTo(to);
      expect(message?.text).toContain(body.number);
      expect(message?.text).toMatch(/\d (am|pm) IST/);
    }
    expect(await test.db.selectFrom('conversion').selectAll().execute()).toMatchObject([
      { kind: 'EVENT', subjectId: body.id, userId: learner.userId },
    ]);
    expect(await test.db.selectFrom('lead').select('sources').execute()).toEqual([{ sources: ['EVENT'] }]);
    expect(await test.db.selectFrom('userProfile').select('type').execute()).toContainEqual({
      type: 'PREPPA_CANDIDATE',
    });
  });

  it('[C-42] sent ten times at once is one', async () => {
    const { id } = await insertEvent(test.db);
    const learner = await insertLearner(test);
    const answers = await Promise.all(Array.from({ length: 10 }, () => register(learner, id)));
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.is_existing)).toHaveLength(1);
    expect(await taken(id)).toBe(1);
  });

  it('is cancelled once, gives its seat back, and can be made again with the same number', async () => {
    const { id } = await insertEvent(test.db);
    const learner = await insertLearner(test);
    const { number } = (await register(learner, id)).body;
    for (let n = 0; n < 2; n += 1)
      expect((await call(learner, id, 'cancel-registration')).body).toMatchObject({ status: 'CANCELLED' });
    expect(await taken(id)).toBe(0);
    const again = await register(learner, id);
    expect(again.body).toMatchObject({ status: 'REGISTERED', number, is_existing: false });
    expect(await test.db.selectFrom('conversion').selectAll().execute()).toHaveLength(1);
  });

  it('shows the link to join to registrants only, from 15 minutes before', async () => {
    const { id } = await insertEvent(test.db, { startsAt: new Date(Date.now() + 14 * 60_000) });
    const [learner, other] = (await insertLearners(test, 2)) as [Learner, Learner];
    await register(learner, id);
    const linkOf = async ({ visitor }: Learner) =>
      (await visitor.call(`GET /api/v1/live-events/${id}/`)).body.join_url;
    expect([await linkOf(learner), await linkOf(other)]).toEqual(['https://meet.example.com/resume', null]);
    const later = await insertEvent(test.db, { startsAt: new Date(Date.now() + 17 * 60_000) });
    await register(learner, later.id);
    const { body } = await learner.visitor.call(`GET /api/v1/live-events/${later.id}/`);
    expect(body.join_url).toBeNull();
  });

  it.each([
    [{ status: 'CANCELLED' }, 'EVENT_CANCELLED'],
    [{ status: 'POSTPONED' }, 'REGISTRATION_CLOSED'],
    [{ startsAt: new Date(Date.now() - 9_000_000) }, 'REGISTRATION_CLOSED'],
    [{ registrationClosesAt: new Date(Date.now() - 1000) }, 'REGISTRATION_CLOSED'],
    [{ capacity: 1, taken: 1 }, 'EVENT_FULL'],
  ])('is rejected for %o with %s', async (values, code) => {
    const { id } = await insertEvent(test.db, values);
    const { status, body } = await register(await insertLearner(test), id);
    expect([status, body.error_code]).toEqual([409, code]);
  });

  it('needs a verified number, and an event that is public', async () => {
    const { id } = await insertEvent(test.db, { status: 'DRAFT' });
    expect((await test.visitor().call(`POST /api/v1/live-events/${id}/register/`, {})).status).toBe(401);
    const { status, body } = await register(await insertLearner(test), id);
    expect([status, body.error_code]).toEqual([404, 'EVENT_NOT_FOUND']);
  });

  it('takes two answers after the event, and the second time replaces them', async () => {
    const { id } = await insertEvent(test.db);
    const learner = await insertLearner(test);
    await register(learner, id);
    expect((await call(learner, id, 'feedback', { rating: 4 })).body.error_code).toBe('INVALID_STATE');
    await passHours(test.db, id, 100);
    expect((await call(learner, id, 'feedback', { rating: 6 })).status).toBe(400);
    await call(learner, id, 'feedback', { rating: 4 });
    const { body } = await call(learner, id, 'feedback', { rating: 5, suggestion: 'More examples' });
    expect(body.feedback).toEqual({ rating: 5, suggestion: 'More examples' });
  });
});

describe('[API-20] a full event', () => {
  it('offers free seats in the order of the wait-list, for a time, and then to the next', async () => {
    const { id } = await insertEvent(test.db, { capacity: 2 });
    const people = await insertLearners(test, 6);
    const [one, two, three, four, five, newcomer] = people as [
      Learner,
      Learner,
      Learner,
      Learner,
      Learner,
      Learner,
    ];
    for (const learner of [one, two, three, four, five]) await register(learner, id, { join_waitlist: true });
    const mine = async ({ visitor }: Learner) =>
      (await visitor.call(`GET /api/v1/live-events/${id}/`)).body.my_registration;
    expect([(await mine(three)).waitlist_position, (await mine(five)).waitlist_position]).toEqual([1, 3]);

    await call(one, id, 'cancel-registration');
    expect((await mine(three)).status).toBe('OFFERED');
    // The seat is kept for the person, so a newcomer does not get it.
    expect((await register(newcomer, id)).body.error_code).toBe('EVENT_FULL');
    await travel(test.db, 25 * 3600);
    await updateEventWaitlists(test);
    expect([(await mine(three)).status, (await mine(four)).status]).toEqual(['OFFER_EXPIRED', 'OFFERED']);
    expect((await call(three, id, 'accept-offer')).body.error_code).toBe('INVALID_STATE');
    expect((await call(four, id, 'accept-offer')).body).toMatchObject({ status: 'REGISTERED' });
    expect((await mine(five)).waitlist_position).toBe(1);
    expect(await taken(id)).toBe(2);
    await deliverDue(test);
    expect((await test.sentTo(four.phone)).map(({ text }) => text).join('\n')).toContain(
      'A seat'.toLowerCase(),
    );
  });
});
