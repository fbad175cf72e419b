import * as z from 'zod/mini';
import { instant } from '#lib/contract/core/instant.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import {
  interviewModeLabels,
  interviewStatusLabels,
} from '#lib/domain/hiring/appointments/interview-flow.ts';
import { trainingStatusLabels } from '#lib/domain/hiring/appointments/training-flow.ts';
import { trainingModeLabels } from '#lib/domain/hiring/jobs/job.ts';

/** Trainings, interviews and their seats, as the candidate sees them. */

export const trainingBatch = z.object({
  id: z.string(),
  title: z.string(),
  startsAt: instant,
  endsAt: instant,
  /** An IANA time zone. */
  timeZone: z.string(),
  mode: z.enum(keysOf(trainingModeLabels)),
  address: z.nullable(z.string()),
  seatsLeft: z.number(),
});
export type TrainingBatch = z.output<typeof trainingBatch>;

export const training = z.object({
  status: z.enum(keysOf(trainingStatusLabels)),
  statusLabel: z.string(),
  batchId: z.nullable(z.string()),
  title: z.nullable(z.string()),
  startsAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  timeZone: z.nullable(z.string()),
  mode: z.nullable(z.enum(keysOf(trainingModeLabels))),
  address: z.nullable(z.string()),
  /** Available from 15 minutes before the start until the end, otherwise null. */
  joinUrl: z.nullable(z.string()),
  /** What to bring or prepare. */
  instructions: z.nullable(z.string()),
  /** Path of the calendar file, which also removes the entry of a lost seat; null until a batch was chosen. */
  icsUrl: z.nullable(z.string()),
});
export type Training = z.output<typeof training>;

export const interview = z.object({
  id: z.nullable(z.string()),
  status: z.enum(keysOf(interviewStatusLabels)),
  statusLabel: z.string(),
  slotId: z.nullable(z.string()),
  startsAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  timeZone: z.nullable(z.string()),
  mode: z.nullable(z.enum(keysOf(interviewModeLabels))),
  address: z.nullable(z.string()),
  /** Available from 15 minutes before the start until the end, otherwise null. */
  joinUrl: z.nullable(z.string()),
  /** The candidate’s number that the interviewer calls; null unless the interview is a phone call. */
  phone: z.nullable(z.string()),
  instructions: z.nullable(z.string()),
  reschedulesUsed: z.number(),
  reschedulesAllowed: z.number(),
  /** The latest time at which the candidate may reschedule. */
  rescheduleDeadlineAt: z.nullable(instant),
  /** Path of the calendar file; null until a time is chosen. */
  icsUrl: z.nullable(z.string()),
});
export type Interview = z.output<typeof interview>;

export const slot = z.object({
  id: z.string(),
  startsAt: instant,
  endsAt: instant,
  seatsLeft: z.number(),
  mode: z.enum(keysOf(interviewModeLabels)),
});

/** A calendar day in the reader's time zone with its free slots. */
export const slotDay = z.object({ date: z.string(), slots: z.array(slot) });
export type SlotDay = z.output<typeof slotDay>;

export const slots = z.object({
  /** The reader's IANA time zone, in which `days` are given. */
  timeZone: z.string(),
  /** The currently booked slot. */
  current: z.nullable(slot),
  reschedulesLeft: z.number(),
  /** The latest time at which the current slot may be changed. */
  deadlineAt: z.nullable(instant),
  days: z.array(slotDay),
});
export type Slots = z.output<typeof slots>;
