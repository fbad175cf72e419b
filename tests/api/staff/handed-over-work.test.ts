import { beforeEach, expect, it } from 'vitest';
import { revokeRoles } from '#lib/server/staff/grant-role.ts';
import { assignNextLead } from '#lib/server/staff/leads/work-lead.ts';
import { listCurrentOwners, listOwners } from '#lib/server/staff/people/list-owners.ts';
import { handlePeopleForm } from '#lib/server/staff/people/people-form.ts';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  postStaffForm,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import { requestCall, requestLead, requireLeadOf } from '../../support/leads/requests.ts';

/** What a member of staff owns when their role ends. */

const test = useTestApi({ CALLBACKS_PER_HOUR: '1000' });
type Staff = Awaited<ReturnType<typeof signUpStaff>>;
let admin: Staff;
let leaver: Staff;

beforeEach(async () => {
  await restoreJobs(test.db);
  admin = await signUpStaff(test);
  await test.db.insertInto('userRole').values({ userId: admin.id, role: 'admin' }).execute();
  leaver = await signUpStaff(test);
  await test.db.deleteFrom('lead').execute();
});

const noTimes = { interviews: 0, free_times: 0 };

/** Gives the leaver two applications under way, one that has ended, an open lead and a closed one. */
async function ownWork() {
  const { id: jobId } = await requireJobBySlug(test.db, 'accounts-payable-associate-cl13');
  const people = await insertManyCandidates(test.db, 3, 10);
  const [first = '', second = '', ended = ''] = await insertApplications(
    test.db,
    people.map((userId, index) => ({
      userId,
      jobId,
      ...(index === 2 && { status: 'NOT_SELECTED' as const }),
    })),
  );
  const open = await requestLead(test, admin.visitor);
  const closed = await requestLead(test, admin.visitor);
  await test.db.updateTable('lead').set({ status: 'NOT_INTERESTED' }).where('id', '=', closed.id).execute();
  await test.db.updateTable('lead').set({ ownerId: leaver.id }).execute();
  await test.db.updateTable('jobApplication').set({ ownerId: leaver.id }).execute();
  return { open: [first, second, open.id as string], ended: [ended, closed.id as string] };
}

const ownersOf = async (ids: readonly string[]) => {
  const applications = await test.db
    .selectFrom('jobApplication')
    .select('ownerId')
    .where('id', 'in', ids)
    .execute();
  const leads = await test.db.selectFrom('lead').select('ownerId').where('id', 'in', ids).execute();
  return [...applications, ...leads].map(({ ownerId }) => ownerId);
};

const revoke = (newOwnerId: string) =>
  handlePeopleForm(
    test.api,
    postStaffForm(test, admin.visitor, '/staff/people/', { form: 'revoke', userId: leaver.id, newOwnerId }),
  );

it('[C-20] what a person owns is shown before their role ends, and goes to the chosen person', async () => {
  const work = await ownWork();
  const { body } = await admin.visitor.call('GET /api/v1/staff/people/');
  const owned = Object.fromEntries(
    body.results.map((one: { id: string; owned: object }) => [one.id, one.owned]),
  );
  expect(owned).toEqual({
    [leaver.id]: { applications: 2, leads: 1, ...noTimes },
    [admin.id]: { applications: 0, leads: 0, ...noTimes },
  });
  expect((await revoke(admin.id)).done).toBe('revoked-role');
  expect(await ownersOf(work.open)).toEqual([admin.id, admin.id, admin.id]);
  expect(await ownersOf(work.ended)).toEqual([leaver.id, leaver.id]);
  const audit = await test.db
    .selectFrom('auditEvent')
    .select(['action', 'details'])
    .where('action', 'in', ['role.REVOKE', 'application.ASSIGN', 'lead.ASSIGN'])
    .orderBy('action')
    .execute();
  expect(audit).toMatchObject([
    { action: 'application.ASSIGN', details: { from: 'Asha Verma', to: 'Asha Verma' } },
    { action: 'application.ASSIGN' },
    { action: 'lead.ASSIGN', details: { previousOwner: 'Asha Verma', owner: 'Asha Verma' } },
    { action: 'role.REVOKE', details: { applications: 2, leads: 1, to: 'none' } },
  ]);
});

it('[C-20] work is left to nobody on the page and on the command line', async () => {
  const work = await ownWork();
  expect((await revoke('')).done).toBe('revoked-role');
  expect(await ownersOf(work.open)).toEqual([null, null, null]);
  await test.db.insertInto('userRole').values({ userId: leaver.id, role: 'staff' }).execute();
  await test.db.updateTable('jobApplication').set({ ownerId: leaver.id }).execute();
  const sentence = await revokeRoles(test.db, `+91${leaver.phone}`);
  expect(sentence).toContain('Without an owner now: applications 2, leads 0.');
  expect(await ownersOf(work.open)).toEqual([null, null, null]);
});

it('[C-20] an assigned lead that is left to nobody is new again, also on the page of the call', async () => {
  const { id } = await requestLead(test, admin.visitor);
  await admin.visitor.call(`POST /api/v1/staff/leads/${id}/assign/`, { owner_id: leaver.id });
  const read = async () => [
    ...(await test.db.selectFrom('lead').select(['status', 'ownerId']).where('id', '=', id).execute()),
    ...(await test.db.selectFrom('callbackRequest').select('status').execute()),
  ];
  expect(await read()).toEqual([{ status: 'ASSIGNED', ownerId: leaver.id }, { status: 'ASSIGNED' }]);
  expect((await revoke('')).done).toBe('revoked-role');
  expect(await read()).toEqual([{ status: 'NEW', ownerId: null }, { status: 'NEW' }]);
});

it('[C-20] work that comes back to a former colleague has no owner, and the next person gets it', async () => {
  const { open, ended } = await ownWork();
  const [application = ''] = open;
  const closed = ended[1] ?? '';
  const moveApplication = async (action: string, reason_code: string) => {
    const body = { application_ids: [application], action, reason_code };
    const answer = await admin.visitor.call('POST /api/v1/staff/job-applications/move/', body);
    expect(answer.body.results).toMatchObject([{ ok: true }]);
  };
  await moveApplication('REJECT', 'OTHER');
  const asked = await requestCall(test);
  await test.db
    .updateTable('lead')
    .set({ status: 'NOT_INTERESTED', ownerId: leaver.id })
    .where('phoneE164', '=', asked.e164)
    .execute();
  // A colleague who still has a role keeps what comes back.
  const kept = await requestLead(test, admin.visitor);
  await test.db
    .updateTable('lead')
    .set({ status: 'NOT_INTERESTED', ownerId: admin.id })
    .where('id', '=', kept.id)
    .execute();
  await revoke(admin.id);

  await moveApplication('REOPEN', 'MISTAKE');
  for (const id of [closed, kept.id])
    await admin.visitor.call(`POST /api/v1/staff/leads/${id}/move/`, { action: 'REOPEN' });
  await requestCall(test, { phone: asked.phone });
  const { id: askedAgain } = await requireLeadOf(test, asked.e164);
  for (const id of [application, closed, askedAgain]) expect(await ownersOf([id]), id).toEqual([null]);
  expect(await ownersOf([kept.id])).toEqual([admin.id]);
  const taken = [await assignNextLead(test.db, admin.id), await assignNextLead(test.db, admin.id)];
  expect(taken.toSorted()).toEqual([closed, askedAgain].toSorted());
});

it('[C-20] only a person with a role takes work over, and otherwise the role stays', async () => {
  const work = await ownWork();
  const [stranger = ''] = await insertManyCandidates(test.db, 1, 90);
  for (const id of [stranger, leaver.id]) {
    const { errors } = await revoke(id);
    expect(errors?.fields).toHaveProperty('newOwnerId');
  }
  expect((await leaver.visitor.call('GET /api/v1/staff/jobs/')).status).toBe(200);
  expect(await ownersOf(work.open)).toEqual([leaver.id, leaver.id, leaver.id]);
});

it('[C-39] the filters list former owners as long as they own something', async () => {
  const work = await ownWork();
  await revoke(admin.id);
  expect(await listOwners(test.db)).toEqual([
    { id: admin.id, name: 'Asha Verma' },
    { id: leaver.id, name: 'Asha Verma (former)' },
  ]);
  expect(await listCurrentOwners(test.db)).toEqual([{ id: admin.id, name: 'Asha Verma' }]);
  const found = async (path: string) =>
    (await admin.visitor.call(`GET /api/v1/staff/${path}owner=${leaver.id}`)).body.results.map(
      ({ id }: { id: string }) => id,
    );
  expect(await found('job-applications/?status=NOT_SELECTED&')).toEqual([work.ended[0]]);
  expect(await found('leads/?status=NOT_INTERESTED&')).toEqual([work.ended[1]]);
  await test.db.updateTable('jobApplication').set({ ownerId: null }).execute();
  await test.db.updateTable('lead').set({ ownerId: null }).execute();
  expect(await listOwners(test.db)).toEqual([{ id: admin.id, name: 'Asha Verma' }]);
});
