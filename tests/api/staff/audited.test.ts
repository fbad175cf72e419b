import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { contract } from '#lib/contract/index.ts';
import type { staffApplicationRoutes } from '#lib/contract/staff/applications.ts';
import type { staffAppointmentRoutes } from '#lib/contract/staff/appointments.ts';
import type { staffAuditRoutes } from '#lib/contract/staff/audit.ts';
import type { staffCandidateRoutes } from '#lib/contract/staff/candidates.ts';
import type { staffMasteryRoutes } from '#lib/contract/staff/enrolment/mastery.ts';
import type { staffScholarshipRoutes } from '#lib/contract/staff/enrolment/scholarships.ts';
import type { staffEnrolmentRoutes } from '#lib/contract/staff/enrolments.ts';
import type { applicationOwnerRoutes } from '#lib/contract/staff/hiring/application-owners.ts';
import type { staffBatchRoutes } from '#lib/contract/staff/hiring/batches.ts';
import type { candidateMessageRoutes } from '#lib/contract/staff/hiring/candidate-messages.ts';
import type { interviewTimeRoutes } from '#lib/contract/staff/hiring/interview-times.ts';
import type { messageTemplateRoutes } from '#lib/contract/staff/hiring/message-templates.ts';
import type { staffMockInterviewRoutes } from '#lib/contract/staff/hiring/mock-interviews.ts';
import type { notificationTextRoutes } from '#lib/contract/staff/hiring/notification-texts.ts';
import type { onBehalfRoutes } from '#lib/contract/staff/hiring/on-behalf.ts';
import type { interviewerRoutes } from '#lib/contract/staff/interviewers.ts';
import type { staffJobRoutes } from '#lib/contract/staff/jobs.ts';
import type { staffLeadRoutes } from '#lib/contract/staff/leads.ts';
import type { staffMessageRoutes } from '#lib/contract/staff/messages.ts';
import type { applicationMoveRoutes } from '#lib/contract/staff/moves/application-moves.ts';
import type { staffOfferRoutes } from '#lib/contract/staff/offers.ts';
import type { staffPeopleRoutes } from '#lib/contract/staff/people.ts';
import type { placementRoutes } from '#lib/contract/staff/placements.ts';
import type { staffPrivacyRoutes } from '#lib/contract/staff/privacy/privacy-requests.ts';
import type { scorecardRoutes } from '#lib/contract/staff/scorecards.ts';
import type { staffTodayRoutes } from '#lib/contract/staff/today.ts';
import type { staffUndoRoutes } from '#lib/contract/staff/undo.ts';
import { auditSubjectLabels } from '#lib/domain/staff/audit-labels.ts';
import { formatAuditAction } from '#lib/domain/staff/audit-text.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { enrolmentWrites } from '../../support/enrolment/enrolment-writes.ts';
import { insertBatch, insertSlot } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { formatJobCsv } from '../../support/hiring/job-csv.ts';
import { mockInterviewWrites } from '../../support/hiring/mock-interviews.ts';
import {
  dayFromNow,
  insertAccepted,
  insertPlacement,
  offerBody,
  placementBody,
  shortlistForOffer,
} from '../../support/hiring/offers.ts';
import { queueWrites } from '../../support/hiring/queue-writes.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import {
  bookTimeBody,
  createBatchBody,
  createSlotsBody,
  hoursFromNow,
  interviewerBody,
  inviteApplications,
  inviteToTraining,
  scorecardBody,
} from '../../support/hiring/staff-appointments.ts';
import { type HiringRoute, hiringWrites } from '../../support/hiring/staff-writes.ts';
import { leadWrites } from '../../support/leads/lead-writes.ts';
import { type CertificateWrite, certificateWrites } from '../../support/staff/certificate-writes.ts';
import { type CostWrite, costWrites } from '../../support/staff/cost-writes.ts';
import { type EventWrite, eventWrites } from '../../support/staff/event-writes.ts';
import { messageWrites } from '../../support/staff/message-writes.ts';
import { type WebhookWrite, webhookWrites } from '../../support/staff/webhooks.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
type Keys =
  | keyof typeof staffApplicationRoutes
  | keyof typeof applicationMoveRoutes
  | keyof typeof applicationOwnerRoutes
  | keyof typeof onBehalfRoutes
  | keyof typeof candidateMessageRoutes
  | keyof typeof messageTemplateRoutes
  | keyof typeof notificationTextRoutes
  | keyof typeof staffAppointmentRoutes
  | keyof typeof staffBatchRoutes
  | keyof typeof interviewTimeRoutes
  | keyof typeof staffOfferRoutes
  | keyof typeof placementRoutes
  | HiringRoute
  | keyof typeof interviewerRoutes
  | keyof typeof scorecardRoutes
  | keyof typeof staffMockInterviewRoutes
  | keyof typeof staffJobRoutes
  | keyof typeof staffCandidateRoutes
  | keyof typeof staffEnrolmentRoutes
  | keyof typeof staffScholarshipRoutes
  | keyof typeof staffMasteryRoutes
  | keyof typeof staffTodayRoutes
  | keyof typeof staffMessageRoutes
  | keyof typeof staffUndoRoutes
  | keyof typeof staffLeadRoutes
  | keyof typeof staffPeopleRoutes
  | keyof typeof staffPrivacyRoutes
  | keyof typeof staffAuditRoutes;
type Write = Exclude<Keys, `GET ${string}`> | EventWrite | CertificateWrite | CostWrite | WebhookWrite;

/** The first three change nothing, the fourth one the caller's own preference, which is stored with its consent. */
const harmless: Write[] = [
  'POST /api/v1/staff/preview-markdown/',
  'POST /api/v1/staff/jobs/{jobId}/preview-move/',
  'POST /api/v1/staff/job-applications/preview-move/',
  'POST /api/v1/staff/agenda/',
  'POST /api/v1/staff/lead-alerts/',
];

/** A deleted list or webhook has no name any more; it is in the details of the entry. */
const isGone = (action: string) => /(Filter|webhook)\.DELETE$/.test(action);

async function makePrivacyRequest(step: string, more: object) {
  await makeAdmin();
  return { key: `POST /api/v1/staff/privacy/${step}/`, body: { contact: 'nobody@example.com', ...more } };
}

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
const makeInterviewer = async (): Promise<string> =>
  (await ask('POST /api/v1/staff/interviewers/create/', interviewerBody)).id;
/** Gives the application a seat in a batch that has begun, and returns the batch. */
async function holdTraining(): Promise<string> {
  await inviteToTraining(test.db, scene.applicationId);
  const batchId = await insertBatch(test.db, 'voice-support-associate-cl13', { inMinutes: -1440 });
  await test.db.updateTable('training').set({ status: 'IN_PROGRESS', batchId }).execute();
  return batchId;
}
/** Gives the application an interview that has begun. */
async function holdInterview(): Promise<void> {
  await inviteApplications(test.db, [scene.applicationId]);
  const slotId = await insertSlot(test.db, 'voice-support-associate-cl13', { inMinutes: -10 });
  await test.db.updateTable('interview').set({ status: 'COMPLETED', slotId }).execute();
}

const newJob = async () => {
  const { body } = await scene.staff.call(`GET /api/v1/staff/jobs/${scene.jobId}/`);
  return { ...body.values, slug: `new-${randomUUID()}`, code: randomUUID() };
};

const makeAdmin = () => test.db.insertInto('userRole').values({ userId: scene.id, role: 'admin' }).execute();

/** One valid request for each write endpoint. A missing endpoint does not compile. */
const presses: Record<Write, () => Promise<{ key: string; body: object }>> = {
  'POST /api/v1/staff/job-applications/move/': async () => ({
    key: 'POST /api/v1/staff/job-applications/move/',
    body: { application_ids: [scene.applicationId], action: 'START_REVIEW' },
  }),
  'POST /api/v1/staff/job-applications/preview-move/': async () => ({
    key: 'POST /api/v1/staff/job-applications/preview-move/',
    body: { application_ids: [scene.applicationId], action: 'START_REVIEW' },
  }),
  'POST /api/v1/staff/actions/{actionId}/undo/': async () => {
    const held = { application_ids: [scene.applicationId], action: 'HOLD', reason_code: 'OTHER' };
    await ask('POST /api/v1/staff/job-applications/move/', held);
    const { body } = await scene.staff.call('GET /api/v1/staff/actions/undoable/');
    return { key: `POST /api/v1/staff/actions/${body.action.id}/undo/`, body: {} };
  },
  ...queueWrites(test, () => scene),
  ...enrolmentWrites(test),
  ...messageWrites(test),
  ...leadWrites(test, () => scene),
  ...eventWrites(test, () => scene),
  ...certificateWrites(test, () => scene),
  ...costWrites(test),
  ...webhookWrites(test, () => scene),
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
  'POST /api/v1/staff/job-applications/{jobApplicationId}/book-time/': async () => {
    await inviteApplications(test.db, [scene.applicationId]);
    return {
      key: `POST /api/v1/staff/job-applications/${scene.applicationId}/book-time/`,
      body: bookTimeBody(),
    };
  },
  'POST /api/v1/staff/job-applications/{jobApplicationId}/cancel-interview/': async () => {
    await inviteApplications(test.db, [scene.applicationId]);
    return {
      key: `POST /api/v1/staff/job-applications/${scene.applicationId}/cancel-interview/`,
      body: { may_rebook: true },
    };
  },
  'POST /api/v1/staff/job-applications/{jobApplicationId}/book-batch/': async () => {
    await inviteToTraining(test.db, scene.applicationId);
    return {
      key: `POST /api/v1/staff/job-applications/${scene.applicationId}/book-batch/`,
      body: { batch_id: await makeBatch() },
    };
  },
  'POST /api/v1/staff/job-applications/{jobApplicationId}/offer/': async () => {
    await shortlistForOffer(test.db, scene.applicationId);
    return {
      key: `POST /api/v1/staff/job-applications/${scene.applicationId}/offer/`,
      body: offerBody(),
    };
  },
  'POST /api/v1/staff/job-applications/{jobApplicationId}/join/': async () => {
    await insertAccepted(test.db, scene.applicationId);
    return {
      key: `POST /api/v1/staff/job-applications/${scene.applicationId}/join/`,
      body: { joined_on: dayFromNow(0) },
    };
  },
  'PATCH /api/v1/staff/placements/{placementId}/update/': async () => ({
    key: `PATCH /api/v1/staff/placements/${await insertPlacement(test.db, scene.applicationId)}/update/`,
    body: placementBody,
  }),
  ...hiringWrites(test, () => scene),
  ...mockInterviewWrites(test),
  'POST /api/v1/staff/jobs/create/': async () => ({
    key: 'POST /api/v1/staff/jobs/create/',
    body: await newJob(),
  }),
  'PATCH /api/v1/staff/jobs/{jobId}/update/': async () => ({
    key: `PATCH /api/v1/staff/jobs/${scene.jobId}/update/`,
    body: { title: 'Accounts associate' },
  }),
  'POST /api/v1/staff/jobs/{jobId}/move/': async () => ({
    key: `POST /api/v1/staff/jobs/${scene.jobId}/move/`,
    body: { action: 'PAUSE' },
  }),
  'POST /api/v1/staff/jobs/{jobId}/preview-move/': async () => ({
    key: `POST /api/v1/staff/jobs/${scene.jobId}/preview-move/`,
    body: { action: 'CLOSE' },
  }),
  'POST /api/v1/staff/jobs/import/': async () => ({
    key: 'POST /api/v1/staff/jobs/import/',
    body: { csv: formatJobCsv([{}]), is_preview: false },
  }),
  'POST /api/v1/staff/preview-markdown/': async () => ({
    key: 'POST /api/v1/staff/preview-markdown/',
    body: { text: '**bold** <script>alert(1)</script>' },
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
  'POST /api/v1/staff/batches/{batchId}/attendance/': async () => ({
    key: `POST /api/v1/staff/batches/${await holdTraining()}/attendance/`,
    body: { day: hoursFromNow(0).slice(0, 10), status: 'PRESENT' },
  }),
  'POST /api/v1/staff/batches/{batchId}/messages/create/': async () => ({
    key: `POST /api/v1/staff/batches/${await holdTraining()}/messages/create/`,
    body: { id: randomUUID(), subject: 'Tomorrow', text: 'Bring a laptop.', is_preview: false },
  }),
  'POST /api/v1/staff/slots/create/': async () => ({
    key: 'POST /api/v1/staff/slots/create/',
    body: createSlotsBody(scene.jobId),
  }),
  'POST /api/v1/staff/slots/{slotId}/cancel/': async () => ({
    key: `POST /api/v1/staff/slots/${await makeSlot()}/cancel/`,
    body: {},
  }),
  'PATCH /api/v1/staff/slots/{slotId}/update/': async () => ({
    key: `PATCH /api/v1/staff/slots/${await makeSlot()}/update/`,
    body: { interviewer_id: await makeInterviewer() },
  }),
  'POST /api/v1/staff/job-applications/{jobApplicationId}/scorecards/create/': async () => {
    await holdInterview();
    return {
      key: `POST /api/v1/staff/job-applications/${scene.applicationId}/scorecards/create/`,
      body: scorecardBody,
    };
  },
  'PATCH /api/v1/staff/scorecards/{scorecardId}/update/': async () => {
    await holdInterview();
    const path = `POST /api/v1/staff/job-applications/${scene.applicationId}/scorecards/create/`;
    const { id } = await ask(path, scorecardBody);
    return { key: `PATCH /api/v1/staff/scorecards/${id}/update/`, body: { ...scorecardBody, version: 0 } };
  },
  'POST /api/v1/staff/interviewers/create/': async () => ({
    key: 'POST /api/v1/staff/interviewers/create/',
    body: interviewerBody,
  }),
  'PATCH /api/v1/staff/interviewers/{interviewerId}/update/': async () => ({
    key: `PATCH /api/v1/staff/interviewers/${await makeInterviewer()}/update/`,
    body: { name: 'Leela M' },
  }),
  'POST /api/v1/staff/privacy/export/': () => makePrivacyRequest('export', {}),
  'POST /api/v1/staff/privacy/erase/': () => makePrivacyRequest('erase', { rows: 0 }),
  'POST /api/v1/staff/people/grant/': async () => {
    await makeAdmin();
    const { phone } = await signUpVerified(test);
    return {
      key: 'POST /api/v1/staff/people/grant/',
      body: { country_iso_code: 'IN', phone, role: 'staff' },
    };
  },
  'POST /api/v1/staff/people/{userId}/revoke/': async () => {
    await makeAdmin();
    return { key: `POST /api/v1/staff/people/${(await signUpStaff(test)).id}/revoke/`, body: {} };
  },
  'POST /api/v1/staff/agenda/': async () => ({ key: 'POST /api/v1/staff/agenda/', body: { is_on: true } }),
  'POST /api/v1/staff/lead-alerts/': async () => ({
    ...{ key: 'POST /api/v1/staff/lead-alerts/', body: { new_leads: true } },
  }),
  'POST /api/v1/staff/candidates/{userId}/move/': async () => ({
    key: `POST /api/v1/staff/candidates/${scene.candidateId}/move/`,
    body: { action: 'VERIFY' },
  }),
};

it('the table above lists every write endpoint of the staff', () => {
  const writes = Object.entries(contract).filter(
    ([key, { access }]) => access === 'staff' && !key.startsWith('GET '),
  );
  expect(Object.keys(presses).toSorted()).toEqual(writes.map(([key]) => key).toSorted());
});

it.each(Object.keys(presses) as Write[])('%s writes an audit event with its actor', async (write) => {
  const { key, body } = await presses[write]();
  const own = test.db.selectFrom('auditEvent').selectAll().where('actorId', '=', scene.id).orderBy('id');
  const before = (await own.execute()).length;
  const answer = await ask(key, body);
  if (write.endsWith('/import/'))
    expect(answer, JSON.stringify(answer)).toMatchObject({ problem: null, count: 1 });
  const written = (await own.execute()).slice(before);
  if (harmless.includes(write)) return expect(written).toEqual([]);
  expect(written.length, key).toBeGreaterThan(0);

  const { body: list } = await scene.staff.call('GET /api/v1/staff/audit-events/');
  expect(list.results[0]).toMatchObject({
    actor: { id: scene.id, name: 'Asha Verma' },
    action: written.at(-1)?.action,
  });
  for (const { action, subjectType } of written) {
    expect(Object.keys(auditSubjectLabels), action).toContain(subjectType);
    expect(formatAuditAction(action), 'the action has a label').not.toBe(action);
  }
  const named = list.results.slice(0, written.length);
  for (const { action, subject } of named)
    if (!isGone(action)) expect(subject, action).toEqual(expect.any(String));
});
