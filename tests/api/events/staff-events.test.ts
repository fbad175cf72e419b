import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { insertLearner, insertLearners, type Learner } from '../../support/enrolment/learners.ts';
import { insertEvent } from '../../support/events.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { newEventBody } from '../../support/staff/event-writes.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let staff: Visitor;

beforeEach(async () => {
  staff = (await signUpStaff(test)).visitor;
});

const path = '/api/v1/staff/events/';
const register = ({ visitor }: Learner, id: string) =>
  visitor.call(`POST /api/v1/live-events/${id}/register/`, { join_waitlist: true });
const move = (id: string, body: object) =>
  staff.call(`POST ${path}${id}/move/`, { is_preview: false, ...body });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const pageOf = async (id: string, visitor: Visitor = test.visitor()) =>
  (await visitor.call(`GET /api/v1/live-events/${id}/`)).body;
const queuedTexts = async () =>
  (await test.db.selectFrom('outbox').select(['text', 'medium', 'attachments']).execute()).filter(
    ({ medium }) => medium === 'EMAIL',
  );

describe('[API-20] staff', () => {
  it('write a draft that nobody sees, and publish it', async () => {
    const { status, body } = await staff.call(`POST ${path}create/`, newEventBody());
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ status: 'DRAFT', slug: 'write-a-resume', is_existing: false });
    expect((await pageOf(body.id)).error_code).toBe('EVENT_NOT_FOUND');
    expect((await staff.call(`POST ${path}create/`, newEventBody())).body.is_existing).toBe(true);
    expect((await move(body.id, { action: 'PUBLISH' })).body.event.status).toBe('SCHEDULED');
    const page = await pageOf(body.slug);
    expect(page.speakers).toMatchObject([
      { name: 'Kavya Reddy', coach_slug: 'kavya-reddy', avatar: expect.anything() },
      { name: 'Asha Rao', role: 'recruiter', company: 'Novatel', coach_slug: null },
    ]);
  });

  it('cannot publish an event without a way in, or end one before it begins', async () => {
    const { body } = await staff.call(`POST ${path}create/`, newEventBody({ join_url: null }));
    expect((await move(body.id, { action: 'PUBLISH' })).body.error_code).toBe('INVALID_STATE');
    const wrong = await staff.call(`POST ${path}create/`, newEventBody({ ends_at: inDays(1) }));
    expect(wrong.body.field_errors).toHaveProperty('ends_at');
  });

  it('see whom a move informs, and everybody hears of the new time with a later calendar entry', async () => {
    const { id } = await insertEvent(test.db, { capacity: 1 });
    const [one, two] = (await insertLearners(test, 2)) as [Learner, Learner];
    await register(one, id);
    await register(two, id);
    await test.db.deleteFrom('outbox').execute();
    const before = await pageOf(id);
    const times = { startsAt: inDays(5), endsAt: inDays(5.1) };
    const body = { action: 'RESCHEDULE', starts_at: times.startsAt, ends_at: times.endsAt };
    const preview = await move(id, { ...body, is_preview: true });
    expect(preview.body.messages).toMatchObject({ people: 2 });
    expect((await pageOf(id)).starts_at).toBe(before.starts_at);
    expect(
      (await move(id, { ...body, fingerprint: preview.body.messages.fingerprint, public_note: 'Not shown.' }))
        .body.error_code,
    ).toBe('STALE_WRITE');

    const moved = await move(id, { ...body, public_note: 'The speaker travels.' });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    expect(await pageOf(id)).toMatchObject({
      ...{ status: 'SCHEDULED', starts_at: times.startsAt, previous_starts_at: before.starts_at },
    });
    const emails = await queuedTexts();
    expect(emails).toHaveLength(2);
    for (const { text } of emails) expect(text).toContain('The speaker travels.');
    // Only the person with a seat has an entry that moves.
    expect(emails.filter(({ attachments }) => attachments?.length)).toHaveLength(1);
    const { sequence } = await test.db.selectFrom('liveEvent').select('sequence').executeTakeFirstOrThrow();
    expect(sequence).toBe(1);
  });

  it('postpone an event without a date, and its registrants keep their seats', async () => {
    const { id } = await insertEvent(test.db);
    const learner = await insertLearner(test);
    await register(learner, id);
    expect((await move(id, { action: 'POSTPONE' })).status).toBe(200);
    expect(await pageOf(id, learner.visitor)).toMatchObject({ status: 'POSTPONED', is_registered: true });
    const body = { action: 'RESCHEDULE', starts_at: inDays(9), ends_at: inDays(9.1) };
    expect((await move(id, body)).body.event).toMatchObject({ status: 'SCHEDULED' });
  });

  it('cancel with a reason and a replacement, and undo it before anything is sent', async () => {
    const { id } = await insertEvent(test.db);
    const other = await insertEvent(test.db, { title: 'Second try' });
    await register(await insertLearner(test), id);
    await test.db.deleteFrom('outbox').execute();
    const rejected = await move(id, { action: 'CANCEL' });
    expect(rejected.body.field_errors).toHaveProperty('public_note');
    await move(id, { action: 'CANCEL', public_note: 'The speaker is ill.', replaced_by_id: other.id });
    expect(await pageOf(id)).toMatchObject({
      ...{ status: 'CANCELLED', cancel_reason: 'The speaker is ill.', registration: { open: false } },
      replaced_by: { slug: other.slug },
    });
    expect((await queuedTexts())[0]?.text).toContain('Second try');
    const { body } = await staff.call('GET /api/v1/staff/actions/undoable/');
    expect(body.action).toMatchObject({ people: 1 });
    await staff.call(`POST /api/v1/staff/actions/${body.action.id}/undo/`, {});
    expect(await pageOf(id)).toMatchObject({ status: 'SCHEDULED', cancel_reason: null, seats_left: 39 });
    expect(await queuedTexts()).toEqual([]);
  });

  it('enlarge an event, which offers the new seats to the wait-list, but not below the seats that are taken', async () => {
    const { id } = await insertEvent(test.db, { capacity: 1 });
    const [one, two] = (await insertLearners(test, 2)) as [Learner, Learner];
    await register(one, id);
    await register(two, id);
    const update = (body: object) => staff.call(`PATCH ${path}${id}/update/`, body);
    expect((await update({ capacity: 2, version: 1 })).body).toMatchObject({ taken: 2, version: 2 });
    expect((await pageOf(id, two.visitor)).my_registration.status).toBe('OFFERED');
    expect((await update({ capacity: 3, version: 1 })).body.error_code).toBe('STALE_WRITE');
    expect((await update({ capacity: 1, version: 2 })).body.field_errors).toHaveProperty('capacity');
    expect((await update({ starts_at: inDays(7), version: 2 })).body.field_errors).toHaveProperty(
      'starts_at',
    );
  });

  it('mark who came by a tap or a list, and see who that is', async () => {
    const { id } = await insertEvent(test.db, { startsAt: new Date(Date.now() + 60_000) });
    const [one, two] = (await insertLearners(test, 2)) as [Learner, Learner];
    const { body } = await register(one, id);
    await register(two, id);
    const mark = (values: object) => staff.call(`POST ${path}${id}/attendance/`, values);
    const missed = { status: 'NO_SHOW', registration_ids: [body.id] };
    expect((await mark(missed)).body.error_code).toBe('INVALID_STATE');
    await travel(test.db, 120);
    expect((await mark(missed)).body.changed).toBe(1);
    const list = [two.email.toUpperCase(), body.number, 'somebody@example.com'].join('\n');
    expect((await mark({ status: 'ATTENDED', list })).body).toEqual({
      ...{ changed: 2, unknown: ['somebody@example.com'] },
    });
    await mark({ status: null, registration_ids: [body.id] });
    const registrants = (await staff.call(`GET ${path}${id}/registrations/`)).body.results;
    expect(registrants.map(({ status }: { status: string }) => status)).toEqual(['REGISTERED', 'ATTENDED']);
  });

  it('[C-39] alone see all of that', async () => {
    const { id } = await insertEvent(test.db);
    const { visitor } = await insertLearner(test);
    for (const key of [`GET ${path}`, `GET ${path}${id}/`, `GET ${path}${id}/registrations/`])
      expect((await visitor.call(key)).status).toBe(404);
  });
});
