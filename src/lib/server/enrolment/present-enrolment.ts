import type { Enrolment } from '#lib/contract/enrolment/enrolments.ts';
import { type ActorType, allowedActions } from '#lib/domain/core/state-machine.ts';
import { instantOf } from '#lib/domain/core/zoned-time.ts';
import { enrolmentFlow, enrolmentStatusLabels } from '#lib/domain/enrolment/enrolment-flow.ts';
import {
  describeNextStep,
  type EnrolmentFacts,
  releaseTimeText,
} from '#lib/domain/enrolment/enrolment-text.ts';
import { balanceOf, formatMoney, taxWithin } from '#lib/domain/enrolment/fee.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { findBatch, findProgram, getCompany, getPaymentDetails } from '#lib/server/catalog/content/index.ts';
import {
  buildEnrolmentContext,
  type EnrolmentAggregate,
  type EnrolmentEventRow,
  type EnrolmentRow,
  type PaymentRow,
} from './enrolment-aggregate.ts';

/** Returns the page of an enrolment. */
export const enrolmentPath = (id: string): string => `/account/enrolments/${id}/`;

/** Returns an enrolment as its learner sees it. Staff see other allowed actions. */
export function presentEnrolment(aggregate: EnrolmentAggregate, actor: ActorType = 'CANDIDATE'): Enrolment {
  const { enrolment, payments, history, waitlistPosition } = aggregate;
  const { status, fee } = enrolment;
  const balance = balanceOf(fee, payments);
  const isConfirmed = enrolment.confirmedAt !== null;
  // The person gives a reason after pressing the button, so a missing reason must not disable the button.
  const context = buildEnrolmentContext(aggregate, 'OTHER');
  const isPayable = (status === 'HELD' || status === 'CONFIRMED') && balance.openAmount > 0;
  return {
    ...presentEnrolmentCard(enrolment, balance.paidAmount),
    confirmedAt: enrolment.confirmedAt?.toISOString() ?? null,
    waitlistPosition,
    fee: {
      ...fee,
      taxAmount: taxWithin(fee.amount, fee.taxPercent),
      discounts: [...fee.discounts],
      instalments: [...fee.instalments],
    },
    payments: payments.map(presentPayment),
    openAmount: balance.openAmount,
    firstOpenAmount: balance.firstOpenAmount,
    bankTransfer: isPayable ? presentBankTransfer() : null,
    receiptUrl: isConfirmed ? `${enrolmentPath(enrolment.id)}receipt.pdf` : null,
    nextStep: describeNextStep(status, factsOf(aggregate)),
    history: history.map(presentEnrolmentEvent),
    allowedActions: allowedActions(enrolmentFlow, actor, status, context),
  };
}

/** Returns the parts of an enrolment that lists show. */
export function presentEnrolmentCard(enrolment: EnrolmentRow, paidAmount: number) {
  const { id, reference, programSlug, batchId, status, requestedAt, holdExpiresAt } = enrolment;
  const batch = findBatch(batchId);
  return {
    ...{ id, reference, programSlug, batchId, status, paidAmount },
    programName: findProgram(programSlug)?.name ?? programSlug,
    batchName: batch?.name ?? batchId,
    startsOn: batch?.startsOn ?? null,
    statusLabel: enrolmentStatusLabels[status],
    requestedAt: requestedAt.toISOString(),
    holdExpiresAt: status === 'HELD' || status === 'OFFERED' ? (holdExpiresAt?.toISOString() ?? null) : null,
  };
}

export const presentPayment = ({ id, amount, method, reference, receivedAt }: PaymentRow) => ({
  ...{ id, amount, method, reference },
  receivedAt: receivedAt.toISOString(),
});

/** Leaves out the private note, which only staff may read. */
export const presentEnrolmentEvent = (event: EnrolmentEventRow): Enrolment['history'][number] => ({
  id: event.id,
  at: event.at.toISOString(),
  action: event.action,
  from: event.fromStatus,
  to: event.toStatus,
  toLabel: enrolmentStatusLabels[event.toStatus],
  actorType: event.actorType,
  publicNote: event.publicNote,
});

function presentBankTransfer(): Enrolment['bankTransfer'] {
  const { accountName, accountNumber, ifsc, bank, notice } = getPaymentDetails();
  return { accountName, accountNumber, ifsc, bank, notice };
}

/** Returns the facts that texts about an enrolment name. */
export function factsOf({
  enrolment,
  batch,
  program,
  payments,
  person,
  waitlistPosition,
  now,
}: EnrolmentAggregate): EnrolmentFacts {
  const { reference, fee, holdExpiresAt } = enrolment;
  const { paidAmount, openAmount, firstOpenAmount } = balanceOf(fee, payments);
  return {
    reference,
    programName: program?.name ?? enrolment.programSlug,
    startsOn: batch?.startsOn ?? enrolment.requestedAt.toISOString().slice(0, 10),
    hasBegun: batch !== null && instantOf(batch.startsOn, '00:00', batch.timeZone) <= now,
    firstOpen: formatMoney(firstOpenAmount, fee.currency),
    open: formatMoney(openAmount, fee.currency),
    isPaid: openAmount === 0,
    hasPayments: paidAmount > 0,
    until: holdExpiresAt && releaseTimeText(holdExpiresAt, presentUser(person).timeZone),
    waitlistPosition,
    contactEmail: getCompany().email,
  };
}
