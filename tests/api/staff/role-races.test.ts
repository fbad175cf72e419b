import { expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';

const test = useTestApi();

async function signUpAdmin() {
  const person = await signUpStaff(test);
  await test.db.insertInto('userRole').values({ userId: person.id, role: 'admin' }).execute();
  return person;
}

const listAdmins = () =>
  test.db.selectFrom('userRole').select('userId').where('role', '=', 'admin').execute();

it('[C-39] of two admins who revoke each other at once, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await signUpAdmin(), await signUpAdmin()];
    const answers = await Promise.all([
      one.visitor.call(`POST /api/v1/staff/people/${other.id}/revoke/`, {}),
      other.visitor.call(`POST /api/v1/staff/people/${one.id}/revoke/`, {}),
    ]);
    expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await listAdmins()).toHaveLength(1);
    await test.db.deleteFrom('userRole').execute();
  }
});

it('[C-39] when all admins revoke themselves at once, one stays', async () => {
  const admins = [await signUpAdmin(), await signUpAdmin(), await signUpAdmin()];
  const answers = await Promise.all(
    admins.map(({ visitor, id }) => visitor.call(`POST /api/v1/staff/people/${id}/revoke/`, {})),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
  expect(await listAdmins()).toHaveLength(1);
});

it('[C-20] [C-42] assigning applications and revoking a role never block each other, and nobody without a role owns work', async () => {
  await restoreJobs(test.db);
  const [admin, leaver, successor] = [await signUpAdmin(), await signUpStaff(test), await signUpStaff(test)];
  const job = await requireJobBySlug(test.db, 'accounts-payable-associate-cl13');
  const people = await insertManyCandidates(test.db, 12, 1);
  const ids = await insertApplications(
    test.db,
    people.map((userId) => ({ userId, jobId: job.id, status: 'SUBMITTED', dueInHours: 5 })),
  );
  const assign = (applicationIds: readonly string[], ownerId: string | null) =>
    admin.visitor.fork().call('POST /api/v1/staff/job-applications/assign/', {
      ...{ application_ids: applicationIds, owner_id: ownerId },
    });
  for (let round = 0; round < 8; round++) {
    await test.db
      .insertInto('userRole')
      .values({ userId: leaver.id, role: 'staff' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await assign(ids.slice(0, 6), leaver.id);
    const answers = await Promise.all([
      assign(ids, leaver.id),
      admin.visitor.fork().call(`POST /api/v1/staff/people/${leaver.id}/revoke/`, {
        new_owner_id: round % 2 ? successor.id : null,
      }),
      assign(ids.toReversed(), successor.id),
      assign(ids.slice(3, 9), leaver.id),
    ]);
    expect(answers[1]?.status).toBe(200);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const owned = await test.db.selectFrom('jobApplication').select('ownerId').execute();
    expect(owned.filter(({ ownerId }) => ownerId === leaver.id)).toEqual([]);
  }
}, 60_000);
