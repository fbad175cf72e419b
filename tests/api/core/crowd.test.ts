import { expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { newPhone } from '../../support/auth/people.ts';
import { callWithProof } from '../../support/proof-of-work.ts';
import { isSoak } from '../../support/soak.ts';

/** One address for all: a campus, or a mobile carrier. */
const address = '203.0.113.77';
const test = useTestApi({ PROOF_COST: '1' });
const brochure = 'POST /api/v1/programs/embark-pro/send-brochure/';
const elapsed_ms = 5000;
/** Fifty requests of one address need no proof, so sixty people meet both sides of that limit. */
const people = isSoak ? 200 : 60;

/** One person: signs up, verifies the number, requests a brochure and a call. Returns the statuses. */
async function visit(n: number): Promise<number[]> {
  const visitor = test.visitor(address);
  const phone = newPhone();
  const number = { country_iso_code: 'IN', phone };
  const email = `person-${n}@example.com`;
  const call = (key: string, body: object) => callWithProof(visitor, key, body);
  const answers = [
    await call('POST /api/v1/auth/user-exists/', number),
    await call('POST /api/v3/auth/register/', { first_name: 'Asha', email, ...number }),
  ];
  const sent = await call('POST /api/v1/user/phone-verification/request-otp/', {});
  const code = {
    otp_id: sent.body.otp_id,
    otp: sent.status === 200 ? await test.codeFor(`+91${phone}`) : '',
  };
  answers.push(
    sent,
    await call('POST /api/v1/user/phone-verification/verify-otp/', code),
    await call(brochure, { email, elapsed_ms }),
    await call('POST /api/v1/cap/request-sales-callback/', {
      ...{ first_name: 'Asha', ...number, consent: true, elapsed_ms },
      preferred_window: 'ASAP',
    }),
  );
  return answers.map(({ status }) => status);
}

it(`[C-12] ${people} people behind one address sign up and request a brochure and a call, all within ten minutes`, async () => {
  const statuses: number[] = [];
  for (let n = 0; n < people; n += 10) {
    const tenPeople = Array.from({ length: 10 }, (_, index) => visit(n + index));
    statuses.push(...(await Promise.all(tenPeople)).flat());
  }
  expect(statuses).toHaveLength(people * 6);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  const proofs = await test.db
    .selectFrom('rateCounter')
    .select('key')
    .where('key', 'like', 'proof:%')
    .execute();
  // Everybody after the fiftieth has to prove at least two of the six requests.
  expect(proofs.length).toBeGreaterThanOrEqual((people - 50) * 2);
}, 120_000);

it.each([
  ['fifty brochures when it drops its cookies', true],
  ['ten when it keeps them', false],
])(
  '[C-12] a program without proofs gets %s, then none',
  async (_, dropsCookies) => {
    const posts = isSoak ? 5000 : 120;
    let program = test.visitor(address);
    const statuses = new Map<number, number>();
    for (let n = 0; n < posts; n += 1) {
      if (dropsCookies) program = test.visitor(address);
      const { status } = await program.call(brochure, { email: `target-${n}@example.com`, elapsed_ms });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual(
      dropsCookies ? { 200: 50, 428: posts - 50 } : { 200: 10, 429: posts - 10 },
    );
  },
  300_000,
);
