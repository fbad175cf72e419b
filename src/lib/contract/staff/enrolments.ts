import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { instantInput } from '#lib/contract/core/instant.ts';
import { listOfRows } from '#lib/contract/core/list.ts';
import {
  enrolment,
  enrolmentCard,
  enrolmentEvent,
  enrolmentPayment,
  enrolmentStatus,
} from '#lib/contract/enrolment/enrolments.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { enrolmentMoves, enrolmentReasons } from '#lib/domain/enrolment/enrolment-flow.ts';
import { paymentMethodLabels } from '#lib/domain/enrolment/fee.ts';
import { person } from './applications.ts';
import { optionalText, staffPaging, staffSearch } from './list.ts';

/** An enrolment in the staff's list. */
export const staffEnrolmentCard = z.object({
  ...enrolmentCard,
  learner: person,
  feeAmount: z.number(),
  currency: z.string(),
});
export type StaffEnrolmentCard = z.output<typeof staffEnrolmentCard>;

/** A payment that staff record: how much, how, and its number at the bank. */
export const paymentInput = {
  amount: z
    .int({ error: 'Enter the amount in whole rupees, for example 14000' })
    .check(z.minimum(1, 'Enter the amount in whole rupees, for example 14000')),
  method: z.enum(keysOf(paymentMethodLabels), { error: 'Please choose how it was paid' }),
  reference: z.string({ error: 'Enter the number of the transfer or receipt' }).check(
    z.overwrite(formatTrimmedText),
    z.minLength(1, 'Enter the number of the transfer or receipt'),
    maxLength(60),
    // Sixteen digits may be the number of a card, which must not be stored.
    z.refine(
      (text) => !/^(\d[ -]?){13,19}$/.test(text),
      'This looks like a card number. Enter the number of the transfer.',
    ),
  ),
};

const recordedPayment = z.extend(enrolmentPayment, {
  recordedById: z.string(),
  recordedByName: z.nullable(z.string()),
});

export const staffEnrolment = z.extend(enrolment, {
  learner: person,
  payments: z.array(recordedPayment),
  history: z.array(
    z.extend(enrolmentEvent, {
      /** Null for the system. */
      actorName: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      privateNote: z.nullable(z.string()),
    }),
  ),
});
export type StaffEnrolment = z.output<typeof staffEnrolment>;

const slug = (message: string) => z.string().check(z.regex(/^[a-z0-9-]{1,80}$/, message));

const listQuery = z.object({
  status: z.optional(z.enum(enrolmentStatus.options, { error: 'Unknown status' })),
  programSlug: z.optional(slug('Unknown programme')),
  batchId: z.optional(slug('Unknown batch')),
  /** A reference, or the beginning of a name, email or phone number. */
  search: staffSearch,
  ...staffPaging,
});
export type StaffEnrolmentsQuery = z.output<typeof listQuery>;

export const staffEnrolmentRoutes = {
  'GET /api/v1/staff/enrolments/': endpoint({
    row: 'API-50',
    summary: 'List enrolments, newest first',
    access: 'staff',
    query: listQuery,
    response: listOfRows(staffEnrolmentCard),
  }),

  'GET /api/v1/staff/enrolments/{enrolmentId}/': endpoint({
    row: 'API-50',
    summary: 'Get an enrolment with its payments and history',
    access: 'staff',
    response: staffEnrolment,
  }),

  'POST /api/v1/staff/enrolments/{enrolmentId}/record-payment/': endpoint({
    row: 'API-50',
    summary:
      'Record a payment that has arrived; the same reference counts once, and a released enrolment gets a seat again',
    access: 'staff',
    body: z.strictObject({
      ...paymentInput,
      receivedAt: instantInput('Enter the day on which it arrived'),
    }),
    response: z.extend(staffEnrolment, { isExisting: z.boolean() }),
    errors: ['INVALID_STATE', 'BATCH_FULL', 'ALREADY_EXISTS'],
  }),

  'POST /api/v1/staff/enrolments/{enrolmentId}/move/': endpoint({
    row: 'API-50',
    summary: 'Confirm, release, complete or drop an enrolment; a repeated move changes nothing',
    access: 'staff',
    body: z.strictObject({
      action: z.enum(keysOf(enrolmentMoves), { error: 'Please choose what to do' }),
      reasonCode: z.optional(
        z.nullable(z.enum(keysOf(enrolmentReasons), { error: 'Please choose a reason' })),
      ),
      /** Shown to the learner. */
      publicNote: z.optional(optionalText(1000)),
      /** Shown to staff only. */
      privateNote: z.optional(optionalText(2000)),
    }),
    response: staffEnrolment,
    errors: ['INVALID_STATE'],
  }),
};
