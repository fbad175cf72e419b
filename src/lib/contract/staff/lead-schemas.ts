import * as z from 'zod/mini';
import { allowedAction } from '#lib/contract/core/allowed-action.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { actorTypes } from '#lib/domain/core/state-machine.ts';
import { attemptOutcomeLabels } from '#lib/domain/leads/lead-attempt.ts';
import { leadStatusLabels } from '#lib/domain/leads/lead-flow.ts';
import { leadSourceLabels } from '#lib/domain/leads/lead-source.ts';

/** The shapes of leads, which only staff see. */

export const leadStatus = z.enum(keysOf(leadStatusLabels), { error: 'Unknown status' });
export const leadSource = z.enum(keysOf(leadSourceLabels), { error: 'Unknown source' });

const owner = z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) }));

/** A lead in lists. */
export const staffLeadCard = z.object({
  id: z.string(),
  /** `LD-00042` */
  reference: z.string(),
  person: z.object({
    /** Empty where only an email is known. */
    name: z.string(),
    /** E.164 */
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
    city: z.nullable(z.string()),
    userId: z.nullable(z.string()),
  }),
  status: leadStatus,
  statusLabel: z.string(),
  owner,
  /** When staff have to act next: the promised time, and after a call the time of the next one. */
  dueAt: instant,
  /** That time is over and the lead is open. */
  isLate: z.boolean(),
  nextActionAt: z.nullable(instant),
  /** Calls without an answer since the last conversation. */
  missedCalls: z.number(),
  /** The latest call, WhatsApp message or email of staff, and how many there were; null before the first one. */
  lastAttempt: z.nullable(
    z.object({
      at: instant,
      outcome: z.enum(keysOf(attemptOutcomeLabels)),
      outcomeLabel: z.string(),
      count: z.number(),
    }),
  ),
  /** The latest note of staff. */
  lastNote: z.nullable(z.string()),
  sources: z.array(leadSource),
  /** Slugs of the programmes. */
  interests: z.array(z.string()),
  /** When the person asked for something last. */
  askedAt: instant,
  /** Another lead may be the same person. */
  hasDuplicates: z.boolean(),
});
export type StaffLeadCard = z.output<typeof staffLeadCard>;

const text = z.nullable(z.string());

/** Where a visit came from. */
const touch = z.nullable(
  z.object({
    source: text,
    medium: text,
    campaign: text,
    landingPath: text,
    referrerHost: text,
    at: z.nullable(instant),
  }),
);
export type LeadTouch = z.output<typeof touch>;

/** A request, an attempt to reach the person, or a change of the lead. */
export const leadTimelineEntry = z.object({
  kind: z.enum(['REQUEST', 'ATTEMPT', 'EVENT']),
  at: instant,
  title: z.string(),
  /** What the person wrote, or the note of staff. */
  text: z.nullable(z.string()),
  /** The number of the request. */
  reference: z.nullable(z.string()),
  actorType: z.enum(actorTypes),
  actorName: z.nullable(z.string()),
});
export type LeadTimelineEntry = z.output<typeof leadTimelineEntry>;

const leadEnrolment = z.object({
  id: z.string(),
  reference: z.string(),
  programName: z.string(),
  batchName: z.string(),
  statusLabel: z.string(),
});

/** Another lead that may be the same person. */
export const leadDuplicate = z.object({
  id: z.string(),
  reference: z.string(),
  name: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  city: z.nullable(z.string()),
  statusLabel: z.string(),
  /** Why: `Same email`. */
  reason: z.string(),
});

export const staffLead = z.extend(staffLeadCard, {
  /** The person's time zone. */
  timeZone: z.string(),
  outcome: z.nullable(
    z.object({ result: leadStatus, reason: z.nullable(z.string()), enrolmentId: z.nullable(z.string()) }),
  ),
  /** The visit that first brought the person, and that of the latest request. */
  firstTouch: touch,
  lastTouch: touch,
  timeline: z.array(leadTimelineEntry),
  enrolments: z.array(leadEnrolment),
  duplicates: z.array(leadDuplicate),
  allowedActions: z.array(allowedAction),
});
export type StaffLead = z.output<typeof staffLead>;

/** A list that a staff member has saved by its filters. */
export const leadFilter = z.object({
  id: z.string(),
  name: z.string(),
  /** The query of the list's address: `status=NEW&late=true`. */
  search: z.string(),
});
export type LeadFilter = z.output<typeof leadFilter>;
