import * as z from 'zod/mini';
import { allowedAction } from '#lib/contract/core/allowed-action.ts';
import { avatar } from '#lib/contract/core/avatar.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { slotDay } from '#lib/contract/hiring/appointments.ts';
import { criterion, recommendation } from '#lib/contract/hiring/scorecard-fields.ts';
import { resumeFile } from '#lib/contract/media/sent-file.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { actorTypes } from '#lib/domain/core/state-machine.ts';
import { mockInterviewStatusLabels } from '#lib/domain/hiring/mock-interviews/mock-interview-flow.ts';
import { focusLabels } from '#lib/domain/hiring/mock-interviews/mock-interview-text.ts';

/** Mock interviews as their candidate and their expert see them. */

export const mockInterviewStatus = z.enum(keysOf(mockInterviewStatusLabels));

/** A coach who holds mock interviews. */
export const expert = z.object({
  /** The slug of the coach. */
  slug: z.string(),
  name: z.string(),
  headline: z.string(),
  company: z.nullable(z.string()),
  expertise: z.array(z.string()),
  languages: z.array(z.string()),
  avatar: z.nullable(avatar),
});
export type Expert = z.output<typeof expert>;

export const expertWithTimes = z.extend(expert, {
  /** The next free times, at most three. */
  nextTimes: z.array(instant),
  /** All free times. */
  freeCount: z.number(),
});
export type ExpertWithTimes = z.output<typeof expertWithTimes>;

export const expertSlots = z.object({
  /** The reader's IANA time zone, in which `days` are given. */
  timeZone: z.string(),
  days: z.array(slotDay),
});

/** Shared feedback. */
const feedback = z.object({
  criteria: z.array(criterion),
  recommendation,
  recommendationLabel: z.string(),
  summary: z.string(),
  nextSteps: z.array(z.object({ text: z.string(), isDone: z.boolean() })),
  sharedAt: instant,
});

const bookingFields = {
  id: z.string(),
  status: mockInterviewStatus,
  statusLabel: z.string(),
  slotId: z.string(),
  startsAt: instant,
  endsAt: instant,
  /** The role that the candidate prepares for. */
  role: z.string(),
  focus: z.array(z.enum(keysOf(focusLabels))),
  resume: z.nullable(resumeFile),
  portfolioSlug: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** What the viewer may do now. */
  allowedActions: z.array(allowedAction),
};

/** A payment that has to arrive for a booking, and how to make it. */
const duePayment = z.object({
  /** What to write into the transfer. */
  reference: z.string(),
  /** Whole units of the currency. */
  amount: z.number(),
  currency: z.string(),
  /** The booking ends then. */
  dueAt: instant,
  account: z.object({
    accountName: z.string(),
    accountNumber: z.string(),
    ifsc: z.string(),
    bank: z.string(),
    /** A sentence to show below the details. */
    notice: z.nullable(z.string()),
  }),
});
export type DuePayment = z.output<typeof duePayment>;

/** A mock interview as its candidate sees it. */
export const mockInterview = z.object({
  ...bookingFields,
  programSlug: z.string(),
  expert,
  /** The latest time at which it may be moved or cancelled. */
  deadlineAt: instant,
  /** Null when it is paid, and when it is not booked any more. */
  payment: z.nullable(duePayment),
  /** Available from 15 minutes before the start until the end, otherwise null. */
  joinUrl: z.nullable(z.string()),
  /** Path of the calendar file. */
  icsUrl: z.string(),
  /** Null until the expert shares it. */
  feedback: z.nullable(feedback),
  history: z.array(
    z.object({
      at: instant,
      action: z.string(),
      startsAt: instant,
      actorType: z.enum(actorTypes),
      publicNote: z.nullable(z.string()),
    }),
  ),
});
export type MockInterview = z.output<typeof mockInterview>;

/** The feedback as its expert writes it. */
export const feedbackDraft = z.object({
  criteria: z.array(criterion),
  recommendation: z.nullable(recommendation),
  summary: z.string(),
  nextSteps: z.array(z.string()),
  /** 0 before the first save; increases with every change. */
  version: z.number(),
  /** Null while the candidate cannot see it. */
  sharedAt: z.nullable(instant),
});
export type FeedbackDraft = z.output<typeof feedbackDraft>;

/** A mock interview as its expert sees it: a name, but never a number or an email. */
export const expertBooking = z.object({
  ...bookingFields,
  candidateName: z.string(),
  joinUrl: z.nullable(z.string()),
  feedback: feedbackDraft,
});
export type ExpertBooking = z.output<typeof expertBooking>;
