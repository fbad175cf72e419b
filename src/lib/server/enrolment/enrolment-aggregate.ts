import { type Selectable, sql } from 'kysely';
import { type BatchStatus, batchStatus } from '#lib/domain/catalog/batch.ts';
import { addDays, instantOf } from '#lib/domain/core/zoned-time.ts';
import type { EnrolmentGuardContext } from '#lib/domain/enrolment/enrolment-flow.ts';
import { balanceOf } from '#lib/domain/enrolment/fee.ts';
import { type BatchWithSeats, listBatchesWithSeats } from '#lib/server/catalog/batch-seats.ts';
import { findProgram, getCompany, type Program } from '#lib/server/catalog/content/index.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type {
  EnrolmentEventTable,
  EnrolmentPaymentTable,
  EnrolmentTable,
} from '#lib/server/db/schema/enrolments.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

export type EnrolmentRow = Selectable<EnrolmentTable>;
export type PaymentRow = Selectable<EnrolmentPaymentTable>;
export type EnrolmentEventRow = Selectable<EnrolmentEventTable>;

/** An enrolment with its learner, its batch and programme of src/content, payments and history. */
export interface EnrolmentAggregate {
  enrolment: EnrolmentRow;
  person: UserRow;
  /** Null after the file was removed. */
  program: Program | null;
  batch: BatchWithSeats | null;
  payments: PaymentRow[];
  history: EnrolmentEventRow[];
  waitlistPosition: number | null;
  now: Date;
}

export const createEnrolmentNotFoundError = () =>
  new HttpError('NOT_FOUND', { message: 'There is no such enrolment' });

/** Loads enrolments in the order of the ids. Unknown ids are left out. */
export async function loadEnrolments(db: Db, ids: readonly string[]): Promise<EnrolmentAggregate[]> {
  if (!ids.length) return [];
  const rows = await db
    .selectFrom('enrolment')
    .selectAll()
    .select([sql<Date>`now()`.as('now'), waitlistPosition.as('waitlistPosition')])
    .where('id', 'in', ids)
    .execute();
  if (!rows.length) return [];
  const people = await db
    .selectFrom('appUser')
    .selectAll()
    .where(
      'id',
      'in',
      rows.map(({ userId }) => userId),
    )
    .execute();
  const payments = await db
    .selectFrom('enrolmentPayment')
    .selectAll()
    .where('enrolmentId', 'in', ids)
    .orderBy('receivedAt')
    .orderBy('id')
    .execute();
  const history = await db
    .selectFrom('enrolmentEvent')
    .selectAll()
    .where('enrolmentId', 'in', ids)
    .where('undoneAt', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const batches = await listBatchesWithSeats(db);
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id);
    const person = people.find((one) => one.id === row?.userId);
    if (!row || !person) return [];
    const { now, waitlistPosition, ...enrolment } = row;
    return {
      enrolment,
      person,
      program: findProgram(enrolment.programSlug),
      batch: batches.find((one) => one.id === enrolment.batchId) ?? null,
      payments: payments.filter(({ enrolmentId }) => enrolmentId === id),
      history: history.filter(({ enrolmentId }) => enrolmentId === id),
      waitlistPosition,
      now,
    };
  });
}

/** Ids are in the order of the requests, so a person's place is the number of waiting ids up to theirs. */
const waitlistPosition = sql<number | null>`case when status = 'WAITLISTED' then (
  select count(*)::int from enrolment other
  where other.batch_id = enrolment.batch_id and other.status = 'WAITLISTED' and other.id <= enrolment.id) end`;

/** Loads an enrolment. Throws `NOT_FOUND`. */
export async function requireEnrolment(db: Db, id: string): Promise<EnrolmentAggregate> {
  const [aggregate] = await loadEnrolments(db, [id]);
  if (!aggregate) throw createEnrolmentNotFoundError();
  return aggregate;
}

/** Locks an enrolment until the transaction ends, and loads it. A learner finds only their own. Throws `NOT_FOUND`. */
export async function loadEnrolmentForUpdate(trx: Db, actor: Actor, id: string): Promise<EnrolmentAggregate> {
  const row = await trx
    .selectFrom('enrolment')
    .select('id')
    .where('id', '=', id)
    .$if(actor.type === 'CANDIDATE', (query) => query.where('userId', '=', actor.id ?? ''))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw createEnrolmentNotFoundError();
  return requireEnrolment(trx, row.id);
}

const closedReasons: Partial<Record<BatchStatus, string>> = {
  PLANNED: 'This batch is not open yet. Choose another batch, or ask for a call.',
  CLOSED: 'This batch is closed. Please choose a later one.',
};

/** Returns why nobody can join a batch on this site, or null. A full batch is not closed. */
export function findBatchClosedReason(batch: BatchWithSeats | null, now: Date): string | null {
  if (!batch) return 'This batch is not offered any more.';
  if (!batch.fee) return 'You cannot reserve a seat in this batch online. Ask for a call.';
  return closedReasons[batchStatus(batch, now)] ?? null;
}

/** Collects the input of the guards. */
export function buildEnrolmentContext(
  { enrolment, batch, payments, now }: EnrolmentAggregate,
  reasonCode: string | null,
): EnrolmentGuardContext {
  const { paidAmount } = balanceOf(enrolment.fee, payments);
  const closedReason = findBatchClosedReason(batch, now);
  const { holdExpiresAt, status } = enrolment;
  return {
    startsOn: batch?.startsOn ?? '',
    closedReason,
    seatsLeft: batch?.seatsLeft ?? 0,
    isTimeUp:
      status === 'WAITLISTED' ? closedReason !== null : holdExpiresAt !== null && holdExpiresAt <= now,
    hasBatchEnded: !batch || instantOf(addDays(batch.endsOn, 1), '00:00', batch.timeZone) <= now,
    paidAmount,
    firstAmount: enrolment.fee.instalments[0]?.amount ?? enrolment.fee.amount,
    currency: enrolment.fee.currency,
    reasonCode,
    contactEmail: getCompany().email,
  };
}
