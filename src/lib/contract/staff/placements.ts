import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { calendarDay } from '#lib/contract/core/instant.ts';
import { listOfRows } from '#lib/contract/core/list.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { leaveReasons, placementStatusLabels } from '#lib/domain/hiring/offers/placement.ts';
import { person, staffApplication } from './applications.ts';
import { optionalText, staffPaging, staffSearch } from './list.ts';

/** A hired candidate at work. Days are of India. */
export const placement = z.object({
  id: z.string(),
  version: z.number(),
  applicationId: z.string(),
  /** The number of the application. */
  number: z.string(),
  candidate: person,
  job: z.object({ code: z.string(), title: z.string(), employerName: z.string() }),
  joinedOn: z.iso.date(),
  status: z.enum(keysOf(placementStatusLabels)),
  statusLabel: z.string(),
  leftOn: z.nullable(z.iso.date()),
  leaveReason: z.nullable(z.enum(keysOf(leaveReasons))),
  /** Only staff can read it. */
  note: z.nullable(z.string()),
  /** The day after 90 days, on which the fee is due; null for a person who left before, because no fee gets due then. */
  feeDueOn: z.nullable(z.iso.date()),
  /** What the employer owes, in the currency of the pay; null until staff enter it. */
  feeAmount: z.nullable(z.number()),
  /** The fee is due and no invoice is recorded. */
  feeDue: z.boolean(),
  invoicedOn: z.nullable(z.iso.date()),
  invoiceReference: z.nullable(z.string()),
  /** Of the accepted offer; null for a person who was hired without one. */
  annualPay: z.nullable(z.number()),
  currency: z.nullable(z.string()),
});
export type Placement = z.output<typeof placement>;

const listQuery = z.object({
  employerId: z.optional(z.uuid({ error: 'Unknown employer' })),
  status: z.optional(z.enum(keysOf(placementStatusLabels), { error: 'Unknown status' })),
  /** `2026-12` */
  month: z.optional(
    z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month, for example 2026-12')),
  ),
  /** What happens in that month: joining, or the fee gets due. */
  monthOf: z.optional(z.enum(['JOINED', 'FEE_DUE'], { error: 'JOINED or FEE_DUE' })),
  /** `true` lists only those whose fee is due. */
  due: z.optional(z.enum(['true', 'false'], { error: 'due is true or false' })),
  search: staffSearch,
  ...staffPaging,
});
export type PlacementsQuery = z.output<typeof listQuery>;

const optionalDay = (required: string) => z.nullable(calendarDay(required));

export const placementRoutes = {
  'GET /api/v1/staff/placements/': endpoint({
    row: 'API-42',
    summary: 'List placements, the latest first day at the top',
    access: 'staff',
    query: listQuery,
    response: listOfRows(placement),
  }),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/join/': endpoint({
    row: 'API-42',
    summary: 'Record the day on which a candidate with an accepted offer has joined',
    access: 'staff',
    body: z.strictObject({ joinedOn: calendarDay('Enter the day of joining') }),
    response: staffApplication,
    errors: ['INVALID_STATE'],
  }),

  'PATCH /api/v1/staff/placements/{placementId}/update/': endpoint({
    row: 'API-42',
    summary: 'Correct the day of joining, or record that the person has left or that the invoice is sent',
    access: 'staff',
    body: z.strictObject({
      /** The version that the form showed. The server returns STALE_WRITE when it has changed. */
      version: z.int({ error: 'Please send the version' }).check(z.minimum(0), z.maximum(2_147_483_646)),
      joinedOn: calendarDay('Enter the day of joining'),
      /** Null while the person works there; otherwise it needs a reason. */
      leftOn: optionalDay('Enter the last day'),
      leaveReason: z.nullable(z.enum(keysOf(leaveReasons), { error: 'Please choose a reason' })),
      note: optionalText(1000),
      invoicedOn: optionalDay('Enter the day of the invoice'),
      invoiceReference: optionalText(60),
      feeAmount: z.nullable(
        z
          .int({ error: 'Enter the fee as a number, for example 45000' })
          .check(z.minimum(0), z.maximum(100_000_000)),
      ),
    }),
    response: placement,
    errors: ['STALE_WRITE'],
  }),
};
