import * as z from 'zod/mini';
import { instant } from '#lib/contract/core/instant.ts';
import { keysOf } from '#lib/domain/core/keys-of.ts';
import {
  interviewModeLabels,
  interviewStatusLabels,
} from '#lib/domain/hiring/appointments/interview-flow.ts';
import { trainingStatusLabels } from '#lib/domain/hiring/appointments/training-flow.ts';
import { trainingModeLabels } from '#lib/domain/hiring/jobs/job.ts';

/** Trainings, interviews and the seats of both, as a candidate sees them. */

export const trainingBatch = z.object({
  id: z.string(),
  title: z.string(),
  startsAt: instant,
  endsAt: instant,
  /** IANA. */
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
  /** From 15 minutes before until the end. */
  joinUrl: z.nullable(z.string()),
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
  /** From 15 minutes before until the end. */
  joinUrl: z.nullable(z.string()),
  instructions: z.nullable(z.string()),
  reschedulesUsed: z.number(),
  reschedulesAllowed: z.number(),
  /** Until when it may be moved. */
  rescheduleDeadlineAt: z.nullable(instant),
  /** Path of the calendar file; null until there is a time. */
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

/** A calendar day of the reader's time zone, with what is free on it. */
export const slotDay = z.object({ date: z.string(), slots: z.array(slot) });
export type SlotDay = z.output<typeof slotDay>;

export const slots = z.object({
  /** The reader's, IANA: what the days are days of. */
  timeZone: z.string(),
  /** The slot that the interview has now. */
  current: z.nullable(slot),
  reschedulesLeft: z.number(),
  /** Until when the current one may be given back. */
  deadlineAt: z.nullable(instant),
  days: z.array(slotDay),
});
export type Slots = z.output<typeof slots>;
