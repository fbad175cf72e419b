import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { batchStatuses } from '#lib/domain/catalog/batch.ts';
import { courseModes } from '#lib/domain/catalog/batch-card.ts';
import { programTypes } from '#lib/domain/catalog/programs.ts';
import { keysOf } from '#lib/domain/core/record.ts';

export const batch = z.object({
  id: z.string(),
  name: z.string(),
  programType: z.enum(programTypes),
  /** Calendar days in `timeZone`. */
  startsOn: z.iso.date(),
  endsOn: z.iso.date(),
  /** An IANA time zone. */
  timeZone: z.string(),
  /** Lines that can be shown as they are: `Tuesday and Thursday, 8:00 pm to 9:30 pm`. */
  schedule: z.array(z.string()),
  mode: z.enum(keysOf(courseModes)),
  seatsTotal: z.number(),
  seatsLeft: z.number(),
  applicationsCloseAt: instant,
  /** Whole units of an ISO 4217 currency. Null when a counsellor states the fee during a call. */
  fee: z.nullable(z.object({ amount: z.number(), currency: z.string() })),
  /** Computed from the current time and the seats. It is not stored. */
  status: z.enum(batchStatuses),
});

export type Batch = z.output<typeof batch>;

const eligibleBatch = z.object({
  /** The batch to apply to. When it is null, pages show a form to register interest. */
  batch: z.nullable(batch),
  /** The following batch. */
  nextBatch: z.nullable(batch),
  /** The time at which `status` was computed. */
  serverTime: instant,
});

export const programRoutes = {
  'GET /api/v1/public/programs/{programSlug}/batches/': endpoint({
    row: 'API-50',
    summary: 'List a programme’s batches that have not closed, the next one first',
    access: 'public',
    response: z.object({ results: z.array(batch), serverTime: instant }),
    errors: ['PROGRAM_NOT_FOUND'],
  }),

  'GET /api/v1/public/cap/eligible-batch/': endpoint({
    row: 'API-50',
    summary: 'Get the career accelerator’s batch that accepts applications, and the following one',
    access: 'public',
    response: eligibleBatch,
  }),
};
