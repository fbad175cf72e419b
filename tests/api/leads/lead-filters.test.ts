import { beforeEach, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let staff: Visitor;

beforeEach(async () => {
  ({ visitor: staff } = await signUpStaff(test));
});

const save = (name: string) =>
  staff.call('POST /api/v1/staff/lead-filters/save/', { name, search: 'late=true' });
const count = async () => (await staff.call('GET /api/v1/staff/lead-filters/')).body.results.length;

it('[C-42] a staff member saves at most 30 lists, also in parallel, and is told so', async () => {
  for (let n = 1; n < 30; n += 1) await save(`List ${n}`);
  const last = await Promise.all([save('A'), save('B'), save('C')]);
  expect(last.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const rejected = last.find(({ status }) => status === 409);
  expect(rejected?.body).toMatchObject({
    error_code: 'INVALID_STATE',
    error: 'You have 30 saved lists, which is the maximum. Delete one first.',
  });
  expect(await count()).toBe(30);
  expect((await save('LIST 1')).status).toBe(200);
  expect(await count()).toBe(30);
});
