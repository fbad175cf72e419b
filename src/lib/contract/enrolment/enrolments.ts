import * as z from 'zod/mini';
import { acceptsOffers } from '#lib/contract/account/offers-consent.ts';
import { allowedAction } from '#lib/contract/core/allowed-action.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { listOfRows, paging } from '#lib/contract/core/list.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { actorTypes } from '#lib/domain/core/state-machine.ts';
import { enrolmentStatusLabels } from '#lib/domain/enrolment/enrolment-flow.ts';
import { paymentMethodLabels } from '#lib/domain/enrolment/fee.ts';

export const enrolmentStatus = z.enum(keysOf(enrolmentStatusLabels));

const money = z.number();

/** The price as it was when the seat was requested, in whole units of `currency`, tax included. */
export const enrolmentFee = z.object({
  amount: money,
  currency: z.string(),
  /** `GST` */
  taxName: z.string(),
  taxPercent: z.number(),
  /** The tax within `amount`. */
  taxAmount: money,
  discounts: z.array(z.object({ label: z.string(), amount: money })),
  instalments: z.array(z.object({ dueOn: z.iso.date(), amount: money })),
});

export const enrolmentPayment = z.object({
  id: z.string(),
  amount: money,
  method: z.enum(keysOf(paymentMethodLabels)),
  /** The bank's or provider's number. There is no card data. */
  reference: z.string(),
  receivedAt: instant,
});

/** The account for bank transfers. */
export const bankTransfer = z.object({
  accountName: z.string(),
  accountNumber: z.string(),
  ifsc: z.string(),
  bank: z.string(),
  /** A sentence to show below the details. */
  notice: z.nullable(z.string()),
});

export const enrolmentEvent = z.object({
  id: z.string(),
  at: instant,
  action: z.string(),
  from: z.nullable(enrolmentStatus),
  to: enrolmentStatus,
  toLabel: z.string(),
  actorType: z.enum(actorTypes),
  publicNote: z.nullable(z.string()),
});

/** The parts of an enrolment that lists show. */
export const enrolmentCard = {
  id: z.string(),
  /** The number that people quote: `EN-26-00042`. */
  reference: z.string(),
  programSlug: z.string(),
  programName: z.string(),
  batchId: z.string(),
  batchName: z.string(),
  /** The first day of the batch; null after its file was removed. */
  startsOn: z.nullable(z.iso.date()),
  status: enrolmentStatus,
  statusLabel: z.string(),
  requestedAt: instant,
  /** When a reserved or offered seat is released. */
  holdExpiresAt: z.nullable(instant),
  paidAmount: money,
};

export const enrolment = z.object({
  ...enrolmentCard,
  confirmedAt: z.nullable(instant),
  /** The place on the wait-list, from 1; null when not on it. */
  waitlistPosition: z.nullable(z.number()),
  fee: enrolmentFee,
  payments: z.array(enrolmentPayment),
  /** What is left to pay in all. */
  openAmount: money,
  /** What is left of the first payment, which confirms the seat. */
  firstOpenAmount: money,
  /** Where to pay; null when nothing is to be paid now. */
  bankTransfer: z.nullable(bankTransfer),
  /** Path of the receipt; null until the seat is confirmed. */
  receiptUrl: z.nullable(z.string()),
  /** The status in one or two sentences, with what to do next. */
  nextStep: z.string(),
  history: z.array(enrolmentEvent),
  allowedActions: z.array(allowedAction),
});

export type Enrolment = z.output<typeof enrolment>;

const limits = [perAccount('enrolment', 60, 600)];

export const enrolmentRoutes = {
  'POST /api/v1/programs/{programSlug}/enrolments/': endpoint({
    row: 'API-50',
    summary:
      'Reserve a seat in a batch, or join its wait-list; a repeated request returns the open enrolment',
    access: 'verified',
    limits,
    body: z.strictObject({
      batchId: z
        .string({ error: 'Please choose a batch' })
        .check(z.regex(/^[a-z0-9-]{1,60}$/, 'Please choose a batch')),
      /** `true` joins the wait-list when the batch is full. */
      joinWaitlist: z.optional(z.boolean({ error: 'join_waitlist is true or false' })),
      acceptsOffers,
    }),
    response: z.extend(enrolment, { isExisting: z.boolean() }),
    errors: ['PROGRAM_NOT_FOUND', 'BATCH_CLOSED', 'BATCH_FULL'],
  }),

  'GET /api/v1/enrolments/': endpoint({
    row: 'API-50',
    summary: 'List the signed-in person’s enrolments, newest first',
    access: 'verified',
    query: z.object(paging),
    response: listOfRows(enrolment),
  }),

  'GET /api/v1/enrolments/{enrolmentId}/': endpoint({
    row: 'API-50',
    summary: 'Get one of the signed-in person’s enrolments',
    access: 'verified',
    response: enrolment,
  }),

  'POST /api/v1/enrolments/{enrolmentId}/accept/': endpoint({
    row: 'API-50',
    summary: 'Take the seat that is offered to the first person on the wait-list',
    access: 'verified',
    limits,
    body: z.strictObject({}),
    response: enrolment,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/enrolments/{enrolmentId}/cancel/': endpoint({
    row: 'API-50',
    summary: 'Cancel a reserved seat or leave the wait-list, before anything is paid',
    access: 'verified',
    limits,
    body: z.strictObject({}),
    response: enrolment,
    errors: ['INVALID_STATE'],
  }),
};
