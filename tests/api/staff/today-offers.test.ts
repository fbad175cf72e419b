import { beforeEach, expect, it } from 'vitest';
import { handleTodayForm } from '#lib/server/staff/today/today-form.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import type { Candidate } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  acceptOf,
  dayFromNow,
  declineOf,
  insertPlacement,
  postOffer,
  signUpShortlisted,
} from '../../support/hiring/offers.ts';
import { postStaffForm, signUpStaff } from '../../support/hiring/staff.ts';
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
  // It stays over the weekend, until staff mark it as done.
  await travel(test.db, 3 * 86_400);
  expect(await listKinds()).toEqual(['ANSWER']);
  const { id: offerId } = await test.db.selectFrom('jobOffer').select('id').executeTakeFirstOrThrow();
  const page = () => postStaffForm(test, staff, '/staff/', { offerId });
  for (let time = 0; time < 2; time += 1)
    expect((await handleTodayForm(test.api, page())).done).toBe('changed');
  expect(await listKinds()).toEqual([]);
  const audited = await test.db
    .selectFrom('auditEvent')
    .select(['action', 'subjectId', 'details'])
    .where('action', '=', 'offerAnswer.READ')
    .execute();
  expect(audited).toEqual([
    { action: 'offerAnswer.READ', subjectId: person.id, details: { answer: 'ACCEPTED' } },
  ]);
  await test.db
    .updateTable('jobOffer')
    .set({ joiningOn: dayFromNow(3) })
    .execute();
  expect(await listKinds()).toEqual(['JOINING']);
});

it('[API-42] a declined offer stays on Today until staff mark it as done', async () => {
  await postOffer(staff, person.id);
  await declineOf(person);
  await travel(test.db, 3 * 86_400);
  expect(await listKinds()).toEqual(['ANSWER']);
  const { id } = await test.db.selectFrom('jobOffer').select('id').executeTakeFirstOrThrow();
  expect((await staff.call(`POST /api/v1/staff/offers/${id}/mark-read/`, {})).status).toBe(200);
  expect(await listKinds()).toEqual([]);
  const unknown = await staff.call(
    'POST /api/v1/staff/offers/00000000-0000-7000-8000-000000000000/mark-read/',
    {},
  );
  expect(unknown.status).toBe(404);
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
