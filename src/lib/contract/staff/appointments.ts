import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { instant, instantInput } from '#lib/contract/core/instant.ts';
import { listOfRows } from '#lib/contract/core/list.ts';
import { optionalText } from '#lib/contract/core/optional-text.ts';
import { availabilityFields, createdSlots, timeZone } from '#lib/contract/hiring/availability.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { interviewModeLabels } from '#lib/domain/hiring/appointments/interview-flow.ts';
import {
  hasLink,
  hasPlace,
  linkMissing,
  type Meeting,
  placeMissing,
} from '#lib/domain/hiring/appointments/meeting-place.ts';
import { trainingModeLabels } from '#lib/domain/hiring/jobs/job.ts';
import { staffPaging } from './list.ts';

/** Training batches and interview slots in which candidates book seats. */

const jobId = z.uuid({ error: 'Please choose a job' });
export const when = instantInput('Please enter a day and a time');
const capacity = z
  .int({ error: 'Please enter how many seats there are' })
  .check(z.minimum(1, 'At least one seat'), z.maximum(1000, 'At most 1,000 seats'));
/** The link to join a video call. */
export const link = z.nullable(
  z.url({ protocol: /^https?$/, error: 'Please enter an address that begins with https://' }),
);
export const hasWayThere = [
  z.refine<Meeting>(hasLink, { path: ['joinUrl'], error: linkMissing }),
  z.refine<Meeting>(hasPlace, { path: ['address'], error: placeMissing }),
] as const;
export const jobName = z.object({ id: z.string(), title: z.string(), code: z.string() });

const seats = {
  id: z.string(),
  job: jobName,
  startsAt: instant,
  endsAt: instant,
  timeZone: z.string(),
  joinUrl: z.nullable(z.string()),
  address: z.nullable(z.string()),
  capacity: z.number(),
  taken: z.number(),
  cancelledAt: z.nullable(instant),
};

export const staffBatch = z.object({
  ...seats,
  title: z.string(),
  mode: z.enum(keysOf(trainingModeLabels)),
  instructions: z.nullable(z.string()),
});
export type StaffBatch = z.output<typeof staffBatch>;

export const staffSlot = z.object({
  ...seats,
  stageKey: z.nullable(z.string()),
  stage: z.nullable(z.string()),
  mode: z.enum(keysOf(interviewModeLabels)),
  instructions: z.nullable(z.string()),
  interviewer: z.nullable(z.object({ id: z.string(), name: z.string() })),
});
export type StaffSlot = z.output<typeof staffSlot>;

const batchFields = {
  title: z
    .string({ error: 'Please name the batch' })
    .check(z.overwrite(formatTrimmedText), z.minLength(1, 'Please name the batch'), maxLength(120)),
  startsAt: when,
  endsAt: when,
  timeZone,
  mode: z.enum(keysOf(trainingModeLabels), { error: 'Please choose how it is held' }),
  joinUrl: link,
  address: optionalText(300),
  /** What to bring or prepare. */
  instructions: z.optional(optionalText(1000)),
  capacity,
};

/** Null for slots that nobody holds yet. */
export const interviewerId = z.nullable(z.uuid({ error: 'Please choose an interviewer' }));

const slotPattern = z
  .strictObject({
    jobId,
    /** Null for slots that every interview of the job may use. */
    stageKey: z.nullable(z.string().check(z.regex(/^[a-z0-9-]{1,60}$/, 'Please choose a stage'))),
    ...availabilityFields,
    mode: z.enum(keysOf(interviewModeLabels), { error: 'Please choose how it is held' }),
    joinUrl: link,
    address: optionalText(300),
    instructions: optionalText(1000),
    capacity,
    interviewerId: z.optional(interviewerId),
  })
  .check(...hasWayThere);
export type SlotPattern = z.output<typeof slotPattern>;

const listQuery = z.object({
  jobId: z.optional(jobId),
  /** `true` lists past ones, the latest first. */
  past: z.optional(z.enum(['true', 'false'], { error: 'past is true or false' })),
  ...staffPaging,
});
export type AppointmentsQuery = z.output<typeof listQuery>;
const slotsQuery = z.extend(listQuery, {
  interviewerId: z.optional(z.uuid({ error: 'Unknown interviewer' })),
});
export type SlotsQuery = z.output<typeof slotsQuery>;

export const staffAppointmentRoutes = {
  'GET /api/v1/staff/batches/': endpoint({
    row: 'API-42',
    summary: 'List training batches, the next one first',
    access: 'staff',
    query: listQuery,
    response: listOfRows(staffBatch),
  }),

  'POST /api/v1/staff/batches/create/': endpoint({
    row: 'API-42',
    summary: 'Create a training batch; a repeated request returns the same one',
    access: 'staff',
    body: z.strictObject({ jobId, ...batchFields }).check(...hasWayThere),
    response: z.extend(staffBatch, { isExisting: z.boolean() }),
  }),

  'PATCH /api/v1/staff/batches/{batchId}/update/': endpoint({
    row: 'API-42',
    summary: 'Change a batch; absent fields stay unchanged. Seats cannot be fewer than those taken',
    access: 'staff',
    body: z.partial(z.strictObject(batchFields)),
    response: staffBatch,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/staff/batches/{batchId}/cancel/': endpoint({
    row: 'API-42',
    summary: 'Cancel a batch and notify everybody with a seat, who can choose another batch',
    access: 'staff',
    body: z.strictObject({ publicNote: z.optional(optionalText(1000)) }),
    response: z.extend(staffBatch, { released: z.number() }),
    errors: ['INVALID_STATE'],
  }),

  'GET /api/v1/staff/slots/': endpoint({
    row: 'API-43',
    summary: 'List interview slots, the next one first',
    access: 'staff',
    query: slotsQuery,
    response: listOfRows(staffSlot),
  }),

  'POST /api/v1/staff/slots/create/': endpoint({
    row: 'API-43',
    summary: 'Create interview slots from weekly availability; existing times are left unchanged',
    access: 'staff',
    body: slotPattern,
    response: createdSlots,
  }),

  'PATCH /api/v1/staff/slots/{slotId}/update/': endpoint({
    row: 'API-43',
    summary:
      'Give a slot to another interviewer, or to nobody, and write to both about its booked interviews',
    access: 'staff',
    body: z.strictObject({ interviewerId }),
    response: staffSlot,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/staff/slots/{slotId}/cancel/': endpoint({
    row: 'API-43',
    summary: 'Cancel a slot and notify everybody with a seat, who can choose another time',
    access: 'staff',
    body: z.strictObject({ publicNote: z.optional(optionalText(1000)) }),
    response: z.extend(staffSlot, { released: z.number() }),
    errors: ['INVALID_STATE'],
  }),
};
