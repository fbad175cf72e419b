import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { insertLearner, requireOpenBatch, reserve } from '../../support/enrolment/learners.ts';
import { endUndoTime, requirePlaceId } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import {
  applyBody,
  bookTimeBody,
  createBatchBody,
  createSlotsBody,
  hoursFromNow,
} from '../../support/hiring/staff-appointments.ts';
import { readState } from '../../support/hiring/undo.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const move = 'POST /api/v1/staff/job-applications/move/';
const undoable = 'GET /api/v1/staff/actions/undoable/';

interface Scene {
  staff: Visitor;
  staffId: string;
  jobId: string;
  candidateIds: string[];
  applicationIds: string[];
}
let scene: Scene;

beforeEach(async () => {
  await restoreJobs(test.db);
  const { visitor: staff, id: staffId } = await signUpStaff(test);
  const { id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
  const candidateIds = await insertManyCandidates(test.db, 3, 1);
  const applicationIds = await insertApplications(
    test.db,
    candidateIds.map((userId) => ({ userId, jobId, status: 'IN_REVIEW' as const })),
  );
  scene = { staff, staffId, jobId, candidateIds, applicationIds };
});

async function ask(key: string, body: object) {
  const answer = await scene.staff.call(key, body);
  expect(answer.status, `${key} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
}

/** Makes the messages of the preparation due, so that only those of the action wait. */
async function deliverAll(): Promise<void> {
  await endUndoTime(test.db);
  await deliverDue(test);
  await test.db.deleteFrom('staffAction').execute();
}

async function undo(): Promise<{ status: number; body: { error_code?: string; error?: string } }> {
  const { body } = await scene.staff.call(undoable);
  return scene.staff.call(`POST /api/v1/staff/actions/${body.action.id}/undo/`, {});
}

const countInbox = async () => (await test.db.selectFrom('inboxMessage').select('id').execute()).length;

type Request = { key: string; body: object };
const moveAll = (action: string, more: object = {}): Request => ({
  key: move,
  body: { application_ids: scene.applicationIds, action, ...more },
});
const first = (action: string, more: object = {}): Request => ({
  key: move,
  body: { application_ids: [scene.applicationIds[0]], action, ...more },
});

async function inviteToInterview(): Promise<string> {
  for (const action of ['SHORTLIST', 'MOVE_TO_INTERVIEW']) await ask(move, moveAll(action).body);
  return planInterviews();
}

async function planInterviews(): Promise<string> {
  // The job's first interview is by phone.
  const byPhone = { stage_key: null, mode: 'PHONE', join_url: null };
  await ask('POST /api/v1/staff/slots/create/', createSlotsBody(scene.jobId, { ...byPhone, capacity: 3 }));
  const { body } = await scene.staff.call('GET /api/v1/staff/slots/');
  return body.results[0].id;
}

async function bookSlot(slotId: string): Promise<void> {
  for (const id of scene.applicationIds)
    await ask(`POST /api/v1/staff/job-applications/${id}/book-slot/`, { slot_id: slotId });
}

async function bookBatch(): Promise<string> {
  const { id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
  const batch = await ask('POST /api/v1/staff/batches/create/', createBatchBody(jobId));
  await test.db
    .updateTable('jobApplication')
    .set({ status: 'TRAINING', stageKey: 'training' })
    .where('id', 'in', scene.applicationIds)
    .execute();
  const waiting = {
    stageKey: 'training',
    status: 'TO_SET_UP',
    batchId: null,
    agreedToTermsAt: null,
  } as const;
  await test.db
    .insertInto('training')
    .values(scene.applicationIds.map((applicationId) => ({ ...waiting, id: randomUUID(), applicationId })))
    .execute();
  return batch.id;
}

const holdSeat = async (): Promise<string> =>
  (await reserve(await insertLearner(test), await requireOpenBatch(test.db))).body.id;

/** Prepares and returns one request for each kind of action that informs people. */
const actions: Record<string, () => Promise<Request>> = {
  shortlist: async () => first('SHORTLIST'),
  reject: async () => first('REJECT', { reason_code: 'OTHER', public_note: 'Thank you, Meera.' }),
  hold: async () => first('HOLD', { reason_code: 'OTHER' }),
  reopen: async () => {
    await ask(move, first('REJECT', { reason_code: 'OTHER' }).body);
    return first('REOPEN', { reason_code: 'MISTAKE' });
  },
  'reject three': async () => moveAll('REJECT', { reason_code: 'OTHER' }),
  'invite to an interview': async () => {
    await ask(move, moveAll('SHORTLIST').body);
    return moveAll('MOVE_TO_INTERVIEW');
  },
  'reject people with an interview': async () => {
    await bookSlot(await inviteToInterview());
    return moveAll('REJECT', { reason_code: 'OTHER' });
  },
  'import decisions': async () => {
    const rows = await test.db.selectFrom('jobApplication').select('number').execute();
    const lines = rows.map(({ number }) => `${number},REJECT,OTHER`);
    return {
      key: 'POST /api/v1/staff/job-applications/import/',
      body: { csv: ['number,action,reason_code', ...lines].join('\n'), is_preview: false },
    };
  },
  'withdraw for a candidate': async () => ({
    key: `POST /api/v1/staff/job-applications/${scene.applicationIds[0]}/withdraw/`,
    body: { reason: 'PAY', is_requested_by_phone: true },
  }),
  'apply for a candidate': async () => {
    const { id } = await requireJobBySlug(test.db, 'accounts-payable-associate-cl13');
    return {
      key: `POST /api/v1/staff/candidates/${scene.candidateIds[0]}/apply/`,
      body: await applyBody(test.db, id),
    };
  },
  'write to chosen candidates': async () => ({
    key: 'POST /api/v1/staff/job-applications/messages/create/',
    body: {
      ...{ id: randomUUID(), application_ids: scene.applicationIds, is_preview: false },
      ...{ subject: 'Documents', text: 'Hello {{firstName}}, bring your certificate.' },
    },
  }),
  'book an interview': async () => {
    const slotId = await inviteToInterview();
    return {
      key: `POST /api/v1/staff/job-applications/${scene.applicationIds[0]}/book-slot/`,
      body: { slot_id: slotId },
    };
  },
  'book an interview as the next step': async () => {
    await ask(move, moveAll('SHORTLIST').body);
    return {
      key: `POST /api/v1/staff/job-applications/${scene.applicationIds[0]}/book-slot/`,
      body: { slot_id: await planInterviews() },
    };
  },
  'book a time that no slot has': async () => {
    await inviteToInterview();
    return {
      key: `POST /api/v1/staff/job-applications/${scene.applicationIds[0]}/book-time/`,
      body: bookTimeBody(),
    };
  },
  'cancel a slot': async () => {
    const slotId = await inviteToInterview();
    await bookSlot(slotId);
    return { key: `POST /api/v1/staff/slots/${slotId}/cancel/`, body: { public_note: 'Holiday' } };
  },
  'book a training': async () => ({
    key: `POST /api/v1/staff/job-applications/${scene.applicationIds[0]}/book-batch/`,
    body: { batch_id: await bookBatch() },
  }),
  'change a city': async () => ({
    key: `POST /api/v1/staff/job-applications/${scene.applicationIds[0]}/change-city/`,
    body: {
      location_id: await requirePlaceId(test.db, 'Gurugram'),
      current_location_id: null,
      reason: 'More openings',
    },
  }),
  'cancel a batch': async () => {
    const batchId = await bookBatch();
    for (const id of scene.applicationIds)
      await ask(`POST /api/v1/staff/job-applications/${id}/book-batch/`, { batch_id: batchId });
    return { key: `POST /api/v1/staff/batches/${batchId}/cancel/`, body: {} };
  },
  'move a batch': async () => {
    const batchId = await bookBatch();
    for (const id of scene.applicationIds)
      await ask(`POST /api/v1/staff/job-applications/${id}/book-batch/`, { batch_id: batchId });
    return {
      key: `PATCH /api/v1/staff/batches/${batchId}/update/`,
      body: { starts_at: hoursFromNow(60) },
    };
  },
  'write to a batch': async () => {
    const batchId = await bookBatch();
    for (const id of scene.applicationIds)
      await ask(`POST /api/v1/staff/job-applications/${id}/book-batch/`, { batch_id: batchId });
    return {
      key: `POST /api/v1/staff/batches/${batchId}/messages/create/`,
      body: { id: randomUUID(), subject: 'Tomorrow', text: 'Bring a laptop.', is_preview: false },
    };
  },
  'close a job': async () => {
    await test.db
      .updateTable('jobApplication')
      .set({ status: 'STARTED', submittedAt: null, replyDueAt: null })
      .where('id', 'in', scene.applicationIds.slice(1))
      .execute();
    return { key: `POST /api/v1/staff/jobs/${scene.jobId}/move/`, body: { action: 'CLOSE' } };
  },
  'verify details': () => moveCandidate({ action: 'VERIFY' }),
  'ask for a correction': () => moveCandidate({ action: 'ASK_CORRECTION', public_note: 'Add your degree.' }),
  'confirm an enrolment': async () => {
    const path = `POST /api/v1/staff/enrolments/${await holdSeat()}/`;
    const { fee } = await test.db.selectFrom('enrolment').select('fee').executeTakeFirstOrThrow();
    await ask(`${path}record-payment/`, { ...payment, amount: fee.amount });
    return { key: `${path}move/`, body: { action: 'CONFIRM' } };
  },
  'release a seat': async () => ({
    key: `POST /api/v1/staff/enrolments/${await holdSeat()}/move/`,
    body: { action: 'RELEASE', reason_code: 'OTHER' },
  }),
  'record a payment that gives a released seat back': async () => {
    const path = `POST /api/v1/staff/enrolments/${await holdSeat()}/`;
    await ask(`${path}move/`, { action: 'RELEASE', reason_code: 'NOT_PAID' });
    return { key: `${path}record-payment/`, body: payment };
  },
  'record a payment': async () => ({
    key: `POST /api/v1/staff/enrolments/${await holdSeat()}/record-payment/`,
    body: payment,
  }),
};

const payment = { amount: 100, method: 'UPI', reference: 'U1', received_at: '2026-11-01T00:00:00.000Z' };

async function moveCandidate(body: object): Promise<Request> {
  const id = scene.candidateIds[0];
  const { body: candidate } = await scene.staff.call(`GET /api/v1/staff/candidates/${id}/`);
  return {
    key: `POST /api/v1/staff/candidates/${id}/move/`,
    body: { ...body, updated_at: candidate.updated_at },
  };
}

describe('undo', () => {
  it.each(Object.keys(actions))('[API-42] %s: restores every row and sends nothing', async (name) => {
    const request = await actions[name]?.();
    await deliverAll();
    const before = await readState(test.db);
    const sent = await countInbox();

    await ask(request?.key ?? '', request?.body ?? {});
    expect(await readState(test.db)).not.toEqual(before);
    await deliverDue(test);
    expect(await countInbox(), 'messages wait').toBe(sent);

    expect((await undo()).status).toBe(200);
    expect(await readState(test.db)).toEqual(before);
    expect(await test.db.selectFrom('outbox').where('status', '=', 'QUEUED').select('id').execute()).toEqual(
      [],
    );
    const { body } = await scene.staff.call(undoable);
    expect(body.action).toBeNull();
    const audit = await test.db
      .selectFrom('auditEvent')
      .selectAll()
      .where('action', 'like', '%.UNDO')
      .execute();
    expect(audit.length).toBeGreaterThan(0);
    expect(audit[0]?.actorId).toBe(scene.staffId);
  });

  it('[API-43] an interview that is booked as the next step sends one email, about its time', async () => {
    const { key = '', body = {} } = (await actions['book an interview as the next step']?.()) ?? {};
    await deliverAll();
    expect(await ask(key, body)).toMatchObject({ status: 'INTERVIEW', interview_status: 'SCHEDULED' });
    const waiting = test.db.selectFrom('outbox').select('subject').where('status', '=', 'QUEUED');
    const emails = await waiting.where('medium', '=', 'EMAIL').execute();
    expect(emails).toEqual([{ subject: 'Your interview is booked' }]);
  });

  it.each(['reject three', 'cancel a slot', 'verify details'])(
    '[API-42] %s: sends the messages after ten seconds, and then it is too late',
    async (name) => {
      const request = await actions[name]?.();
      await deliverAll();
      const sent = await countInbox();
      await ask(request?.key ?? '', request?.body ?? {});
      const { body } = await scene.staff.call(undoable);
      expect(body.action.seconds_left).toBeGreaterThan(3);
      expect(body.action.seconds_left).toBeLessThanOrEqual(10);

      await travel(test.db, 11);
      await deliverDue(test);
      expect(await countInbox()).toBeGreaterThan(sent);
      const late = await scene.staff.call(`POST /api/v1/staff/actions/${body.action.id}/undo/`, {});
      expect(late.status).toBe(409);
      expect(late.body).toMatchObject({ error_code: 'UNDO_EXPIRED', field_errors: {} });
    },
  );

  it('[API-42] undoes nothing after one of the messages was sent', async () => {
    await ask(move, moveAll('SHORTLIST').body);
    const { id } = await test.db.selectFrom('outbox').select('id').limit(1).executeTakeFirstOrThrow();
    await test.db
      .updateTable('outbox')
      .set({ dueAt: new Date(0) })
      .where('id', '=', id)
      .execute();
    await deliverDue(test);
    const before = await readState(test.db);
    expect(await undo()).toMatchObject({ status: 409, body: { error_code: 'UNDO_EXPIRED' } });
    expect(await readState(test.db)).toEqual(before);
    const waiting = await test.db.selectFrom('outbox').select('id').where('status', '=', 'QUEUED').execute();
    expect(waiting).toHaveLength(5);
  });

  it('[API-42] undoes nothing after somebody changed one of the rows, and says which', async () => {
    await ask(move, moveAll('SHORTLIST').body);
    const { body } = await scene.staff.call(undoable);
    await ask(move, first('HOLD', { reason_code: 'OTHER' }).body);
    const before = await readState(test.db);
    const answer = await scene.staff.call(`POST /api/v1/staff/actions/${body.action.id}/undo/`, {});
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      error_code: 'UNDO_CONFLICT',
      error: 'The application changed since, so this cannot be undone. Reload the page.',
    });
    expect(await readState(test.db)).toEqual(before);
  });

  it('[API-42] gives back a seat only while nobody else has taken it', async () => {
    const slotId = await inviteToInterview();
    await bookSlot(slotId);
    await deliverAll();
    await ask(move, first('REJECT', { reason_code: 'OTHER' }).body);
    await test.db.updateTable('interviewSlot').set({ taken: 3 }).where('id', '=', slotId).execute();
    const before = await readState(test.db);
    expect(await undo()).toMatchObject({
      status: 409,
      body: { error_code: 'UNDO_CONFLICT', error: expect.stringContaining('took the seat') },
    });
    expect(await readState(test.db)).toEqual(before);
  });

  it('[C-39] belongs to the staff member who made the change, once', async () => {
    await ask(move, first('SHORTLIST').body);
    const { visitor: other } = await signUpStaff(test);
    expect((await other.call(undoable)).body.action).toBeNull();
    const { body } = await scene.staff.call(undoable);
    expect(body.action).toMatchObject({ label: 'Shortlisted', people: 1, names: ['Meera Number1'] });
    const key = `POST /api/v1/staff/actions/${body.action.id}/undo/`;
    expect((await other.call(key, {})).status).toBe(404);
    expect((await scene.staff.call(key, {})).body).toEqual({
      ...{ action: 'application.SHORTLIST', undone: 1, is_earlier_sent: false },
    });
    expect((await scene.staff.call(key, {})).body).toMatchObject({ error_code: 'UNDO_EXPIRED' });
    expect((await scene.staff.call('POST /api/v1/staff/actions/nonsense/undo/', {})).status).toBe(404);
  });
});
