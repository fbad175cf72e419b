import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { batchMonthName } from '#lib/domain/catalog/batch.ts';
import { isDiscountOpen } from '#lib/domain/catalog/fee.ts';
import type { Attribution } from '#lib/domain/core/attribution.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import { enrolmentPolicy, openEnrolmentStatuses } from '#lib/domain/enrolment/enrolment-flow.ts';
import { enrolmentReference } from '#lib/domain/enrolment/enrolment-text.ts';
import { createFee, type Fee } from '#lib/domain/enrolment/fee.ts';
import { type BatchWithSeats, listBatchesWithSeats } from '#lib/server/catalog/batch-seats.ts';
import {
  findProgram,
  findProgramOfType,
  getPaymentDetails,
  type Program,
} from '#lib/server/catalog/content/index.ts';
import { candidateActor, systemActor } from '#lib/server/core/actor.ts';
import { recordConversion } from '#lib/server/core/attribution.ts';
import { recordLead } from '#lib/server/core/record-lead.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { findBatchClosedReason, requireEnrolment } from './enrolment-aggregate.ts';
import { moveLockedEnrolment, offerFreeSeats, recordEnrolmentEvent } from './move-enrolment.ts';
import { checkReserveLimit } from './reserve-limit.ts';
import { awardDiscounts, consumeAward } from './scholarship/use-award.ts';

export interface ReserveSeatInput {
  userId: string;
  programSlug: string;
  batchId: string;
  /** Joins the wait-list when the batch is full. */
  joinWaitlist?: boolean | undefined;
}

/**
 * Reserves a seat for 48 hours, or joins the wait-list, and returns the enrolment's id; the id of the open one that the
 * person already has for this programme. The person's row is locked, so that a repeated request uses no number. Throws
 * `PROGRAM_NOT_FOUND`, `VALIDATION_FAILED`, `BATCH_CLOSED`, `BATCH_FULL`, `RATE_LIMITED`. [C-42]
 */
export async function reserveSeat(
  work: UnitOfWork,
  input: ReserveSeatInput,
  attribution: Attribution,
): Promise<{ id: string; isExisting: boolean }> {
  const { trx } = work;
  const { userId, programSlug, joinWaitlist = false } = input;
  const program = findProgram(programSlug);
  if (!program) throw new HttpError('PROGRAM_NOT_FOUND');
  const person = await trx
    .selectFrom('appUser')
    .select(['firstName', 'lastName', 'phoneE164', 'email', 'timeZone'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const openId = await findOpenEnrolmentId(trx, userId, programSlug);
  if (openId) return { id: openId, isExisting: true };

  const now = await databaseNow(trx);
  // Whoever waits comes first.
  await offerFreeSeats(work, input.batchId);
  const batch = await requireOpenBatch(trx, program, input.batchId, now);
  await checkReserveLimit(trx, { userId, batch });
  // The conditional write below decides; this saves the writes that it would undo.
  if (batch.seatsLeft === 0 && !joinWaitlist) throw createBatchFullError(batch);
  const id = await insertRequested(trx, input, batch, now);
  await recordConversion(trx, { kind: 'ENROLMENT', subjectId: id, userId, ...attribution });
  await recordLead(trx, { ...person, source: 'ENROLMENT', subjectId: id, userId, programSlug });
  try {
    await moveLockedEnrolment(work, systemActor, await requireEnrolment(trx, id), 'HOLD_SEAT');
  } catch (error) {
    if (!(error instanceof HttpError && error.errorCode === 'BATCH_FULL')) throw error;
    if (!joinWaitlist) throw createBatchFullError(batch);
    await joinFullBatch(work, userId, id);
  }
  return { id, isExisting: false };
}

async function joinFullBatch(work: UnitOfWork, userId: string, id: string): Promise<void> {
  const aggregate = await requireEnrolment(work.trx, id);
  // Another person may have taken the last seat since it was counted, so the count is not asked again.
  const full = { ...aggregate, batch: aggregate.batch && { ...aggregate.batch, seatsLeft: 0 } };
  await moveLockedEnrolment(work, candidateActor(userId), full, 'JOIN_WAITLIST');
}

const createBatchFullError = ({ startsOn }: BatchWithSeats) =>
  new HttpError('BATCH_FULL', {
    message: `The ${batchMonthName(startsOn)} is full. Join its wait-list or choose another batch.`,
    fields: ['batchId'],
  });

/** Returns the id of the person's enrolment in a programme that has not ended, or null. */
export async function findOpenEnrolmentId(
  db: Db,
  userId: string,
  programSlug: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('enrolment')
    .select('id')
    .where('userId', '=', userId)
    .where('programSlug', '=', programSlug)
    .where('status', 'in', openEnrolmentStatuses)
    .executeTakeFirst();
  return row?.id ?? null;
}

async function requireOpenBatch(
  trx: Db,
  program: Program,
  batchId: string,
  now: Date,
): Promise<BatchWithSeats> {
  const batches = await listBatchesWithSeats(trx);
  const batch = batches.find(({ id, programType }) => id === batchId && programType === program.type);
  if (!batch)
    throw new HttpError('VALIDATION_FAILED', { message: 'Please choose a batch', fields: ['batchId'] });
  const message = findBatchClosedReason(batch, now);
  if (message) throw new HttpError('BATCH_CLOSED', { message, fields: ['batchId'] });
  return batch;
}

/** Inserts the enrolment with its price and its first history row, and returns its id. */
async function insertRequested(
  trx: Db,
  { userId, programSlug, batchId }: ReserveSeatInput,
  batch: BatchWithSeats,
  now: Date,
): Promise<string> {
  if (!batch.fee) throw new HttpError('BATCH_CLOSED');
  const id = uuidv7();
  const sharePercent = await consumeAward(trx, { userId, programSlug }, id);
  const price = priceOf(batch, batch.fee, now, sharePercent);
  const { rows } = await sql<{ sequence: number }>`select nextval('enrolment_number') as sequence`.execute(
    trx,
  );
  await trx
    .insertInto('enrolment')
    .values({
      ...{ id, userId, programSlug, batchId, fee: JSON.stringify(price), status: 'REQUESTED' },
      reference: enrolmentReference(rows[0]?.sequence ?? 0, now),
      holdExpiresAt: null,
      remindedAt: null,
      confirmedAt: null,
      endedAt: null,
    })
    .execute();
  const change = { action: 'REQUEST', from: null, to: 'REQUESTED' } as const;
  await recordEnrolmentEvent(trx, id, candidateActor(userId), change);
  return id;
}

/** Fixes the price of a seat that is requested now, with the discounts of this moment and a scholarship taken off. */
export function priceOf(
  { startsOn, timeZone, programType }: BatchWithSeats,
  fee: NonNullable<BatchWithSeats['fee']>,
  now: Date,
  sharePercent = 0,
): Fee {
  const { taxName, taxPercent } = getPaymentDetails();
  const firstDueOn = localDate(new Date(now.getTime() + enrolmentPolicy.holdHours * 3_600_000), timeZone);
  // The page of the programme shows the same default.
  const instalments = fee.instalments ?? findProgramOfType(programType)?.fee.instalments;
  const discounts = fee.discounts
    .filter((one) => isDiscountOpen(one, now))
    .map(({ label, amount }) => ({ label, amount }));
  return createFee(
    { ...fee, instalments, discounts: [...discounts, ...awardDiscounts(fee.amount, sharePercent)] },
    { name: taxName, percent: taxPercent },
    { firstDueOn, startsOn },
  );
}
