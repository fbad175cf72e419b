import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, inject, it } from 'vitest';
import { correctFormerStaff } from '#lib/server/db/migrations/staff/104-former-staff.ts';
import { revokeRoles } from '#lib/server/staff/grant-role.ts';
import { handlePeopleForm } from '#lib/server/staff/people/people-form.ts';
import { loadToday } from '#lib/server/staff/today/load-today.ts';
import { useTestApi } from '../../support/api.ts';
import { applications, insertSlot, waitForDelivery } from '../../support/hiring/candidates.ts';
import { insertInterviewees, type SignedInCandidate } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { confirmedFields, postStaffForm, signUpStaff } from '../../support/hiring/staff.ts';
import { requestLead } from '../../support/leads/requests.ts';

/** The interview times of a member of staff when their role ends. */

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
type Staff = Awaited<ReturnType<typeof signUpStaff>>;
let admin: Staff;
let leaver: Staff;
let booked: string;
let free: string;
let person: SignedInCandidate;

beforeEach(async () => {
  await restoreJobs(test.db);
  admin = await signUpStaff(test);
  await test.db.insertInto('userRole').values({ userId: admin.id, role: 'admin' }).execute();
  leaver = await signUpStaff(test);
  [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
  const interviewerId = await insertInterviewer(leaver, 'leela');
  [booked, free] = [
    await insertSlot(test.db, slug, { inMinutes: 2880 }),
    await insertSlot(test.db, slug, { inMinutes: 3000 }),
  ];
  await test.db
    .updateTable('interviewSlot')
    .set({ interviewerId })
    .where('id', 'in', [booked, free])
    .execute();
  const answer = await person.visitor.call(`POST ${applications}${person.id}/reschedule-interview/`, {
    slot_id: booked,
  });
  expect(answer.status).toBe(200);
  // The invitation is out before the role ends, so that the order of the two emails is certain.
  await waitForDelivery(test);
});

async function insertInterviewer({ id: userId }: Staff, name: string): Promise<string> {
  const id = uuidv7();
  await test.db
    .insertInto('interviewer')
    .values({ id, userId, name, email: `${name}@staff.example` })
    .execute();
  return id;
}

const slotsOf = (...ids: string[]) =>
  test.db
    .selectFrom('interviewSlot')
    .leftJoin('interviewer', 'interviewer.id', 'interviewSlot.interviewerId')
    .select(['interviewer.name', 'cancelledAt', 'interviewerLeftAt', 'taken'])
    .where('interviewSlot.id', 'in', ids)
    .orderBy('startsAt')
    .execute();

const revoke = async (newOwnerId: string | null) =>
  (await admin.visitor.call(`POST /api/v1/staff/people/${leaver.id}/revoke/`, { new_owner_id: newOwnerId }))
    .body;

const waiting = async () =>
  (await loadToday(test.db)).items
    .filter(({ kind }) => kind === 'INTERVIEWER')
    .map(({ subjectId }) => subjectId);

const mailsTo = async (name: string): Promise<(string | null)[]> => {
  await waitForDelivery(test);
  const rows = await test.db
    .selectFrom('inboxMessage')
    .select('subject')
    .where('recipient', '=', `${name}@staff.example`)
    .orderBy('id')
    .execute();
  return rows.map(({ subject }) => subject?.split(' with ')[0] ?? null);
};

/** Waits until a connection waits for a lock. */
async function waitForLock(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      test.db,
    );
    if (rows.length) return;
  }
}

const isWithdrawn = { name: 'leela', cancelledAt: expect.any(Date), interviewerLeftAt: null };
const needsInterviewer = { name: null, cancelledAt: null, interviewerLeftAt: expect.any(Date), taken: 1 };

it('[C-20] [API-43] interview times are shown before a role ends; booked ones wait on Today, free ones are withdrawn', async () => {
  const { body } = await admin.visitor.call('GET /api/v1/staff/people/');
  const owned = body.results.find(({ id }: { id: string }) => id === leaver.id).owned;
  expect(owned).toEqual({ applications: 0, leads: 0, interviews: 1, free_times: 1 });
  expect(await waiting()).toEqual([]);
  expect(await revoke(null)).toEqual({ applications: 0, leads: 0, interviews: 1, free_times: 1 });
  expect(await slotsOf(booked, free)).toMatchObject([needsInterviewer, isWithdrawn]);
  expect(await waiting()).toEqual([booked]);
  expect(await mailsTo('leela')).toEqual(['Interview', 'Cancelled: Interview']);
  const audit = await test.db
    .selectFrom('auditEvent')
    .select(['action', 'details'])
    .where('subjectId', 'in', [booked, free])
    .orderBy('action')
    .execute();
  expect(audit).toMatchObject([
    { action: 'slot.CANCEL', details: { from: 'SCHEDULED', to: 'CANCELLED' } },
    { action: 'slot.UPDATE', details: { from: { interviewer: 'leela' }, to: { interviewer: null } } },
  ]);
  // The person gets no new times, and the choice of another interviewer ends the line on Today.
  const [{ id: formerId } = { id: '' }] = await test.db.selectFrom('interviewer').select('id').execute();
  const assign = (interviewer_id: string | null) =>
    admin.visitor.call(`PATCH /api/v1/staff/slots/${booked}/update/`, { interviewer_id });
  expect((await assign(formerId)).status).toBe(400);
  const resume = { is_active: true };
  expect(
    (await admin.visitor.call(`PATCH /api/v1/staff/interviewers/${formerId}/update/`, resume)).status,
  ).toBe(400);
  expect((await assign(await insertInterviewer(admin, 'asha'))).status).toBe(200);
  expect(await waiting()).toEqual([]);
});

it('[C-20] [C-42] interview times go to the chosen colleague where that person is free', async () => {
  const interviewerId = await insertInterviewer(admin, 'asha');
  const other = await insertSlot(test.db, slug, { inMinutes: 3010 });
  await test.db.updateTable('interviewSlot').set({ interviewerId }).where('id', '=', other).execute();
  await revoke(admin.id);
  expect(await slotsOf(booked, free)).toMatchObject([
    { name: 'asha', cancelledAt: null, interviewerLeftAt: null, taken: 1 },
    isWithdrawn,
  ]);
  expect(await mailsTo('asha')).toEqual(['Interview']);
  expect(await waiting()).toEqual([]);
});

it('[API-42] [C-20] the end of a role shows the emails to interviewers first, and its undo brings the role and the times back', async () => {
  await insertInterviewer(admin, 'asha');
  await test.db.insertInto('userRole').values({ userId: leaver.id, role: 'admin' }).execute();
  const before = await test.db.selectFrom('userRole').selectAll().orderBy('id').execute();
  const post = (fields: Record<string, string | string[]>) =>
    handlePeopleForm(test.api, postStaffForm(test, admin.visitor, '/staff/people/', fields));
  const fields = { form: 'revoke', userId: leaver.id, newOwnerId: admin.id };
  const asked = await post(fields);
  expect(asked).toMatchObject({ done: null, pending: { label: 'Revoke all roles', preview: { people: 2 } } });
  expect(await test.db.selectFrom('userRole').selectAll().orderBy('id').execute()).toEqual(before);
  if (!asked.pending) return;
  expect((await post(confirmedFields(asked.pending))).done).toBe('revoked-role');
  expect(await slotsOf(booked, free)).toMatchObject([{ name: 'asha' }, { name: 'asha' }]);
  const { body } = await admin.visitor.call('GET /api/v1/staff/actions/undoable/');
  const undone = await admin.visitor.call(`POST /api/v1/staff/actions/${body.action.id}/undo/`, {});
  expect(undone.body).toMatchObject({ action: 'role.REVOKE' });
  expect(await test.db.selectFrom('userRole').selectAll().orderBy('id').execute()).toEqual(before);
  expect(await slotsOf(booked, free)).toMatchObject([
    { name: 'leela' },
    { name: 'leela', cancelledAt: null },
  ]);
  expect([await mailsTo('asha'), await mailsTo('leela')]).toEqual([[], ['Interview']]);
  const { isActive } = await test.db
    .selectFrom('interviewer')
    .select('isActive')
    .where('userId', '=', leaver.id)
    .executeTakeFirstOrThrow();
  expect(isActive).toBe(true);
});

const onPostgres = it.runIf(inject('databaseUrl' as never) !== undefined);

onPostgres(
  '[C-20] [C-42] interview times do not go to a colleague who is deactivated at that moment',
  async () => {
    const successor = await signUpStaff(test);
    const successorId = await insertInterviewer(successor, 'sunita');
    const { revoked } = await test.db.transaction().execute(async (trx) => {
      await trx.updateTable('interviewer').set({ isActive: false }).where('id', '=', successorId).execute();
      const started = revoke(successor.id);
      await Promise.race([started, waitForLock()]);
      return { revoked: started };
    });
    await revoked;
    expect(await slotsOf(booked, free)).toMatchObject([needsInterviewer, isWithdrawn]);
  },
);

it('[C-20] the command line leaves interviews without an interviewer too, and an expert keeps their own times', async () => {
  const { id: interviewerId } = await test.db
    .selectFrom('interviewer')
    .select('id')
    .executeTakeFirstOrThrow();
  const expertId = uuidv7();
  await test.db
    .insertInto('expert')
    .values({ id: expertId, userId: leaver.id, coachSlug: 'nobody-yet', interviewerId })
    .execute();
  await test.db.updateTable('interviewSlot').set({ jobId: null, expertId }).where('id', '=', free).execute();
  const sentence = await revokeRoles(test.db, `+91${leaver.phone}`);
  expect(sentence).toContain('Without an interviewer: interviews 1. Withdrawn: free interview times 0.');
  expect(await slotsOf(booked, free)).toMatchObject([needsInterviewer, { name: 'leela', cancelledAt: null }]);
  expect(await test.db.selectFrom('interviewer').select('isActive').execute()).toEqual([{ isActive: true }]);
});

it('[C-20] what people own whose role ended earlier is corrected once', async () => {
  const lead = await requestLead(test, admin.visitor);
  await admin.visitor.call(`POST /api/v1/staff/leads/${lead.id}/assign/`, { owner_id: leaver.id });
  const application = test.db.updateTable('jobApplication').set({ ownerId: leaver.id });
  await application.where('id', '=', person.id).execute();
  const read = async () => [
    ...(await test.db.selectFrom('lead').select(['status', 'ownerId']).where('id', '=', lead.id).execute()),
    ...(await test.db.selectFrom('callbackRequest').select('status').execute()),
    ...(await test.db.selectFrom('jobApplication').select('ownerId').where('id', '=', person.id).execute()),
  ];
  await correctFormerStaff(test.db);
  expect(await read()).toEqual([
    { status: 'ASSIGNED', ownerId: leaver.id },
    { status: 'ASSIGNED' },
    { ownerId: leaver.id },
  ]);
  await test.db.deleteFrom('userRole').where('userId', '=', leaver.id).execute();
  await correctFormerStaff(test.db);
  expect(await read()).toEqual([{ status: 'NEW', ownerId: null }, { status: 'NEW' }, { ownerId: null }]);
  expect(await slotsOf(booked, free)).toMatchObject([needsInterviewer, isWithdrawn]);
});
