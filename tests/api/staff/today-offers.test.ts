import { beforeEach, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import type { Candidate } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  acceptOf,
  dayFromNow,
  insertPlacement,
  postOffer,
  signUpShortlisted,
} from '../../support/hiring/offers.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let staff: Visitor;
let person: Candidate & { id: string };

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  person = await signUpShortlisted(test, 'inside-sales-associate-cl13');
});

async function listKinds(): Promise<string[]> {
  const { status, body } = await staff.call('GET /api/v1/staff/today/');
  expect(status, JSON.stringify(body)).toBe(200);
  const kinds = body.results.map(({ kind }: { kind: string }) => kind);
  return kinds.filter((kind: string) => ['OFFER', 'ANSWER', 'JOINING', 'FEE'].includes(kind));
}

it('[API-42] Today lists an offer without an answer before it expires, and a first day of the week', async () => {
  await postOffer(staff, person.id);
  expect(await listKinds()).toEqual([]);
  await test.db
    .updateTable('jobOffer')
    .set({ createdAt: new Date(Date.now() - 4 * 86_400_000) })
    .execute();
  expect(await listKinds()).toEqual(['OFFER']);
  await acceptOf(person);
  expect(await listKinds()).toEqual(['ANSWER']);
  await test.db
    .updateTable('applicationEvent')
    .set({ at: new Date(Date.now() - 25 * 3_600_000) })
    .execute();
  expect(await listKinds()).toEqual([]);
  await test.db
    .updateTable('jobOffer')
    .set({ joiningOn: dayFromNow(3) })
    .execute();
  expect(await listKinds()).toEqual(['JOINING']);
});

it('[API-42] Today lists who has worked for 90 days, until the invoice is recorded', async () => {
  await insertPlacement(test.db, person.id, dayFromNow(-91));
  expect(await listKinds()).toEqual(['FEE']);
  await test.db
    .updateTable('placement')
    .set({ invoicedOn: dayFromNow(0) })
    .execute();
  expect(await listKinds()).toEqual([]);
  await test.db
    .updateTable('placement')
    .set({ invoicedOn: null, leftOn: dayFromNow(-30), leaveReason: 'RESIGNED' })
    .execute();
  expect(await listKinds()).toEqual([]);
});
