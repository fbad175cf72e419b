import { expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { newPhone } from '../../support/auth/people.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { requestBrochure, requestCall } from '../../support/leads/requests.ts';

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
