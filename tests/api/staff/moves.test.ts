import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { handleQueueForm } from '#lib/server/staff/hiring/applications/application-forms.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  postStaffForm,
  requireJobBySlug,
  requireUserId,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import {
  createBatchBody,
  createSlotsBody,
  hoursFromNow,
  inviteApplications,
} from '../../support/hiring/staff-appointments.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const move = 'POST /api/v1/staff/job-applications/move/';
let staff: Visitor;
let jobId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  ({ id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13'));
});

async function add(...statuses: ('SUBMITTED' | 'IN_REVIEW' | 'WITHDRAWN')[]): Promise<string[]> {
  const users = await insertManyCandidates(test.db, statuses.length);
  return insertApplications(
    test.db,
    statuses.map((status, index) => ({ userId: users[index] ?? '', jobId, status })),
  );
}

const statusOf = async (id: string) =>
  (await test.db.selectFrom('jobApplication').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;

describe('a bulk move', () => {
  it('[API-42] is shown first with its people, every text, and what cannot be moved, and changes nothing', async () => {
    const [one = '', two = '', gone = ''] = await add('SUBMITTED', 'IN_REVIEW', 'WITHDRAWN');
    const body = { application_ids: [one, two, gone], action: 'REJECT', reason_code: 'SKILLS' };
    const outbox = () => test.db.selectFrom('outbox').select('id').execute();
    const before = await outbox();
    const previewed = await staff.call('POST /api/v1/staff/job-applications/preview-move/', {
      ...body,
      public_note: 'We look for more Excel.',
    });
    expect(previewed.status).toBe(200);
    expect(previewed.body).toMatchObject({
      applications: [{ id: one }, { id: two }],
      failed: [{ message: expect.stringContaining('Withdrawn') }],
      messages: { people: 2, names: ['Asha Number0', 'Meera Number1'] },
    });
    const [text] = previewed.body.messages.texts;
    expect(text.text).toContain('We look for more Excel.');
    expect([await statusOf(one), await statusOf(two), await outbox()]).toEqual([
      'SUBMITTED',
      'IN_REVIEW',
      before,
    ]);
  });

  it('[API-42] from a file is shown first with whom it notifies and each text, and notifies nobody', async () => {
    const ids = await add('SUBMITTED', 'IN_REVIEW');
    const rows = await test.db
      .selectFrom('jobApplication')
      .select('number')
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    const [first, second] = rows.map(({ number }) => number);
    const moves = 'POST /api/v1/staff/job-applications/import/';
    const csv = `number,action,reason_code,public_note\n${first},REJECT,SKILLS,More Excel.\n${second},REJECT,SKILLS,`;
    const { body } = await staff.call(moves, { csv, is_preview: true });
    expect(body.messages).toMatchObject({ people: 2, names: ['Asha Number0', 'Meera Number1'] });
    const texts = body.messages.texts.map(({ text }: { text: string }) => text.includes('More Excel.'));
    // The email with a note of staff differs from the SMS; the other two are alike on both channels.
    expect(texts.toSorted()).toEqual([false, false, true]);
    expect(await test.db.selectFrom('outbox').select('id').where('userId', 'is not', null).execute()).toEqual(
      [],
    );
    expect((await staff.call(moves, { csv, is_preview: false })).body).toMatchObject({ count: 2 });
  });

  it('[API-42] asks first without a script too, and the second press moves those that were shown', async () => {
    const [one = '', two = ''] = await add('SUBMITTED', 'IN_REVIEW');
    const fields = { action: 'HOLD', reasonCode: 'OTHER', publicNote: '', privateNote: 'Ask Leela' };
    const post = (more: Record<string, string | string[]>) =>
      handleQueueForm(test.api, postStaffForm(test, staff, '/staff/applications/', { ...fields, ...more }));
    const asked = await post({ id: [one, two] });
    expect([asked.preview?.applications.length, asked.values.privateNote]).toEqual([2, 'Ask Leela']);
    expect(await statusOf(one)).toBe('SUBMITTED');
    expect(
      (await post({ id: [one, two], confirmed: asked.preview?.messages.fingerprint ?? '' })).report,
    ).toEqual({ moved: 2, failed: [] });
    expect(await statusOf(one)).toBe('ON_HOLD');
  });

  it('[API-42] moves what it can, and gives a reason for each application it cannot move', async () => {
    const [one, two, gone] = (await add('SUBMITTED', 'IN_REVIEW', 'WITHDRAWN')) as [string, string, string];
    const unknown = randomUUID();
    const { status, body } = await staff.call(move, {
      application_ids: [one, two, gone, unknown],
      action: 'START_REVIEW',
      private_note: 'From the batch of May',
    });
    expect(status).toBe(200);
    expect(body.moved).toBe(1);
    expect(body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false, false, false]);
    expect(body.results[0].application).toMatchObject({ id: one, status: 'IN_REVIEW' });
    expect(body.results[1].error).toEqual({
      error_code: 'INVALID_STATE',
      message: expect.stringContaining('is “In review”, so it cannot be taken into review'),
    });
    expect(body.results[3]).toMatchObject({
      number: null,
      application: null,
      error: { error_code: 'NOT_FOUND' },
    });
    expect(await Promise.all([one, two, gone].map(statusOf))).toEqual([
      'IN_REVIEW',
      'IN_REVIEW',
      'WITHDRAWN',
    ]);
  });

  it('requires a reason for a rejection', async () => {
    const [id = ''] = await add('SUBMITTED');
    const rejected = await staff.call(move, { application_ids: [id], action: 'REJECT' });
    expect(rejected.body.results[0].error.message).toBe('Choose a reason first.');
    const done = await staff.call(move, {
      application_ids: [id],
      action: 'REJECT',
      reason_code: 'LANGUAGE',
      public_note: 'Thank you for your time.',
      private_note: 'English is not there yet',
    });
    expect(done.body.moved).toBe(1);
    const { body } = await staff.call(`GET /api/v1/staff/job-applications/${id}/`);
    expect(body.history.at(-1)).toMatchObject({
      to: 'NOT_SELECTED',
      reason: 'Language level',
      public_note: 'Thank you for your time.',
      private_note: 'English is not there yet',
      actor_name: 'Asha Verma',
    });
  });

  it('counts a repeated id once, and accepts at most a hundred', async () => {
    const [id = ''] = await add('SUBMITTED');
    const { body } = await staff.call(move, { application_ids: [id, id], action: 'START_REVIEW' });
    expect([body.moved, body.results.length]).toEqual([1, 1]);
    const many = Array.from({ length: 101 }, () => randomUUID());
    expect((await staff.call(move, { application_ids: many, action: 'HIRE' })).status).toBe(400);
    expect((await staff.call(move, { application_ids: [], action: 'HIRE' })).status).toBe(400);
  });

  it('moves an application once when two staff members send it in parallel', async () => {
    const [id = ''] = await add('SUBMITTED');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        staff.fork().call(move, { application_ids: [id], action: 'START_REVIEW' }),
      ),
    );
    expect(answers.reduce((sum, { body }) => sum + body.moved, 0)).toBe(1);
    const events = await test.db
      .selectFrom('applicationEvent')
      .select('id')
      .where('applicationId', '=', id)
      .execute();
    expect(events).toHaveLength(1);
  });
});

it('[C-39] a private note never reaches the candidate', async () => {
  const { visitor, e164 } = await signUpVerified(test);
  const [id = ''] = await insertApplications(test.db, [
    { userId: await requireUserId(test.db, e164), jobId },
  ]);
  await staff.call(`POST /api/v1/staff/job-applications/${id}/note/`, { text: 'secret-one' });
  await staff.call(move, { application_ids: [id], action: 'START_REVIEW', private_note: 'secret-two' });
  const { status, body } = await visitor.call(`GET /api/v1/moonshot/job-applications/${id}/`);
  expect(status).toBe(200);
  expect(body.status).toBe('IN_REVIEW');
  expect(JSON.stringify(body)).not.toMatch(/secret/);
  expect(JSON.stringify(await test.sentTo(e164))).not.toMatch(/secret/);
});

describe('seats', () => {
  const pattern = (more: object = {}) => createSlotsBody(jobId, more);
  const slots = async () => (await staff.call('GET /api/v1/staff/slots/?limit=100')).body;

  it('[API-43] weekly availability creates slots once, after a preview', async () => {
    const look = await staff.call('POST /api/v1/staff/slots/create/', pattern({ is_preview: true }));
    expect(look.body).toMatchObject({ is_preview: true, created: 6, existing: 0, past: 0 });
    expect((await slots()).count).toBe(0);
    const both = await Promise.all(
      [1, 2].map(() => staff.fork().call('POST /api/v1/staff/slots/create/', pattern())),
    );
    expect(both.reduce((sum, { body }) => sum + body.created, 0)).toBe(6);
    const { count, results } = await slots();
    expect(count).toBe(6);
    expect(results[0].starts_at < results[1].starts_at).toBe(true);
  });

  it.each([
    [{ to_date: '2020-01-01' }, 'to_date'],
    [{ closes: '10:20' }, 'closes'],
    [{ time_zone: 'Mars/Base' }, 'time_zone'],
    [{ stage_key: 'no-such-stage' }, 'stage_key'],
    [{ minutes: 10, pause_minutes: 0, opens: '00:00', closes: '23:50', to_date: '2099-01-01' }, 'to_date'],
  ])('rejects %o with an error at its field', async (more, field) => {
    const { status, body } = await staff.call('POST /api/v1/staff/slots/create/', pattern(more));
    expect(status).toBe(400);
    expect(Object.keys(body.field_errors)).toContain(field);
  });

  it('people with a seat in a cancelled slot are notified and choose another', async () => {
    const [id = ''] = await add('SUBMITTED');
    await inviteApplications(test.db, [id]);
    await staff.call('POST /api/v1/staff/slots/create/', pattern());
    const [slot] = (await slots()).results;
    const booked = await staff.call(`POST /api/v1/staff/job-applications/${id}/book-slot/`, {
      slot_id: slot.id,
    });
    expect(booked.body.interview_status).toBe('SCHEDULED');
    const { body } = await staff.call(`POST /api/v1/staff/slots/${slot.id}/cancel/`, {
      public_note: 'Our panel is ill.',
    });
    expect(body).toMatchObject({ released: 1, taken: 0, cancelled_at: expect.any(String) });
    const after = await staff.call(`GET /api/v1/staff/job-applications/${id}/`);
    expect(after.body.interview_status).toBe('TO_SCHEDULE');
    expect(after.body.open_slots.map((one: { id: string }) => one.id)).not.toContain(slot.id);
    const again = await staff.call(`POST /api/v1/staff/slots/${slot.id}/cancel/`, {});
    expect([again.status, again.body.error]).toEqual([409, 'This slot is already cancelled.']);
  });

  it('[C-42] of two staff who book one candidate at once, the second is told, and the candidate has the first time', async () => {
    const [id = ''] = await add('SUBMITTED');
    await inviteApplications(test.db, [id]);
    await staff.call('POST /api/v1/staff/slots/create/', pattern());
    const two = (await slots()).results.slice(0, 2) as { id: string }[];
    const answers = await Promise.all(
      two.map((slot) =>
        staff.fork().call(`POST /api/v1/staff/job-applications/${id}/book-slot/`, {
          ...{ slot_id: slot.id, current_slot_id: null },
        }),
      ),
    );
    const first = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers[1 - first]?.body.error).toContain('Somebody has booked, moved or cancelled');
    const { body } = await staff.call(`GET /api/v1/staff/job-applications/${id}/`);
    expect(body.meeting.slot_id).toBe(two[first]?.id);
  });

  it('a slot that is cancelled while candidates move away has no seats and no candidates afterwards', async () => {
    const ids = await add('SUBMITTED', 'SUBMITTED', 'SUBMITTED');
    await inviteApplications(test.db, ids);
    await staff.call('POST /api/v1/staff/slots/create/', pattern({ capacity: 3 }));
    const [from, to] = (await slots()).results;
    const book = (id: string, slotId: string) =>
      staff.fork().call(`POST /api/v1/staff/job-applications/${id}/book-slot/`, { slot_id: slotId });
    for (const id of ids) expect((await book(id, from.id)).status).toBe(200);

    const answers = await Promise.all([
      ...ids.map((id) => book(id, to.id)),
      staff.fork().call(`POST /api/v1/staff/slots/${from.id}/cancel/`, {}),
    ]);
    for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(500);
    const after = (await slots()).results as { id: string; taken: number }[];
    const seated = await test.db
      .selectFrom('interview')
      .select('slotId')
      .where('status', '=', 'SCHEDULED')
      .execute();
    expect(after.find(({ id }) => id === from.id)?.taken).toBe(0);
    expect(seated.every(({ slotId }) => slotId === to.id)).toBe(true);
    expect(after.find(({ id }) => id === to.id)?.taken).toBe(seated.length);
  });

  it('[API-43] a video call requires a link, an interview in person an address, and a phone call neither', async () => {
    const path = 'POST /api/v1/staff/slots/create/';
    const slotErrors = async (more: object) =>
      (await staff.call(path, pattern({ join_url: null, ...more }))).body.field_errors;
    expect(await slotErrors({ mode: 'VIDEO' })).toEqual({ join_url: 'Please enter the link to join' });
    expect(await slotErrors({ mode: 'IN_PERSON' })).toEqual({ address: 'Please enter the address' });
    expect(await slotErrors({ mode: 'IN_PERSON', address: ' ' })).toEqual({
      address: 'Please enter the address',
    });
    for (const [mode, address] of [
      ['PHONE', null],
      ['IN_PERSON', '3 Residency Road'],
    ]) {
      const wanted = pattern({ mode, address, join_url: null, is_preview: true });
      expect((await staff.call(path, wanted)).status).toBe(200);
    }
  });

  it('[API-42] a batch requires a link, an address or both, also after a change', async () => {
    const batch = createBatchBody(jobId, { mode: 'HYBRID', join_url: null });
    const path = 'POST /api/v1/staff/batches/create/';
    const both = { join_url: 'Please enter the link to join', address: 'Please enter the address' };
    expect((await staff.call(path, batch)).body.field_errors).toEqual(both);
    const made = await staff.call(path, { ...batch, mode: 'ONLINE', join_url: 'https://meet.example/room' });
    expect(made.status).toBe(200);
    const update = (body: object) => staff.call(`PATCH /api/v1/staff/batches/${made.body.id}/update/`, body);
    expect((await update({ mode: 'IN_PERSON' })).body.field_errors).toEqual({ address: both.address });
    expect((await update({ join_url: null })).body.field_errors).toEqual({ join_url: both.join_url });
    const inPerson = await update({ mode: 'IN_PERSON', address: '3 Residency Road', join_url: null });
    expect(inPerson.body).toMatchObject({ mode: 'IN_PERSON', join_url: null });
  });

  it('a batch cannot have fewer seats than are reserved', async () => {
    const made = await staff.call(
      'POST /api/v1/staff/batches/create/',
      createBatchBody(jobId, { capacity: 5 }),
    );
    await test.db.updateTable('trainingBatch').set({ taken: 3 }).execute();
    const path = `PATCH /api/v1/staff/batches/${made.body.id}/update/`;
    expect((await staff.call(path, { capacity: 2 })).body.field_errors).toEqual({
      capacity: '3 seats are taken already',
    });
    expect((await staff.call(path, { capacity: 4 })).body.capacity).toBe(4);
    expect((await staff.call(path, { ends_at: hoursFromNow(1) })).body.field_errors).toHaveProperty(
      'ends_at',
    );
  });
});

it('staff verify a candidate’s details, or return them with a comment', async () => {
  const [id = ''] = await insertManyCandidates(test.db, 1);
  const path = `POST /api/v1/staff/candidates/${id}/move/`;
  expect((await staff.call(path, { action: 'ASK_CORRECTION' })).body.error).toContain(
    'Write what the candidate',
  );
  const asked = await staff.call(path, { action: 'ASK_CORRECTION', public_note: 'Your year of graduation' });
  expect(asked.body.status).toBe('NEEDS_CORRECTION');
  expect(asked.body.history[0].public_note).toBe('Your year of graduation');
  expect((await staff.call(path, { action: 'VERIFY' })).status).toBe(409);
});
