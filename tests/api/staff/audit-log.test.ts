import { beforeEach, expect, it } from 'vitest';
import { recordStaffAudit } from '#lib/server/staff/audit.ts';
import { loadAuditOptions } from '#lib/server/staff/audit-log/find-subjects.ts';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import { createSlotsBody, interviewerBody } from '../../support/hiring/staff-appointments.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let staff: Visitor;
let staffId: string;
let jobId: string;
let applicationId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  ({ id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13'));
  const [userId = ''] = await insertManyCandidates(test.db, 1, 1);
  [applicationId = ''] = await insertApplications(test.db, [{ userId, jobId }]);
});

it('a rejected call writes no audit event', async () => {
  const rejected = await staff.call('POST /api/v1/staff/job-applications/move/', {
    application_ids: [applicationId],
    action: 'HIRE',
  });
  expect(rejected.body).toMatchObject({ moved: 0, results: [{ ok: false }] });
  expect((await staff.call(`POST /api/v1/staff/jobs/${jobId}/move/`, { action: 'OPEN' })).status).toBe(409);
  expect(
    await test.db.selectFrom('auditEvent').select('id').where('action', '!=', 'role.GRANT').execute(),
  ).toEqual([]);
});

it('the audit log is paged by keyset and filtered by subject', async () => {
  for (const text of ['one', 'two', 'three'])
    await staff.call(`POST /api/v1/staff/job-applications/${applicationId}/note/`, { text });
  const seen: string[] = [];
  let next: string | null = `/api/v1/staff/audit-events/?limit=1&subject_id=${applicationId}`;
  while (next) {
    const { body }: { body: { results: { id: string; subject: string }[]; next: string | null } } =
      await staff.call(`GET ${next}`);
    expect(body.results[0]?.subject).toMatch(/^MS-/);
    seen.push(...body.results.map(({ id }) => id));
    next = body.next;
  }
  expect(new Set(seen).size).toBe(3);
  expect(seen).toHaveLength(3);
});

it('[C-40] the search of the audit log finds the records of everybody who matches', async () => {
  const people = await insertManyCandidates(test.db, 9, 500);
  await test.db.updateTable('appUser').set({ lastName: 'Quillfeather' }).where('id', 'in', people).execute();
  const ids = await insertApplications(
    test.db,
    people.map((userId) => ({ userId, jobId })),
  );
  const owner = await signUpStaff(test);
  await staff.call('POST /api/v1/staff/job-applications/assign/', {
    ...{ application_ids: [...ids, applicationId], owner_id: owner.id },
  });
  const { body } = await staff.call('GET /api/v1/staff/audit-events/?search=quillfeather');
  const found = body.results.map((one: { subject_id: string }) => one.subject_id);
  expect(found.toSorted()).toEqual(ids.toSorted());
});

it('[C-40] the audit log is filtered by person, actor, kind and day, and names people and records', async () => {
  const { visitor: colleague, id: colleagueId } = await signUpStaff(test);
  const note = `POST /api/v1/staff/job-applications/${applicationId}/note/`;
  await staff.call(note, { text: 'one' });
  await colleague.call(note, { text: 'two' });
  await colleague.call('POST /api/v1/staff/employers/create/', { name: 'Tapti', website: null, about: 'x' });
  await staff.call(`POST /api/v1/staff/job-applications/assign/`, {
    ...{ application_ids: [applicationId], owner_id: colleagueId },
  });
  const { number, ...person } = await test.db
    .selectFrom('jobApplication')
    .innerJoin('appUser', 'appUser.id', 'jobApplication.userId')
    .select(['number', 'firstName', 'lastName'])
    .where('jobApplication.id', '=', applicationId)
    .executeTakeFirstOrThrow();
  const name = `${person.firstName} ${person.lastName}`;
  const list = async (filters: Record<string, string>): Promise<{ action: string; subject: string }[]> =>
    (await staff.call(`GET /api/v1/staff/audit-events/?${new URLSearchParams(filters)}`)).body.results;
  const actions = async (filters: Record<string, string>) =>
    (await list(filters)).map(({ action }) => action).filter((action) => action !== 'role.GRANT');
  const ofApplication = ['application.ASSIGN', 'application.NOTE', 'application.NOTE'];
  expect(await actions({ search: name })).toEqual(ofApplication);
  expect(await actions({ search: number })).toEqual(ofApplication);
  expect(await actions({ search: 'nobody at all' })).toEqual([]);
  expect(await actions({ actor_id: colleagueId })).toEqual(['employer.CREATE', 'application.NOTE']);
  expect(await actions({ kind: 'employer' })).toEqual(['employer.CREATE']);
  expect(await actions({ kind: 'application', actor_id: colleagueId })).toEqual(['application.NOTE']);
  expect(await actions({ to: '2020-01-01' })).toEqual([]);
  expect(await actions({ from: '2020-01-01', kind: 'employer' })).toEqual(['employer.CREATE']);
  expect((await staff.call('GET /api/v1/staff/audit-events/?from=soon')).status).toBe(400);
  expect((await list({ search: number }))[0]?.subject).toBe(`${number}, ${name}`);
  const options = await loadAuditOptions(test.db);
  expect(options.kinds).toEqual([
    ['application', 'Application'],
    ['employer', 'Employer'],
    ['role', 'Role'],
  ]);
  expect(options.actors.map(([id]) => id)).toContain(colleagueId);
});

it('[C-40] an id in the details of an entry is shown as a name', async () => {
  await recordStaffAudit(test.db, staffId, 'application.TEST', applicationId, {
    from: { jobId, other: 'text' },
    people: [staffId],
  });
  const { results } = (await staff.call('GET /api/v1/staff/audit-events/?kind=application')).body;
  expect(results[0].details).toEqual({
    from: { job_id: 'Voice support associate, airline care (English)', other: 'text' },
    people: ['Asha Verma'],
  });
});

it('[C-40] what is cancelled, assigned and undone is recorded from what to what', async () => {
  const body = createSlotsBody(jobId);
  expect((await staff.call('POST /api/v1/staff/slots/create/', body)).body.created).toBeGreaterThan(0);
  const [slot] = (await staff.call('GET /api/v1/staff/slots/')).body.results;
  const { id } = (await staff.call('POST /api/v1/staff/interviewers/create/', interviewerBody)).body;
  await staff.call(`PATCH /api/v1/staff/slots/${slot.id}/update/`, { interviewer_id: id });
  await staff.call(`POST /api/v1/staff/slots/${slot.id}/cancel/`, { public_note: 'Holiday' });
  const action = await test.db
    .selectFrom('staffAction')
    .select('id')
    .where('action', '=', 'slot.CANCEL')
    .executeTakeFirstOrThrow();
  expect((await staff.call(`POST /api/v1/staff/actions/${action.id}/undo/`, {})).status).toBe(200);
  const events = (await staff.call(`GET /api/v1/staff/audit-events/?subject_id=${slot.id}`)).body.results;
  expect(events).toMatchObject([
    { action: 'slot.UNDO', details: { undone: 'slot.CANCEL', from: 'CANCELLED', to: 'SCHEDULED' } },
    { action: 'slot.CANCEL', details: { from: 'SCHEDULED', to: 'CANCELLED', public_note: 'Holiday' } },
    { action: 'slot.UPDATE', details: { from: { interviewer: null }, to: { interviewer: 'Leela Menon' } } },
  ]);
});
