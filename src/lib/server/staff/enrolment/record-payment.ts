import { v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { staffEnrolmentRoutes } from '#lib/contract/staff/enrolments.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { enrolmentFlow, noSeatFreeText } from '#lib/domain/enrolment/enrolment-flow.ts';
import { balanceOf, formatMoney } from '#lib/domain/enrolment/fee.ts';
import { reserveBatchSeat } from '#lib/server/catalog/batch-seats.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import { isUniqueViolation } from '#lib/server/db/errors.ts';
import type { Db } from '#lib/server/db/index.ts';
import {
  buildEnrolmentContext,
  type EnrolmentAggregate,
  loadEnrolmentForUpdate,
  requireEnrolment,
} from '#lib/server/enrolment/enrolment-aggregate.ts';
import { recordEnrolmentEvent } from '#lib/server/enrolment/move-enrolment.ts';
import { notifyLearner } from '#lib/server/enrolment/notify-learner.ts';
import { restoreAward } from '#lib/server/enrolment/scholarship/use-award.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';

type PaymentInput = BodyOf<
  (typeof staffEnrolmentRoutes)['POST /api/v1/staff/enrolments/{enrolmentId}/record-payment/']
>;

/**
 * Records a payment that has arrived, with its history row and the message to the learner. A payment for a released
 * enrolment gives it a seat again. The same reference is recorded once; a repeat with another amount throws
 * `ALREADY_EXISTS`. Also throws `NOT_FOUND`, `INVALID_STATE`, `BATCH_FULL`, `VALIDATION_FAILED`.
 */
export async function recordPayment(
  work: UnitOfWork,
  staff: Actor & { id: string },
  id: string,
  input: PaymentInput,
): Promise<{ isExisting: boolean }> {
  const { trx } = work;
  const aggregate = await loadEnrolmentForUpdate(trx, staff, id);
  const recorded = findRecorded(aggregate, input);
  if (recorded?.amount === input.amount) return { isExisting: true };
  if (recorded) throw createRepeatedError(aggregate, recorded.amount);
  const { status } = aggregate.enrolment;
  const context = buildEnrolmentContext(aggregate, null);
  const result = checkTransition(enrolmentFlow, 'RECORD_PAYMENT', 'STAFF', status, context);
  if (!result.isAllowed) throw toHttpError(result, { seatIsFreeAgain: 'BATCH_FULL' });
  checkPayment(aggregate, input);
  const isReleased = status === 'RELEASED';
  if (isReleased) await restoreSeat(trx, aggregate);

  const { amount, method, reference, receivedAt } = input;
  await trx
    .insertInto('enrolmentPayment')
    .values({
      ...{ id: uuidv7(), enrolmentId: id, amount, method, reference, receivedAt },
      recordedById: staff.id,
    })
    .execute();
  const change = { action: 'RECORD_PAYMENT', from: status, to: result.to } as const;
  const privateNote = `${formatMoney(amount, aggregate.enrolment.fee.currency)}, ${reference}`;
  const key = await recordEnrolmentEvent(trx, id, staff, change, {
    reasonCode: isReleased ? 'PAID_BEFORE_RELEASE' : null,
    privateNote,
  });
  await notifyLearner(work, await requireEnrolment(trx, id), 'RECORD_PAYMENT', { from: status, key });
  return { isExisting: false };
}

/**
 * Gives a released enrolment a seat again. The seat is taken by one conditional write, so it may be gone since it was
 * counted; then this throws `BATCH_FULL`. Throws `INVALID_STATE` if the learner has another open enrolment in the programme.
 */
async function restoreSeat(trx: Db, { enrolment, batch }: EnrolmentAggregate): Promise<void> {
  if (!(batch && (await reserveBatchSeat(trx, batch))))
    throw new HttpError('BATCH_FULL', { message: noSeatFreeText(batch?.startsOn ?? '') });
  if (!(await restoreAward(trx, enrolment)))
    throw new HttpError('INVALID_STATE', {
      message: 'The scholarship of this price lowers another fee now. Record the payment there.',
    });
  try {
    await trx
      .updateTable('enrolment')
      .set({ status: 'HELD', endedAt: null, holdExpiresAt: null })
      .where('id', '=', enrolment.id)
      .where('status', '=', 'RELEASED')
      .returning('id')
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (!isUniqueViolation(error, 'enrolment_open')) throw error;
    throw new HttpError('INVALID_STATE', {
      message: 'The learner has another enrolment in this programme. Record the payment there.',
    });
  }
}

const findRecorded = ({ payments }: EnrolmentAggregate, { method, reference }: PaymentInput) =>
  payments.find((one) => one.method === method && one.reference.toLowerCase() === reference.toLowerCase());

function createRepeatedError({ enrolment }: EnrolmentAggregate, amount: number): HttpError {
  const message = `This number is recorded with ${formatMoney(amount, enrolment.fee.currency)}.`;
  return new HttpError('ALREADY_EXISTS', { message, fields: ['reference'] });
}

/** Throws `VALIDATION_FAILED` for a payment of the future and for more than the open amount. */
function checkPayment(
  { enrolment, payments, now }: EnrolmentAggregate,
  { amount, receivedAt }: PaymentInput,
): void {
  const { openAmount } = balanceOf(enrolment.fee, payments);
  const tooMuch = `Only ${formatMoney(openAmount, enrolment.fee.currency)} is left to pay.`;
  const fields = {
    ...(amount > openAmount && { amount: tooMuch }),
    ...(new Date(receivedAt) > now && { receivedAt: 'This day is in the future.' }),
  };
  const [message] = Object.values(fields);
  if (message) throw new HttpError('VALIDATION_FAILED', { message, fields });
}
