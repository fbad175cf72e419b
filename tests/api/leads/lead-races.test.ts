import { expect, it } from 'vitest';
import { openLeadStatuses } from '#lib/domain/leads/lead-flow.ts';
import { listLongUndos } from '#lib/server/staff/undo/list-long-undos.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone } from '../../support/auth/people.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { requestBrochure, requestCall, requestLead } from '../../support/leads/requests.ts';

const test = useTestApi({ CALLBACKS_PER_HOUR: '1000' });
const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const leads = () => test.db.selectFrom('lead').select(['id', 'email', 'phoneE164', 'ownerId']).execute();

it('[C-42] 20 parallel requests of one number and one email make one lead', async () => {
  const email = 'meera@example.com';
  const numbers = times(4).map(newPhone);
  await Promise.all(
    times(20).map((n) =>
      n % 5 === 4
        ? requestBrochure(test, email, n > 10 ? 'embark-pro' : 'career-accelerator-program')
        : requestCall(test, { phone: numbers[0] ?? '', email }),
    ),
  );
  expect(await leads()).toEqual([
    {
      id: expect.any(String),
      email: expect.stringMatching(/meera/),
      phoneE164: `+91${numbers[0]}`,
      ownerId: null,
    },
  ]);
});

it('[C-42] counsellors who take the next lead at once never get the same', async () => {
  const staff = await Promise.all(times(3).map(() => signUpStaff(test)));
  await test.db.deleteFrom('lead').execute();
  for (const _ of times(8)) await requestCall(test);
  const answers = await Promise.all(
    times(12).map((n) => staff[n % 3]?.visitor.fork().call('POST /api/v1/staff/leads/take-next/', {})),
  );
  const taken = answers.flatMap((answer) => answer?.body.lead?.id ?? []);
  expect(answers.map((answer) => answer?.status)).toEqual(times(12).map(() => 200));
  expect(taken).toHaveLength(8);
  expect(new Set(taken).size).toBe(8);
  expect((await leads()).every(({ ownerId }) => ownerId !== null)).toBe(true);
});

it('[C-42] requests, call logs, merges with their undo and revocations of a role never block each other', async () => {
  const [admin, leaver, ...staff] = await Promise.all(times(4).map(() => signUpStaff(test)));
  if (!admin || !leaver) throw new Error('No staff');
  await test.db.insertInto('userRole').values({ userId: admin.id, role: 'admin' }).execute();
  const [one, other] = [await requestLead(test, admin.visitor), await requestLead(test, admin.visitor)];
  const numbers = [one, other].map(({ person }) => person.phone.slice(3));
  const email = 'meera@example.com';
  const lead = `/api/v1/staff/leads/${one.id}/`;
  const answers: number[] = [];
  const run = async (call: Promise<{ status: number }>) => void answers.push((await call).status);
  const grant = () =>
    test.db
      .insertInto('userRole')
      .values({ userId: leaver.id, role: 'staff' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const mergeAndUndo = async () => {
    const { visitor, id } = admin;
    await run(visitor.fork().call(`POST ${lead}merge/`, { other_lead_id: other.id }));
    const [undoable] = await listLongUndos(test.db, id, one.id);
    if (undoable) await run(visitor.fork().call(`POST /api/v1/staff/actions/${undoable.actionId}/undo/`, {}));
  };
  for (let round = 0; round < 12; round++) {
    await grant();
    const by = staff[round % 2]?.visitor ?? admin.visitor;
    await Promise.all([
      mergeAndUndo(),
      ...numbers.map(
        async (phone) => void answers.push((await requestCall(test, { phone, email })).call ? 200 : 500),
      ),
      run(by.fork().call(`POST ${lead}log-attempt/`, { outcome: 'NO_ANSWER' })),
      run(by.fork().call(`POST ${lead}assign/`, { owner_id: leaver.id })),
      run(leaver.visitor.fork().call('POST /api/v1/staff/leads/take-next/', {})),
      run(leaver.visitor.fork().call(`POST ${lead}log-attempt/`, { outcome: 'CONNECTED' })),
      run(admin.visitor.fork().call(`POST /api/v1/staff/people/${leaver.id}/revoke/`, {})),
    ]);
    expect(answers.filter((status) => status >= 500)).toEqual([]);
    // Nobody without a role owns work.
    const owned = test.db.selectFrom('lead').select('id').where('ownerId', '=', leaver.id);
    expect(
      await owned.where('status', 'in', openLeadStatuses).where('mergedIntoId', 'is', null).execute(),
    ).toEqual([]);
  }
}, 60_000);
