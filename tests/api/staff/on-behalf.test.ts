import { beforeEach, describe, expect, it } from 'vitest';
import { loadApplyForm } from '#lib/server/staff/hiring/candidates/apply-form.ts';
import { handleCandidateForm } from '#lib/server/staff/hiring/candidates/candidate-form.ts';
import { useTestApi } from '../../support/api.ts';
import {
  type Candidate,
  endUndoTime,
  requirePlaceId,
  signUpCandidate,
  startApplication,
  submitApplication,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  confirmStaffForm,
  postStaffForm,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import { applyBody } from '../../support/hiring/staff-appointments.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import type { Visitor } from '../../support/visitor.ts';

/** Staff apply and withdraw for candidates who asked them by phone. */

const test = useTestApi();
const slug = 'accounts-payable-associate-cl13';
let staff: Visitor;
let staffId: string;
let candidate: Candidate;
let body: Record<string, unknown>;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  candidate = await signUpCandidate(test);
  const { id: jobId } = await requireJobBySlug(test.db, slug);
  body = { ...(await applyBody(test.db, jobId)), cover_note: 'She can begin on Monday.' };
});

const apply = (more: object = {}) =>
  staff.call(`POST /api/v1/staff/candidates/${candidate.userId}/apply/`, { ...body, ...more });
const withdraw = (id: string, more: object = {}) =>
  staff.call(`POST /api/v1/staff/job-applications/${id}/withdraw/`, {
    ...{
      reason: 'OTHER_JOB',
      public_note: 'Good luck, and come back any time.',
      is_requested_by_phone: true,
    },
    ...more,
  });
const listRows = () =>
  test.db.selectFrom('jobApplication').selectAll().where('userId', '=', candidate.userId).execute();

/** Returns the messages to the candidate after the time to undo. */
async function readMessages(): Promise<{ subject: string | null; text: string }[]> {
  await test.db.deleteFrom('inboxMessage').execute();
  await endUndoTime(test.db);
  await deliverDue(test);
  return test.db
    .selectFrom('inboxMessage')
    .select(['subject', 'text'])
    .where('medium', '=', 'EMAIL')
    .execute();
}

const readAudit = async (id: string) =>
  (await staff.call(`GET /api/v1/staff/audit-events/?subject_id=${id}`)).body.results;

describe('an application for a candidate', () => {
  it('[API-41] [API-42] is sent as the candidate’s own would be, and everybody sees who did it', async () => {
    await deliverDue(test);
    const { status, body: sent } = await apply();
    expect(status).toBe(200);
    expect(sent).toMatchObject({ number: expect.stringMatching(/^MS-/), is_existing: false });
    const { body: shown } = await staff.call(`GET /api/v1/staff/job-applications/${sent.id}/`);
    expect(shown).toMatchObject({
      status: 'SUBMITTED',
      cover_note: 'She can begin on Monday.',
      history: [
        { to: 'STARTED', actor_type: 'STAFF', actor_name: 'Asha Verma' },
        { to: 'SUBMITTED', actor_type: 'STAFF', actor_name: 'Asha Verma' },
      ],
    });
    expect(await readAudit(sent.id)).toMatchObject([
      {
        action: 'application.SUBMIT',
        actor: { id: staffId },
        details: { request: 'The candidate asked by phone' },
      },
    ]);
    const conversion = { kind: 'JOB_APPLICATION', subjectId: sent.id, userId: candidate.userId };
    expect(
      await test.db.selectFrom('conversion').selectAll().where('subjectId', '=', sent.id).execute(),
    ).toMatchObject([conversion]);
    const [message] = await readMessages();
    expect(message).toMatchObject({
      subject: 'We have sent your application',
      text: expect.stringContaining('As you asked us by phone, we have sent your application'),
    });
    expect((await apply()).body).toEqual({ id: sent.id, number: sent.number, is_existing: true });
    expect(await listRows()).toHaveLength(1);
  });

  it('[API-42] is sent by the form, which says what the job asks for, and leads to its number', async () => {
    const job = await requireJobBySlug(test.db, slug);
    const rule = { key: 'years', label: 'Experience', rule: 'At least 20 years.' };
    const eligibility = JSON.stringify([{ ...rule, check: { kind: 'EXPERIENCE', atLeastMonths: 240 } }]);
    await test.db.updateTable('job').set({ eligibility }).where('id', '=', job.id).execute();
    const { unmetRules } = await loadApplyForm(test.db, candidate.userId, job.id);
    expect(unmetRules).toEqual(['Experience: At least 20 years. Candidate: 6 months.']);
    const fields = {
      ...{ form: 'apply', jobId: job.id, 'answers.motivation': 'I like numbers.', coverNote: '' },
      ...{ locationId: String(body.location_id), isRequestedByPhone: 'yes' },
    };
    const path = `/staff/candidates/${candidate.userId}/`;
    const { done, doneFacts } = await confirmStaffForm(
      (posted) => handleCandidateForm(test.api, postStaffForm(test, staff, path, posted), candidate.userId),
      fields,
    );
    const [row] = await listRows();
    expect([done, doneFacts]).toEqual(['applied', { applicationId: row?.id, number: row?.number }]);
  });

  it('continues the candidate’s draft, which keeps what staff leave empty', async () => {
    const id = await startApplication(candidate, slug);
    expect((await apply({ answers: [], location_id: undefined })).body).toMatchObject({
      id,
      is_existing: false,
    });
    expect(await listRows()).toMatchObject([
      { id, status: 'SUBMITTED', answers: [{ key: 'motivation', value: 'I like to see numbers agree.' }] },
    ]);
  });

  it.each([
    ['without an answer', { answers: [] }, 'INCOMPLETE_APPLICATION', 'answers.motivation'],
    [
      'with an answer that nobody asked',
      { answers: [{ key: 'x', value: 'y' }] },
      'VALIDATION_FAILED',
      'answers.x',
    ],
    [
      'unless the candidate asked',
      { is_requested_by_phone: false },
      'VALIDATION_FAILED',
      'is_requested_by_phone',
    ],
    ['for no job', { job_id: '0190a3c2-0000-7000-8000-000000000001' }, 'VALIDATION_FAILED', 'job_id'],
  ])('is not sent %s, and nothing is stored', async (_, more, code, field) => {
    const { body: rejected } = await apply(more);
    expect([rejected.error_code, Object.keys(rejected.field_errors)]).toEqual([code, [field]]);
    expect(await listRows()).toEqual([]);
  });

  it('[API-42] has a source of its own in the report', async () => {
    const { body: made } = await apply();
    const report = '/api/v1/staff/reports/hiring/';
    for (const by of ['FIRST_SOURCE', 'SESSION_SOURCE']) {
      const { body: counted } = await staff.call(`GET ${report}?by=${by}`);
      expect(counted.groups.map(({ label }: { label: string }) => label)).toEqual(['Phone, by staff']);
    }
    const source = encodeURIComponent('Phone, by staff');
    const { body: listed } = await staff.call(`GET ${report}applications/?first_source=${source}`);
    expect(listed.results).toMatchObject([{ id: made.id }]);
    expect((await staff.call(`GET ${report}applications/?first_source=Unknown`)).body.results).toEqual([]);
  });

  it('[API-41] keeps the rules of the job and of the details', async () => {
    await test.db.updateTable('job').set({ status: 'PAUSED' }).where('slug', '=', slug).execute();
    expect((await apply()).body.error_code).toBe('JOB_CLOSED');
    await test.db.updateTable('job').set({ status: 'OPEN' }).where('slug', '=', slug).execute();
    await test.db
      .updateTable('candidateRegistration')
      .set({ status: 'NEEDS_CORRECTION' })
      .where('userId', '=', candidate.userId)
      .execute();
    expect((await apply()).body.error_code).toBe('PROFILE_INCOMPLETE');
    await test.db
      .updateTable('appUser')
      .set({ phoneVerifiedAt: null })
      .where('id', '=', candidate.userId)
      .execute();
    expect((await apply()).body.error_code).toBe('PHONE_NOT_VERIFIED');
    expect(await listRows()).toEqual([]);
    const place = await requirePlaceId(test.db, 'Bengaluru');
    expect((await staff.call(`POST /api/v1/staff/candidates/${place}/apply/`, body)).body.error_code).toBe(
      'NOT_FOUND',
    );
  });
});

describe('a withdrawal for a candidate', () => {
  it('[API-42] has the candidate’s reason, a note for them, and the name of who did it', async () => {
    const id = await submitApplication(candidate, slug);
    await deliverDue(test);
    const { status, body: shown } = await withdraw(id);
    expect(status).toBe(200);
    expect(shown).toMatchObject({ status: 'WITHDRAWN', withdraw_action: { enabled: false } });
    expect(shown.history.at(-1)).toMatchObject({
      ...{ to: 'WITHDRAWN', actor_type: 'STAFF', actor_name: 'Asha Verma', reason: '“I took another job”' },
      public_note: 'Good luck, and come back any time.',
    });
    expect(await readAudit(id)).toMatchObject([{ action: 'application.WITHDRAW' }]);
    const [message] = await readMessages();
    expect(message?.subject).toBe('You have withdrawn your application');
    expect(message?.text).toContain('come back any time');
    expect((await withdraw(id)).body.error_code).toBe('INVALID_STATE');
  });

  it('[API-42] fills the fields of the note, and rejects one that there is not', async () => {
    const id = await submitApplication(candidate, slug);
    const unknown = await withdraw(id, { public_note: 'Hello {{town}}' });
    expect(unknown.body.field_errors.public_note).toContain('{{town}}');
    const { body: shown } = await withdraw(id, { public_note: 'Thank you, {{firstName}}.' });
    expect(shown.history.at(-1).public_note).toMatch(/^Thank you, [^{}]+\.$/);
  });

  it('needs a reason and the candidate’s request', async () => {
    const id = await submitApplication(candidate, slug);
    for (const [field, value] of [
      ['reason', null],
      ['is_requested_by_phone', false],
    ] as const) {
      const { body: rejected } = await withdraw(id, { [field]: value });
      expect(Object.keys(rejected.field_errors)).toEqual([field]);
    }
    expect((await listRows())[0]?.status).toBe('SUBMITTED');
  });
});
