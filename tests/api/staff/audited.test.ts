import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { contract } from '#lib/contract/index.ts';
import type { staffApplicationRoutes } from '#lib/contract/staff/applications.ts';
import type { staffAppointmentRoutes } from '#lib/contract/staff/appointments.ts';
import type { staffAuditRoutes } from '#lib/contract/staff/audit.ts';
import type { staffCandidateRoutes } from '#lib/contract/staff/candidates.ts';
import type { staffJobRoutes } from '#lib/contract/staff/jobs.ts';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
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
type Keys =
  | keyof typeof staffApplicationRoutes
  | keyof typeof staffAppointmentRoutes
  | keyof typeof staffJobRoutes
  | keyof typeof staffCandidateRoutes
  | keyof typeof staffAuditRoutes;
type Write = Exclude<Keys, `GET ${string}`>;

/** This endpoint changes nothing, so it writes no audit event. */
const harmless: Write[] = ['POST /api/v1/staff/preview-markdown/'];

interface Scene {
  staff: Visitor;
  id: string;
  jobId: string;
  candidateId: string;
  applicationId: string;
  number: string;
}
let scene: Scene;

beforeEach(async () => {
  await restoreJobs(test.db);
  const { visitor: staff, id } = await signUpStaff(test);
  const { id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
  const [candidateId = ''] = await insertManyCandidates(test.db, 1, 1);
  const [applicationId = ''] = await insertApplications(test.db, [{ userId: candidateId, jobId }]);
  const { number } = await test.db
    .selectFrom('jobApplication')
    .select('number')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  scene = { staff, id, jobId, candidateId, applicationId, number };
});

async function ask(key: string, body: object) {
  const answer = await scene.staff.call(key, body);
  expect(answer.status, `${key} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
}

const makeBatch = async () =>
  (await ask('POST /api/v1/staff/batches/create/', createBatchBody(scene.jobId))).id;
async function makeSlot(): Promise<string> {
  await ask('POST /api/v1/staff/slots/create/', createSlotsBody(scene.jobId));
  return (await scene.staff.call('GET /api/v1/staff/slots/')).body.results[0].id;
}
const newJob = async () => {
  const { body } = await scene.staff.call(`GET /api/v1/staff/jobs/${scene.jobId}/`);
  return { ...body.values, slug: `new-${randomUUID()}`, code: randomUUID() };
};

/** One valid request for each write endpoint. A missing endpoint does not compile. */
const presses: Record<Write, () => Promise<{ key: string; body: object }>> = {
  'POST /api/v1/staff/job-applications/move/': async () => ({
    key: 'POST /api/v1/staff/job-applications/move/',
    body: { application_ids: [scene.applicationId], action: 'START_REVIEW' },
  }),
  'POST /api/v1/staff/job-applications/import/': async () => ({
    key: 'POST /api/v1/staff/job-applications/import/',
    body: { csv: `number,action\n${scene.number},START_REVIEW\n`, is_preview: false },
  }),
  'POST /api/v1/staff/job-applications/{jobApplicationId}/note/': async () => ({
    key: `POST /api/v1/staff/job-applications/${scene.applicationId}/note/`,
    body: { text: 'Speaks clearly' },
  }),
  'POST /api/v1/staff/job-applications/{jobApplicationId}/book-slot/': async () => {
    await inviteApplications(test.db, [scene.applicationId]);
    return {
      key: `POST /api/v1/staff/job-applications/${scene.applicationId}/book-slot/`,
      body: { slot_id: await makeSlot() },
    };
  },
  'POST /api/v1/staff/job-applications/{jobApplicationId}/book-batch/': async () => {
    await test.db
      .updateTable('jobApplication')
      .set({ status: 'TRAINING', stageKey: 'training' })
      .where('id', '=', scene.applicationId)
      .execute();
    await test.db
      .insertInto('training')
      .values({
        id: randomUUID(),
        applicationId: scene.applicationId,
        stageKey: 'training',
        status: 'TO_SET_UP',
        batchId: null,
        agreedToTermsAt: null,
      })
      .execute();
    return {
      key: `POST /api/v1/staff/job-applications/${scene.applicationId}/book-batch/`,
      body: { batch_id: await makeBatch() },
    };
  },
  'POST /api/v1/staff/jobs/create/': async () => ({
    key: 'POST /api/v1/staff/jobs/create/',
    body: await newJob(),
  }),
  'PATCH /api/v1/staff/jobs/{jobId}/update/': async () => ({
    key: `PATCH /api/v1/staff/jobs/${scene.jobId}/update/`,
    body: { openings: 7 },
  }),
  'POST /api/v1/staff/jobs/{jobId}/move/': async () => ({
    key: `POST /api/v1/staff/jobs/${scene.jobId}/move/`,
    body: { action: 'PAUSE' },
  }),
  'POST /api/v1/staff/jobs/import/': async () => ({
    key: 'POST /api/v1/staff/jobs/import/',
    body: { csv: await jobCsv(), is_preview: false },
  }),
  'POST /api/v1/staff/preview-markdown/': async () => ({
    key: 'POST /api/v1/staff/preview-markdown/',
    body: { text: '**bold** <script>alert(1)</script>' },
  }),
  'POST /api/v1/staff/employers/create/': async () => ({
    key: 'POST /api/v1/staff/employers/create/',
    body: { name: 'Third Employer', website: null, about: 'They are new.' },
  }),
  'POST /api/v1/staff/locations/create/': async () => ({
    key: 'POST /api/v1/staff/locations/create/',
    body: { city: 'Mysuru', region: 'Karnataka', country_iso_code: 'IN' },
  }),
  'POST /api/v1/staff/batches/create/': async () => ({
    key: 'POST /api/v1/staff/batches/create/',
    body: createBatchBody(scene.jobId),
  }),
  'PATCH /api/v1/staff/batches/{batchId}/update/': async () => ({
    key: `PATCH /api/v1/staff/batches/${await makeBatch()}/update/`,
    body: { capacity: 30 },
  }),
  'POST /api/v1/staff/batches/{batchId}/cancel/': async () => ({
    key: `POST /api/v1/staff/batches/${await makeBatch()}/cancel/`,
    body: {},
  }),
  'POST /api/v1/staff/slots/create/': async () => ({
    key: 'POST /api/v1/staff/slots/create/',
    body: createSlotsBody(scene.jobId),
  }),
  'POST /api/v1/staff/slots/{slotId}/cancel/': async () => ({
    key: `POST /api/v1/staff/slots/${await makeSlot()}/cancel/`,
    body: {},
  }),
  'POST /api/v1/staff/candidates/{userId}/move/': async () => ({
    key: `POST /api/v1/staff/candidates/${scene.candidateId}/move/`,
    body: { action: 'VERIFY' },
  }),
};

async function jobCsv(): Promise<string> {
  const lines: [string, string][] = [
    ['title', 'Payroll associate'],
    ['code', 'NEW-1'],
    ['employer', 'Sarvalane Operations'],
    ['family', 'ACCOUNTS_PAYABLE'],
    ['level', 'CL13'],
    ['employment_type', 'FULL_TIME'],
    ['work_mode', 'ON_SITE'],
    ['locations', 'Pune'],
    ['shift', 'Days'],
    ['openings', '5'],
    ['salary_min', '300000'],
    ['salary_max', '400000'],
    ['salary_currency', 'INR'],
    ['salary_period', 'YEAR'],
    ['salary_is_public', 'yes'],
    ['summary', 'Pays people on time.'],
    ['description', 'You pay **people**.'],
    ['stages', 'FORM Details\nREVIEW Reply\nOFFER Offer'],
    ['apply_by', hoursFromNow(900).slice(0, 10)],
    ['reply_within_hours', '24'],
  ];
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return `${lines.map(([name]) => name).join(',')}\n${lines.map(([, value]) => quoted(value)).join(',')}\n`;
}

it('the table above lists every write endpoint of the staff', () => {
  const writes = Object.entries(contract).filter(
    ([key, { access }]) => access === 'staff' && !key.startsWith('GET '),
  );
  expect(Object.keys(presses).toSorted()).toEqual(writes.map(([key]) => key).toSorted());
});

it.each(Object.keys(presses) as Write[])('%s writes an audit event with its actor', async (write) => {
  const { key, body } = await presses[write]();
  const count = async () =>
    await test.db
      .selectFrom('auditEvent')
      .selectAll()
      .where('actorId', '=', scene.id)
      .orderBy('id')
      .execute();
  const before = (await count()).length;
  const answer = await ask(key, body);
  if (write.endsWith('/import/'))
    expect(answer, JSON.stringify(answer)).toMatchObject({ problem: null, count: 1 });
  const written = (await count()).slice(before);
  if (harmless.includes(write)) return expect(written).toEqual([]);
  expect(written.length, key).toBeGreaterThan(0);

  const { body: list } = await scene.staff.call('GET /api/v1/staff/audit-events/');
  expect(list.results[0]).toMatchObject({
    actor: { id: scene.id, name: 'Asha Verma' },
    action: written.at(-1)?.action,
  });
});

it('a rejected call writes no audit event', async () => {
  const rejected = await scene.staff.call('POST /api/v1/staff/job-applications/move/', {
    application_ids: [scene.applicationId],
    action: 'HIRE',
  });
  expect(rejected.body).toMatchObject({ moved: 0, results: [{ ok: false }] });
  expect(
    (await scene.staff.call(`POST /api/v1/staff/jobs/${scene.jobId}/move/`, { action: 'OPEN' })).status,
  ).toBe(409);
  expect(
    await test.db.selectFrom('auditEvent').select('id').where('action', '!=', 'role.GRANT').execute(),
  ).toEqual([]);
});

it('the audit log is paged by keyset and filtered by subject', async () => {
  for (const text of ['one', 'two', 'three'])
    await ask(`POST /api/v1/staff/job-applications/${scene.applicationId}/note/`, { text });
  const seen: string[] = [];
  let next: string | null = `/api/v1/staff/audit-events/?limit=1&subject_id=${scene.applicationId}`;
  while (next) {
    const { body }: { body: { results: { id: string; subject: string }[]; next: string | null } } =
      await scene.staff.call(`GET ${next}`);
    expect(body.results[0]?.subject).toBe(scene.number);
    seen.push(...body.results.map(({ id }) => id));
    next = body.next;
  }
  expect(new Set(seen).size).toBe(3);
  expect(seen).toHaveLength(3);
});
