import * as z from 'zod/mini';
import { keysOf } from '#lib/domain/core/record.ts';
import { declineReasons } from '#lib/domain/hiring/offers/offer.ts';

/** The sections of the report on hiring besides its funnel. */

/** How long something took; null where nothing ended in the period. */
const duration = z.nullable(z.object({ count: z.number(), medianHours: z.number(), p90Hours: z.number() }));
export type Duration = z.output<typeof duration>;

/** Replies to the applications of the period. */
export const replyTimes = z.object({
  duration,
  /** Replied within 24 hours. */
  inTime: z.number(),
  later: z.number(),
  /** Without a reply although it was due. */
  overdue: z.number(),
  /** Without a reply, and not due yet. */
  waiting: z.number(),
});
export type ReplyTimes = z.output<typeof replyTimes>;

/** From sending the application. */
export const hireTimes = z.object({ toAcceptance: duration, toJoining: duration });

const outcomeGroup = z.object({
  key: z.nullable(z.string()),
  label: z.string(),
  came: z.number(),
  missed: z.number(),
});
export type OutcomeGroup = z.output<typeof outcomeGroup>;

/** Interviews or trainings whose outcome was recorded in the period. */
export const appointmentOutcomes = z.object({
  came: z.number(),
  missed: z.number(),
  byJob: z.array(outcomeGroup),
  /** Empty for trainings. */
  byInterviewer: z.array(outcomeGroup),
  /** With and without a reminder, of the last 30 days, because older reminders are deleted. Empty for trainings. */
  byReminder: z.array(outcomeGroup),
});
export type AppointmentOutcomes = z.output<typeof appointmentOutcomes>;

/**
 * Applications with an offer that was made in the period, each once per answer. An offer that was replaced counts as one with the
 * last that replaced it.
 */
export const offerOutcomes = z.object({
  made: z.number(),
  open: z.number(),
  accepted: z.number(),
  declined: z.number(),
  expired: z.number(),
  withdrawn: z.number(),
  declineReasons: z.array(
    z.object({ reason: z.nullable(z.enum(keysOf(declineReasons))), label: z.string(), count: z.number() }),
  ),
});
export type OfferOutcomes = z.output<typeof offerOutcomes>;

/** People who joined in the period. */
export const retention = z.object({
  joined: z.number(),
  /** Left before 90 days. */
  leftEarly: z.number(),
  /** At work for 90 days, also if they left later. */
  retained: z.number(),
  /** At work, and 90 days are not over. */
  undecided: z.number(),
});
export type Retention = z.output<typeof retention>;
