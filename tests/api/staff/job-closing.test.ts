import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { expireApplications } from '#lib/server/hiring/due-transitions.ts';
import { useTestApi } from '../../support/api.ts';
import {
  type Candidate,
  completeDetails,
  readApplication,
  signUpCandidate,
  startApplication,
  submitApplication,
  waitForDelivery,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { requireJobBySlug, signUpStaff } from '../../support/hiring/staff.ts';
import { hoursFromNow } from '../../support/hiring/staff-appointments.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
let staff: Visitor;
let jobId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  ({ id: jobId } = await requireJobBySlug(test.db, slug));
});

const preview = (action: string) => staff.call(`POST /api/v1/staff/jobs/${jobId}/preview-move/`, { action });
const move = (action: string, more: object = {}) =>
  staff.call(`POST /api/v1/staff/jobs/${jobId}/move/`, { action, ...more });
const statusOf = async (id: string) =>
  (await test.db.selectFrom('jobApplication').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;

/** Starts a draft of a new candidate. */
async function addDraft(): Promise<{ person: Candidate; id: string }> {
  const person = await signUpCandidate(test, completeDetails);
  return { person, id: await startApplication(person, slug) };
}

/** Lists every row of what a change could write. */
const readRows = () =>
  Promise.all(
    (['job', 'jobApplication', 'applicationEvent', 'auditEvent', 'outbox', 'staffAction'] as const).map(
      (table) => test.db.selectFrom(table).selectAll().orderBy('id').execute(),
    ),
  );

describe('before a job is closed', () => {
  it('[API-41] staff see what ends, what stays and who is told, and nothing has changed', async () => {
    await addDraft();
    await addDraft();
    await submitApplication(await signUpCandidate(test), slug);
    await waitForDelivery(test);
    const before = await readRows();
    const { status, body } = await preview('CLOSE');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      action: 'CLOSE',
      drafts: 2,
      applications: [{ status: 'SUBMITTED', label: 'Submitted', count: 1 }],
      interviews: 0,
      trainings: 0,
      messages: {
        people: 2,
        names: ['Asha Verma', 'Asha Verma'],
        texts: [
          {
            people: 2,
            subject: 'Your application has ended',
            text: expect.stringContaining('The job closed before you sent your application for'),
          },
        ],
      },
    });
    expect(await readRows()).toEqual(before);
  });

  it('[API-41] a number that is no longer right changes nothing', async () => {
    await addDraft();
    const { body } = await preview('CLOSE');
    const { id } = await addDraft();
    const stale = await move('CLOSE', { drafts: body.drafts });
    expect([stale.status, stale.body.error_code, stale.body.error]).toEqual([
      409,
      'STALE_WRITE',
      'The numbers have changed: it is 2 drafts now. Check them again.',
    ]);
    expect(await statusOf(id)).toBe('STARTED');
    expect((await move('CLOSE', { drafts: 2 })).body.status).toBe('CLOSED');
    expect(await statusOf(id)).toBe('EXPIRED');
    const audit = test.db.selectFrom('auditEvent').select('details').where('action', '=', 'job.CLOSE');
    expect(await audit.execute()).toEqual([{ details: { from: 'OPEN', to: 'CLOSED', draftsEnded: 2 } }]);
  });

  it('[API-41] a closed job cannot be closed, and the preview says so', async () => {
    await move('CLOSE');
    const { status, body } = await preview('CLOSE');
    expect([status, body.error]).toEqual([
      409,
      'The status of this job is “Closed”, so it cannot be closed.',
    ]);
  });
});

describe('reopening a job', () => {
  it('[API-42] brings back exactly the drafts that ended with it, with the days that were left', async () => {
    const [back, ranOut, again] = [await addDraft(), await addDraft(), await addDraft()];
    await test.db
      .updateTable('jobApplication')
      .set({ expiresAt: new Date(0) })
      .where('id', '=', ranOut.id)
      .execute();
    await expireApplications(test.db);
    await move('CLOSE');
    await test.db
      .updateTable('jobApplication')
      .set({ status: 'WITHDRAWN' })
      .where('id', '=', again.id)
      .execute();
    // Five days pass while the job is closed.
    await sql`update job set closed_at = closed_at - interval '5 days'`.execute(test.db);
    await sql`update application_event set at = at - interval '5 days'`.execute(test.db);
    await sql`update job_application set expires_at = expires_at - interval '5 days'`.execute(test.db);
    const { body } = await preview('REOPEN');
    expect(body).toMatchObject({ drafts: 1, messages: { people: 1 } });
    expect((await move('REOPEN', { drafts: 1 })).body.status).toBe('OPEN');
    expect(await Promise.all([back, ranOut, again].map(({ id }) => statusOf(id)))).toEqual([
      'STARTED',
      'EXPIRED',
      'WITHDRAWN',
    ]);
    const { expiresAt } = await test.db
      .selectFrom('jobApplication')
      .select('expiresAt')
      .where('id', '=', back.id)
      .executeTakeFirstOrThrow();
    const daysLeft = (expiresAt.getTime() - Date.now()) / 86_400_000;
    expect(Math.round(daysLeft)).toBe(30);
    const { history } = await readApplication(back.person, back.id);
    expect(history.at(-1)).toMatchObject({ to: 'STARTED', because: 'because the job is open again' });
    await waitForDelivery(test);
    const subjects = (await test.sentTo(back.person.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your application is open again');
  });

  it('[API-42] after its last day has passed and was moved', async () => {
    const { id } = await addDraft();
    await sql`update job set apply_by = now() - interval '1 minute' where id = ${jobId}`.execute(test.db);
    await expireApplications(test.db);
    expect(await statusOf(id)).toBe('EXPIRED');
    await staff.call(`PATCH /api/v1/staff/jobs/${jobId}/update/`, { apply_by: hoursFromNow(72) });
    expect((await move('REOPEN')).body.status).toBe('OPEN');
    expect(await statusOf(id)).toBe('STARTED');
  });

  it('[API-41] a filled job can be reopened', async () => {
    const { id } = await addDraft();
    await move('FILL');
    expect(await statusOf(id)).toBe('EXPIRED');
    expect((await move('REOPEN')).body.status).toBe('OPEN');
    expect(await statusOf(id)).toBe('STARTED');
  });

  it('[C-42] while candidates submit and staff close, nothing fails and nothing is half done', async () => {
    const drafts = [await addDraft(), await addDraft(), await addDraft()];
    const [closed, ...submitted] = await Promise.all([
      move('CLOSE'),
      ...drafts.map(({ person, id }) =>
        person.visitor.call(`POST /api/v1/moonshot/job-applications/${id}/submit/`, {}),
      ),
    ]);
    expect(closed?.status).toBe(200);
    for (const [index, { status }] of submitted.entries()) {
      const id = drafts[index]?.id ?? '';
      expect([200, 409]).toContain(status);
      expect(await statusOf(id)).toBe(status === 200 ? 'SUBMITTED' : 'EXPIRED');
    }
  });
});
