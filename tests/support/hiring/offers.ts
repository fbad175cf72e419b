import { v7 as uuidv7 } from 'uuid';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { addDays, instantOf, localDate } from '#lib/domain/core/zoned-time.ts';
import type { Db } from '#lib/server/db/index.ts';
import { acceptOffer } from '#lib/server/hiring/offers/answer-offer.ts';
import { makeOffer } from '#lib/server/hiring/offers/make-offer.ts';
import type { TestApi } from '../api.ts';
import type { Visitor } from '../visitor.ts';
import { applications, type Candidate, runUnitOfWork, signUpCandidate } from './candidates.ts';
import { insertApplications, requireJobBySlug } from './staff.ts';

/** Returns a day in India, counted from today. */
export const dayFromNow = (days: number): string => addDays(localDate(new Date(), defaultTimeZone), days);

const lastMinuteOf = (day: string): string => instantOf(day, '23:59', defaultTimeZone).toISOString();

/** Returns the body of an offer as the API takes it. */
export const offerBody = (more: object = {}) => ({
  replaces: null,
  annual_pay: 360_000,
  joining_on: dayFromNow(21),
  location: 'Pune',
  work_mode: 'HYBRID',
  terms: 'Two weeks of **training** are paid.',
  expires_at: lastMinuteOf(dayFromNow(7)),
  ...more,
});

/** Shortlists an application whose job has an offer as its next stage. */
export async function shortlistForOffer(db: Db, id: string): Promise<void> {
  const { jobId } = await db
    .updateTable('jobApplication')
    .set({ status: 'SHORTLISTED', stageKey: 'review' })
    .where('id', '=', id)
    .returning('jobId')
    .executeTakeFirstOrThrow();
  const stages = [
    { key: 'form', title: 'Form', kind: 'FORM' },
    { key: 'review', title: 'Review', kind: 'REVIEW' },
    { key: 'offer', title: 'Offer', kind: 'OFFER' },
  ];
  await db
    .updateTable('job')
    .set({ stages: JSON.stringify(stages) })
    .where('id', '=', jobId)
    .execute();
}

/** Signs up a candidate whose application is shortlisted, with an offer as the next stage. */
export async function signUpShortlisted(test: TestApi, slug: string): Promise<Candidate & { id: string }> {
  const person = await signUpCandidate(test);
  const { id: jobId } = await requireJobBySlug(test.db, slug);
  const [id = ''] = await insertApplications(test.db, [{ userId: person.userId, jobId }]);
  await shortlistForOffer(test.db, id);
  return { ...person, id };
}

/** Makes an offer as staff and returns the response. */
export const postOffer = (staff: Visitor, id: string, more: object = {}) =>
  staff.call(`POST /api/v1/staff/job-applications/${id}/offer/`, offerBody(more));

/** Makes the first offer of an application, without the API. */
export const insertOffer = (test: TestApi, id: string) =>
  runUnitOfWork(test, (work) =>
    makeOffer(work, { type: 'STAFF', id: uuidv7() }, id, {
      replaces: null,
      annualPay: 360_000,
      joiningOn: dayFromNow(21),
      location: 'Pune',
      workMode: 'HYBRID',
      terms: 'Two weeks of **training** are paid.',
      expiresAt: lastMinuteOf(dayFromNow(7)),
    }),
  );

/** Accepts the first offer of an application as its candidate. */
export const acceptFirstOffer = (test: TestApi, userId: string, id: string) =>
  runUnitOfWork(test, (work) =>
    acceptOffer(work, userId, id, { version: 1, name: 'Asha Verma' }, '192.0.2.1'),
  );

/** Accepts or declines an offer by the API. */
export const acceptOf = ({ visitor, id }: Candidate & { id: string }, version = 1) =>
  visitor.call(`POST ${applications}${id}/accept-offer/`, { version, name: 'Asha Verma' });
export const declineOf = ({ visitor, id }: Candidate & { id: string }, version = 1) =>
  visitor.call(`POST ${applications}${id}/decline-offer/`, { version, reason: 'PAY', note: 'Too little.' });

/** Inserts an accepted offer of an application directly. */
export async function insertAccepted(db: Db, applicationId: string): Promise<void> {
  await shortlistForOffer(db, applicationId);
  await db
    .updateTable('jobApplication')
    .set({ status: 'OFFER_ACCEPTED', stageKey: 'offer' })
    .where('id', '=', applicationId)
    .execute();
  await db
    .insertInto('jobOffer')
    .values({
      ...{ id: uuidv7(), applicationId, version: 1, status: 'ACCEPTED', annualPay: 360_000, currency: 'INR' },
      ...{ joiningOn: dayFromNow(-1), location: 'Pune', workMode: 'HYBRID', terms: '', letterMediaId: null },
      ...{ expiresAt: new Date(), fromStatus: 'SHORTLISTED', fromStageKey: 'review' },
      ...{ createdById: uuidv7(), endedAt: new Date() },
    })
    .execute();
}

/** Inserts a placement directly and returns its id. */
export async function insertPlacement(
  db: Db,
  applicationId: string,
  joinedOn = dayFromNow(-1),
): Promise<string> {
  const id = uuidv7();
  await db.insertInto('placement').values({ id, applicationId, joinedOn, recordedById: uuidv7() }).execute();
  return id;
}

/** The body of `PATCH …/placements/{placementId}/update/`. */
export const placementBody = {
  ...{ version: 1, joined_on: '2026-01-05', left_on: null, leave_reason: null },
  ...{ note: 'Called the manager', invoiced_on: null, invoice_reference: null, fee_amount: 45_000 },
};

/** One valid request that marks the answer to an offer as done. */
export async function answeredOfferWrite(db: Db, applicationId: string) {
  await insertAccepted(db, applicationId);
  const { id } = await db.selectFrom('jobOffer').select('id').executeTakeFirstOrThrow();
  return { key: `POST /api/v1/staff/offers/${id}/mark-read/`, body: {} };
}
