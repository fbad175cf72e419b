import { v7 as uuidv7 } from 'uuid';
import { hashToken } from '#lib/server/auth/session.ts';
import { listBatchesWithSeats } from '#lib/server/catalog/batch-seats.ts';
import { findProgramOfType } from '#lib/server/catalog/content/index.ts';
import type { Db } from '#lib/server/db/index.ts';
import { findBatchClosedReason } from '#lib/server/enrolment/enrolment-aggregate.ts';
import type { TestApi } from '../api.ts';
import type { Answer, Visitor } from '../visitor.ts';
import { moveBatchesToToday } from './batch-dates.ts';

/** A batch of src/content that takes people, with its programme. */
export interface OpenBatch {
  batchId: string;
  programSlug: string;
  /** Seats that can be reserved on the site. */
  seats: number;
  /** The key of the request that reserves a seat. */
  reserve: string;
}

/** Returns the n-th batch of src/content that takes people on the tests' day and has a price, the next one first. */
export async function requireOpenBatch(db: Db, n = 0): Promise<OpenBatch> {
  moveBatchesToToday();
  const now = new Date();
  const open = (await listBatchesWithSeats(db)).filter(
    (batch) => batch.seatsTotal > batch.seatsSoldElsewhere && findBatchClosedReason(batch, now) === null,
  );
  const batch = open[n];
  const program = batch && findProgramOfType(batch.programType);
  if (!program) throw new Error('Fewer batches of src/content take people on the tests’ day.');
  return {
    batchId: batch.id,
    programSlug: program.slug,
    seats: batch.seatsTotal - batch.seatsSoldElsewhere,
    reserve: `POST /api/v1/programs/${program.slug}/enrolments/`,
  };
}

/** Returns another batch of the same programme that takes people. */
export async function requireNextBatch(db: Db, { programSlug, batchId }: OpenBatch): Promise<OpenBatch> {
  for (let n = 0; ; n += 1) {
    const batch = await requireOpenBatch(db, n);
    if (batch.programSlug === programSlug && batch.batchId !== batchId) return batch;
  }
}

/** Leaves this number of seats of a batch free, as if others had reserved the rest. */
export async function leaveSeats(db: Db, { batchId, seats }: OpenBatch, free: number): Promise<void> {
  const taken = seats - free;
  await db
    .insertInto('batchSeats')
    .values({ batchId, taken })
    .onConflict((conflict) => conflict.column('batchId').doUpdateSet({ taken }))
    .execute();
}

export interface Learner {
  visitor: Visitor;
  userId: string;
  phone: string;
  email: string;
}

/** Inserts signed-in people with a verified number directly, because a race needs many. `first` numbers the first one. */
export async function insertLearners({ db, visitor }: TestApi, count: number, first = 0): Promise<Learner[]> {
  const people = Array.from({ length: count }, (_, index) => index + first).map((n) => ({
    userId: uuidv7(),
    token: uuidv7(),
    phone: `+9197${String(10_000_000 + n)}`,
    email: `learner-${n}@example.com`,
  }));
  await db
    .insertInto('appUser')
    .values(
      people.map(({ userId, phone, email }) => ({
        id: userId,
        firstName: 'Meera',
        lastName: 'Nair',
        email,
        countryIsoCode: 'IN',
        phoneE164: phone,
        phoneVerifiedAt: new Date(),
        emailVerifiedAt: new Date(),
        notificationPreferences: '{}',
      })),
    )
    .execute();
  await db
    .insertInto('session')
    .values(
      people.map(({ userId, token }) => ({
        tokenHash: hashToken(token),
        userId,
        expiresAt: new Date(Date.now() + 7 * 86_400_000),
        userAgent: 'learner',
      })),
    )
    .execute();
  return people.map(({ token, ...person }) => {
    const browser = visitor();
    browser.cookies.set('__Host-sid', token);
    return { ...person, visitor: browser };
  });
}

/** Inserts one signed-in learner. */
export async function insertLearner(test: TestApi): Promise<Learner> {
  const [learner] = await insertLearners(test, 1);
  return learner as Learner;
}

/** Reserves a seat, or joins the wait-list with `join_waitlist`. */
export const reserve = (learner: Learner, batch: OpenBatch, more: object = {}): Promise<Answer> =>
  learner.visitor.call(batch.reserve, { batch_id: batch.batchId, ...more });
