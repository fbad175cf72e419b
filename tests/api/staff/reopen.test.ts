import { beforeEach, describe, expect, it } from 'vitest';
import { moveApplication } from '#lib/server/hiring/applications/move-application.ts';
import { expireApplications } from '#lib/server/hiring/due-transitions.ts';
import { useTestApi } from '../../support/api.ts';
import {
  applications,
  type Candidate,
  insertSlot,
  jobs,
  readApplication,
  runUnitOfWork,
  signUpCandidate,
  startApplication,
  submitApplication,
  waitForDelivery,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
/** A job with a review, a training and an interview. */
const slug = 'inside-sales-associate-cl13';
let staff: Visitor;
let staffId: string;
let person: Candidate;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  person = await signUpCandidate(test);
});

const move = async (id: string, action: string, more: object = {}) => {
  const { body } = await staff.call('POST /api/v1/staff/job-applications/move/', {
    application_ids: [id],
    action,
    ...more,
  });
  return body.results?.[0] ?? body;
};
const reject = (id: string) => move(id, 'REJECT', { reason_code: 'OTHER' });
const reopen = (id: string, more: object = {}) => move(id, 'REOPEN', { reason_code: 'MISTAKE', ...more });
const rowOf = (id: string) =>
  test.db.selectFrom('jobApplication').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('staff reopen an application that has ended', () => {
  it('[API-42] to the status before, with a reason, a message and an audit row', async () => {
    const id = await submitApplication(person, slug);
    expect(await move(id, 'SHORTLIST')).toMatchObject({ ok: true });
    await reject(id);
    await waitForDelivery(test);
    expect((await rowOf(id)).decidedAt).not.toBeNull();
    expect((await move(id, 'REOPEN')).error.message).toBe('Choose a reason first.');
    expect(await reopen(id, { public_note: 'We are sorry.' })).toMatchObject({
      ok: true,
      application: { status: 'SHORTLISTED' },
    });
    expect(await rowOf(id)).toMatchObject({ status: 'SHORTLISTED', decidedAt: null });
    const application = await readApplication(person, id);
    expect(application.outcome).toBeNull();
    expect(application.history.at(-1)).toMatchObject({ from: 'NOT_SELECTED', to: 'SHORTLISTED' });
    await waitForDelivery(test);
    const mail = (await test.sentTo(person.email)).find(
      ({ subject }) => subject === 'Your application is open again',
    );
    expect(mail?.text).toContain('is open again. You are on the shortlist.');
    expect(mail?.text).toContain('We are sorry.');
    const audited = await test.db
      .selectFrom('auditEvent')
      .selectAll()
      .where('action', '=', 'application.REOPEN')
      .execute();
    expect(audited).toMatchObject([
      {
        actorId: staffId,
        subjectId: id,
        details: { from: 'NOT_SELECTED', to: 'SHORTLISTED', reasonCode: 'MISTAKE' },
      },
    ]);
  });

  it('[API-42] rejects a reason of another action', async () => {
    const id = await submitApplication(person, slug);
    await reject(id);
    expect((await reopen(id, { reason_code: 'SKILLS' })).field_errors).toEqual({
      reason_code: 'Please choose a reason that fits the action',
    });
    expect((await move(id, 'REJECT', { reason_code: 'MISTAKE' })).error_code).toBe('VALIDATION_FAILED');
  });

  it('[API-42] an expired draft gets all of its days again, but not while its job is closed', async () => {
    const id = await startApplication(person, slug);
    await test.db
      .updateTable('jobApplication')
      .set({ expiresAt: new Date(0) })
      .where('id', '=', id)
      .execute();
    await expireApplications(test.db);
    await test.db.updateTable('job').set({ status: 'CLOSED' }).where('slug', '=', slug).execute();
    expect((await reopen(id)).error.message).toBe('The job is closed. Reopen the job first.');
    await test.db.updateTable('job').set({ status: 'OPEN' }).where('slug', '=', slug).execute();
    expect(await reopen(id, { reason_code: 'MORE_TIME' })).toMatchObject({ ok: true });
    const { body } = await person.visitor.call(`POST ${applications}${id}/submit/`, {});
    expect(body.status).toBe('SUBMITTED');
  });

  it('[API-43] with an interview: the candidate chooses a time again', async () => {
    await test.db
      .updateTable('job')
      .set({
        stages: JSON.stringify([
          { key: 'form', title: 'Form', kind: 'FORM' },
          { key: 'interview', title: 'Interview', kind: 'INTERVIEW' },
          { key: 'offer', title: 'Offer', kind: 'OFFER' },
        ]),
      })
      .where('slug', '=', slug)
      .execute();
    const id = await submitApplication(person, slug);
    await move(id, 'MOVE_TO_INTERVIEW');
    const slotId = await insertSlot(test.db, slug);
    await staff.call(`POST /api/v1/staff/job-applications/${id}/book-slot/`, { slot_id: slotId });
    await reject(id);
    await waitForDelivery(test);
    expect(await reopen(id)).toMatchObject({
      ok: true,
      application: { status: 'INTERVIEW', interview_status: 'TO_SCHEDULE' },
    });
    const slot = test.db.selectFrom('interviewSlot').select('taken').where('id', '=', slotId);
    expect(await slot.executeTakeFirst()).toEqual({ taken: 0 });
    const { history } = await readApplication(person, id);
    expect(history.at(-1)).toMatchObject({
      action: 'INVITE_AGAIN',
      because: 'because the application is open again',
    });
    await waitForDelivery(test);
    const mail = (await test.sentTo(person.email)).find(
      ({ subject }) => subject === 'Your application is open again',
    );
    expect(mail?.text).toContain('Please choose a time for your interview.');
  });

  it('[API-42] that was on hold: it is on hold again and can be resumed', async () => {
    const id = await submitApplication(person, slug);
    await move(id, 'START_REVIEW');
    await move(id, 'HOLD', { reason_code: 'OTHER' });
    await reject(id);
    await reopen(id);
    expect(await rowOf(id)).toMatchObject({ status: 'ON_HOLD', holdFromStatus: 'IN_REVIEW' });
    await move(id, 'RESUME');
    expect(await rowOf(id)).toMatchObject({ status: 'IN_REVIEW', holdFromStatus: null });
  });

  it('[API-42] but not one that the candidate has withdrawn', async () => {
    const id = await submitApplication(person, slug);
    await person.visitor.call(`POST ${applications}${id}/withdraw/`, { reason: 'PAY' });
    expect((await rowOf(id)).status).toBe('WITHDRAWN');
    expect((await reopen(id)).error.message).toBe(
      'The status of this application is “Withdrawn”, so it cannot be reopened.',
    );
  });
});

describe('a person has one open application for a job', () => {
  it('[C-42] an application with a newer open one stays ended, and its page says why', async () => {
    const id = await submitApplication(person, slug);
    await reject(id);
    const newer = await startApplication(person, slug);
    const { body } = await staff.call(`GET /api/v1/staff/job-applications/${id}/`);
    const reason = 'This person has another open application for this job.';
    expect(body.allowed_actions).toContainEqual({ action: 'REOPEN', enabled: false, reason });
    expect((await reopen(id)).error.message).toBe(reason);
    await test.db
      .updateTable('jobApplication')
      .set({ status: 'WITHDRAWN' })
      .where('id', '=', newer)
      .execute();
    expect(await reopen(id)).toMatchObject({ ok: true });
    const application = await readApplication(person, id);
    expect(application.allowed_actions).toContainEqual({ action: 'WITHDRAW', enabled: true, reason: null });
  });

  it('[C-42] of reopening and applying at the same moment, one or the other happens', async () => {
    const id = await submitApplication(person, slug);
    await reject(id);
    const [reopened, applied] = await Promise.all([
      runUnitOfWork(test, (work) =>
        moveApplication(work, { type: 'STAFF', id: staffId }, id, 'REOPEN', { reasonCode: 'MISTAKE' }),
      ).then(
        () => true,
        () => false,
      ),
      person.visitor.call(`POST ${jobs}${slug}/apply/`, {}),
    ]);
    expect(applied.status).toBe(200);
    expect(applied.body.id === id).toBe(reopened);
    const open = await test.db
      .selectFrom('jobApplication')
      .select('id')
      .where('userId', '=', person.userId)
      .where('status', 'in', ['STARTED', 'SUBMITTED'])
      .execute();
    expect(open).toEqual([{ id: applied.body.id }]);
  });
});
