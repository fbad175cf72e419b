import { expect, it } from 'vitest';
import { dateText } from '#lib/domain/core/time-text.ts';
import { formatMoney } from '#lib/domain/enrolment/fee.ts';
import { findProgram } from '#lib/server/catalog/content/index.ts';
import { listOwnRegistrations } from '#lib/server/enrolment/own-registrations.ts';
import { respondWithAwardLetter } from '#lib/server/enrolment/scholarship/award-letter.ts';
import { requireScholarship } from '#lib/server/enrolment/scholarship/scholarship-aggregate.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import {
  insertLearner,
  insertLearners,
  type Learner,
  leaveSeats,
  requireNextBatch,
  requireOpenBatch,
  reserve,
} from '../../support/enrolment/learners.ts';
import { completeTest } from '../../support/enrolment/test-takers.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { readPdf, withoutSpaces } from '../../support/portfolio/pdf-words.ts';

const test = useTestApi();
const scholarshipLine = ({ fee }: { fee: { discounts: { label: string; amount: number }[] } }) =>
  fee.discounts.find(({ label }) => label.startsWith('Scholarship'));

/** Takes a test with an award of 30% for the programme of the first open batch. */
async function winAward(learner: Learner) {
  const batch = await requireOpenBatch(test.db);
  const { body } = await completeTest(test, learner, 32, { program_slug: batch.programSlug });
  expect(body.result.share_percent).toBe(30);
  return { batch, testId: body.id };
}

it('[API-21] an award is a line of the fee of the next enrolment in its programme, once', async () => {
  const learner = await insertLearner(test);
  const { batch, testId } = await winAward(learner);
  const { body } = await reserve(learner, batch);
  const line = scholarshipLine(body);
  expect(line?.label).toBe('Scholarship, 30% of the fee');
  const sum = body.fee.instalments.reduce((total: number, one: { amount: number }) => total + one.amount, 0);
  expect([sum, body.open_amount]).toEqual([body.fee.amount, body.fee.amount]);
  const full =
    body.fee.amount +
    body.fee.discounts.reduce((total: number, one: { amount: number }) => total + one.amount, 0);
  expect(line?.amount).toBe(Math.round(full * 0.3));
  const own = await learner.visitor.call(`GET /api/v1/ep-scholarship-test/registrations/${testId}/`);
  expect(own.body.result.enrolment_id).toBe(body.id);

  await learner.visitor.call(`POST /api/v1/enrolments/${body.id}/cancel/`, {});
  const next = await requireNextBatch(test.db, batch);
  const again = await reserve(learner, next);
  expect(scholarshipLine(again.body)?.label).toBe(line?.label);
  expect(findProgram(batch.programSlug)).not.toBeNull();
});

it('[API-21] an award is for its person and programme, and ends after 90 days', async () => {
  const [learner, other] = await insertLearners(test, 2);
  if (!learner || !other) throw new Error('two learners');
  const { batch } = await winAward(learner);
  expect(scholarshipLine((await reserve(other, batch)).body)).toBeUndefined();
  for (let n = 1; ; n += 1) {
    const foreign = await requireOpenBatch(test.db, n);
    if (foreign.programSlug === batch.programSlug) continue;
    expect(scholarshipLine((await reserve(learner, foreign)).body)).toBeUndefined();
    break;
  }
  await travel(test.db, 90 * 86_400 + 1);
  await test.db
    .updateTable('session')
    .set({ expiresAt: new Date(Date.now() + 86_400_000), lastSeenAt: new Date() })
    .execute();
  expect(scholarshipLine((await reserve(learner, batch)).body)).toBeUndefined();
});

it('[API-21] a late payment gives the seat and the award back together', async () => {
  const learner = await insertLearner(test);
  const { batch } = await winAward(learner);
  await leaveSeats(test.db, batch, 5);
  const { body } = await reserve(learner, batch);
  await learner.visitor.call(`POST /api/v1/enrolments/${body.id}/cancel/`, {});
  const { visitor: staff } = await signUpStaff(test);
  const pay = () =>
    staff.call(`POST /api/v1/staff/enrolments/${body.id}/record-payment/`, {
      ...{ amount: 1000, method: 'UPI', reference: 'UPI-1' },
      received_at: new Date(Date.now() - 1000).toISOString(),
    });
  const paid = await pay();
  expect([paid.status, paid.body.status]).toEqual([200, 'HELD']);
  const { awardEnrolmentId } = await test.db
    .selectFrom('scholarshipRegistration')
    .select('awardEnrolmentId')
    .executeTakeFirstOrThrow();
  expect(awardEnrolmentId).toBe(body.id);
});

it('[API-21] the account lists a test with its award and what to do next, and a place in PM Mastery', async () => {
  const [learner, other] = await insertLearners(test, 2);
  if (!learner || !other) throw new Error('two learners');
  const { testId } = await winAward(learner);
  const [{ href, note, title } = { href: '', note: '', title: '' }, ...others] = await listOwnRegistrations(
    test,
    learner.userId,
  );
  expect([href, others]).toEqual([`/scholarship-test/${testId}/`, []]);
  expect(title).toMatch(/^Scholarship test for .*: awarded$/);
  expect(note).toMatch(/You pay 30% less for .*\. Reserve a seat before /);
  const person = { current_status: 'WORKING', years_of_experience: 2, consent: true };
  const { body } = await learner.visitor.call('POST /api/v1/pm-mastery/register/', {
    ...{ ...person, program_slug: 'pm-launchpad-core', time_zone: 'Asia/Kolkata' },
  });
  expect((await listOwnRegistrations(test, learner.userId)).at(-1)).toMatchObject({
    ...{ title: 'PM Mastery: confirmed', href: `/pm-mastery/${body.id}/` },
  });
  expect(await listOwnRegistrations(test, other.userId)).toEqual([]);
});

it('[API-21] the letter of an award names its person, programme, share and last day, and there is none without an award', async () => {
  const [winner, other] = (await insertLearners(test, 2)) as [Learner, Learner];
  const { testId } = await winAward(winner);
  const { body: without } = await completeTest(test, other, 23);
  const pdfOf = async (id: string) => respondWithAwardLetter(await requireScholarship(test.db, id));
  expect((await pdfOf(without.id)).status).toBe(404);
  expect((await respondWithAwardLetter(null)).status).toBe(404);
  const { registration } = await requireScholarship(test.db, testId);
  const response = await pdfOf(testId);
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="scholarship-${registration.registrationNumber}.pdf"`,
  );
  const text = readPdf(Buffer.from(await response.arrayBuffer()));
  const program = findProgram(registration.programSlug);
  const fee = program?.fee.amount ?? 0;
  for (const line of [
    ...[`${registration.firstName} ${registration.lastName}`, registration.registrationNumber],
    ...[program?.name ?? '-', '32 of 40 answers are right', '30% of the fee'],
    ...[`Use it before ${dateText(registration.awardExpiresAt ?? new Date(0))}`],
    `the award is ${formatMoney(fee * 0.3, 'INR')}`,
  ])
    expect(text).toContain(withoutSpaces(line));

  // What staff award instead is in the letter at once.
  const { visitor: staff } = await signUpStaff(test);
  const body = { share_percent: 50, reason: 'Two questions had a wrong key' };
  expect((await staff.call(`POST /api/v1/staff/scholarships/${testId}/override/`, body)).status).toBe(200);
  const changed = readPdf(Buffer.from(await (await pdfOf(testId)).arrayBuffer()));
  expect(changed).toContain(withoutSpaces('50% of the fee'));
});
