import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listOfRows } from '#lib/contract/core/list.ts';
import { person } from '../applications.ts';
import { paymentInput } from '../enrolments.ts';
import { staffPaging } from '../list.ts';

/** What people paid for mock interviews. */

const interviewPass = z.object({
  id: z.string(),
  /** The number that people write into the transfer. */
  reference: z.string(),
  candidate: person,
  /** Whole units of the currency. */
  amount: z.number(),
  currency: z.string(),
  interviews: z.number(),
  /** Booked and held ones. */
  taken: z.number(),
  createdAt: instant,
  paidAt: z.nullable(instant),
  /** The bank's or provider's number of the payment. */
  paymentReference: z.nullable(z.string()),
  /** When an unpaid booking ends. */
  dueAt: z.nullable(instant),
  /** Whether a booking ended because no payment arrived. */
  hasLapsed: z.boolean(),
});
export type InterviewPass = z.output<typeof interviewPass>;

const listQuery = z.object({
  state: z.optional(z.enum(['UNPAID', 'PAID'], { error: 'Unknown filter' })),
  ...staffPaging,
});
export type InterviewPassesQuery = z.output<typeof listQuery>;

export const interviewPassRoutes = {
  'GET /api/v1/staff/interview-passes/': endpoint({
    row: 'APP-14',
    summary: 'List what people paid or have to pay for mock interviews, the latest first',
    access: 'staff',
    query: listQuery,
    response: listOfRows(interviewPass),
  }),

  'POST /api/v1/staff/interview-passes/record-payment/': endpoint({
    row: 'APP-14',
    summary:
      'Record a payment for three mock interviews; the same payment counts once, and the person is told',
    access: 'staff',
    body: z.strictObject({
      countryIsoCode: z.string(),
      phone: z.string({ error: 'Please enter a number' }),
      ...paymentInput,
    }),
    response: z.object({ id: z.string(), isExisting: z.boolean() }),
    errors: ['USER_NOT_FOUND', 'ALREADY_EXISTS', 'PHONE_INVALID', 'COUNTRY_NOT_SUPPORTED'],
  }),
};
