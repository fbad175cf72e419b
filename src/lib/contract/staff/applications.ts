import * as z from 'zod/mini';
import { allowedAction } from '#lib/contract/core/allowed-action.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listOfRows, unreadable } from '#lib/contract/core/list.ts';
import {
  applicationContent,
  candidateSnapshot,
  eventFields,
} from '#lib/contract/hiring/application-content.ts';
import { slot, trainingBatch } from '#lib/contract/hiring/appointments.ts';
import { applicationStatus, jobLocation, location } from '#lib/contract/hiring/jobs.ts';
import { offer } from '#lib/contract/hiring/offer-schemas.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import {
  interviewModeLabels,
  interviewStatusLabels,
} from '#lib/domain/hiring/appointments/interview-flow.ts';
import { trainingStatusLabels } from '#lib/domain/hiring/appointments/training-flow.ts';
import { boardQuery, queueQuery } from './hiring/application-filters.ts';
import { workPlace } from './hiring/work-place.ts';
import { csvBody, csvOutcome, maxCsvBytes, optionalText } from './list.ts';
import { moveBody } from './moves/application-moves.ts';

export const person = z.object({ id: z.string(), name: z.string(), phone: z.string(), email: z.string() });

/** An application in lists and on the board. */
export const staffApplicationCard = z.object({
  id: z.string(),
  number: z.string(),
  status: applicationStatus,
  statusLabel: z.string(),
  candidate: person,
  job: z.object({ id: z.string(), code: z.string(), title: z.string(), employerName: z.string() }),
  /** The city that it is for; null for a draft, and for one that was sent before there was a choice. */
  city: z.nullable(z.string()),
  /** The title of its current stage. */
  stage: z.string(),
  submittedAt: z.nullable(instant),
  replyDueAt: z.nullable(instant),
  /** True while the candidate waits for that reply. */
  isAwaitingReply: z.boolean(),
  /** The reply was due and the candidate still waits. */
  isLate: z.boolean(),
  /** Rules of the job that the candidate did not meet when they sent it, by their own details. */
  unmetRules: z.array(z.string()),
  /** The member of staff who is responsible for it; the name is null for a deleted account. */
  owner: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  trainingStatus: z.enum(keysOf(trainingStatusLabels)),
  interviewStatus: z.enum(keysOf(interviewStatusLabels)),
  /** When its current training or interview begins or has begun; null once that has a result. */
  appointmentAt: z.nullable(instant),
  allowedActions: z.array(allowedAction),
});
export type StaffApplicationCard = z.output<typeof staffApplicationCard>;

export const staffEvent = z.object({
  ...eventFields,
  /** Null for the system, and for a person whose account is deleted. */
  actorName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  privateNote: z.nullable(z.string()),
});

export const staffNoteEntry = z.object({
  id: z.string(),
  at: instant,
  authorName: z.nullable(z.string()),
  text: z.string(),
});

export const staffOffer = z.extend(offer, {
  madeBy: z.nullable(z.string()),
  /** When the candidate answered, or staff withdrew it, or it expired. */
  endedAt: z.nullable(instant),
  declineNote: z.nullable(z.string()),
});
export type StaffOffer = z.output<typeof staffOffer>;

export const staffApplication = z.extend(staffApplicationCard, {
  startedAt: instant,
  decidedAt: z.nullable(instant),
  /** The submitted details; null before submission. */
  snapshot: z.nullable(candidateSnapshot),
  /** Empty and null before submission. The résumé is the file for this job, or else the one of the details. */
  ...applicationContent,
  /** The result at submission; before submission, the result with the current details. */
  eligibility: z.nullable(
    z.object({ met: z.array(z.string()), missing: z.array(z.string()), unchecked: z.array(z.string()) }),
  ),
  /** All offers, the latest first. */
  offers: z.array(staffOffer),
  /** The city that it is for; null as `city`. */
  location: z.nullable(location),
  /** The cities that the job has now. */
  jobLocations: z.array(jobLocation),
  /** Where the work of the job is done, with which the form of an offer begins. */
  workPlace,
  /** Whether staff can withdraw it for the candidate now and, if not, why. */
  withdrawAction: allowedAction,
  /** Whether staff can make or replace an offer now and, if not, why. Null after the application has ended. */
  offerAction: z.nullable(allowedAction),
  timeline: z.array(z.object({ key: z.string(), title: z.string(), state: z.string() })),
  history: z.array(staffEvent),
  /** Who became responsible for it, the earliest first; a null name is nobody, or a deleted account. */
  ownerChanges: z.array(
    z.object({
      id: z.string(),
      at: instant,
      actorName: z.nullable(z.string()),
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
    }),
  ),
  notes: z.array(staffNoteEntry),
  /** Free slots and batches that staff can book for the candidate. */
  openSlots: z.array(z.extend(slot, { timeZone: z.string(), interviewer: z.nullable(z.string()) })),
  /** How its interview is held unless staff say otherwise; null where no time can be booked, or no slot was ever made. */
  meeting: z.nullable(
    z.object({
      /** The booked slot; null before there is one. */
      slotId: z.nullable(z.string()),
      interviewerId: z.nullable(z.string()),
      minutes: z.number(),
      timeZone: z.string(),
      mode: z.enum(keysOf(interviewModeLabels)),
      joinUrl: z.nullable(z.string()),
      address: z.nullable(z.string()),
    }),
  ),
  /** The stage of the interview that staff can book a time for now, also as its next step; null where there is none. */
  bookableStageKey: z.nullable(z.string()),
  openBatches: z.array(trainingBatch),
});
export type StaffApplication = z.output<typeof staffApplication>;

export const staffApplicationRoutes = {
  'GET /api/v1/staff/job-applications/': endpoint({
    row: 'API-42',
    summary: 'List applications, by default late replies first; without a status or search, only active ones',
    access: 'staff',
    query: queueQuery,
    response: listOfRows(staffApplicationCard),
  }),

  'GET /api/v1/staff/board/': endpoint({
    row: 'API-42',
    summary:
      'List active applications by status, by default late replies first, limited to the size of a board column',
    access: 'staff',
    query: boardQuery,
    response: z.object({
      columns: z.array(
        z.object({
          status: applicationStatus,
          label: z.string(),
          count: z.number(),
          results: z.array(staffApplicationCard),
        }),
      ),
      unreadable,
    }),
  }),

  'GET /api/v1/staff/job-applications/{jobApplicationId}/': endpoint({
    row: 'API-42',
    summary: 'Get an application with everything that staff can see',
    access: 'staff',
    response: staffApplication,
  }),

  'POST /api/v1/staff/job-applications/move/': endpoint({
    row: 'API-42',
    summary:
      'Move several applications independently; the response has the reason for each one that was not moved',
    access: 'staff',
    body: moveBody,
    response: z.object({
      moved: z.number(),
      results: z.array(
        z.object({
          applicationId: z.string(),
          /** Null when no application has this id. */
          number: z.nullable(z.string()),
          ok: z.boolean(),
          /** Its current state, whether or not it was moved. */
          application: z.nullable(staffApplicationCard),
          /** The reason why it was not moved; null when it was moved. */
          error: z.nullable(z.object({ errorCode: z.string(), message: z.string() })),
        }),
      ),
    }),
  }),

  'POST /api/v1/staff/job-applications/import/': endpoint({
    row: 'API-42',
    summary: 'Move applications by a CSV file of numbers, actions and reasons',
    access: 'staff',
    maxBodyBytes: maxCsvBytes,
    maxTextLength: maxCsvBytes,
    body: csvBody,
    response: csvOutcome,
  }),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/note/': endpoint({
    row: 'API-42',
    summary: 'Add a note that only staff can read',
    access: 'staff',
    body: z.strictObject({
      text: z
        .string({ error: 'Please write a note' })
        .check(
          z.trim(),
          z.minLength(1, 'Please write a note'),
          z.maxLength(2000, 'At most 2,000 characters'),
        ),
    }),
    response: staffNoteEntry,
  }),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/cancel-interview/': endpoint({
    row: 'API-43',
    summary:
      'Cancel the interview for the candidate, who is notified and may choose another time if `may_rebook`',
    access: 'staff',
    body: z.strictObject({ publicNote: z.optional(optionalText(1000)), mayRebook: z.boolean() }),
    response: staffApplication,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/book-batch/': endpoint({
    row: 'API-42',
    summary: 'Book a seat in a training batch for the candidate',
    access: 'staff',
    body: z.strictObject({ batchId: z.uuid({ error: 'Please choose a batch' }) }),
    response: staffApplication,
    errors: ['TRAINING_BATCH_FULL', 'TRAINING_ALREADY_SET_UP', 'INVALID_STATE'],
  }),
};
