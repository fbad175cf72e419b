import { expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';

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
