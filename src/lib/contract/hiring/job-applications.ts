import * as z from 'zod/mini';
import { allowedAction } from '#lib/contract/core/allowed-action.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { listOfRows, paging } from '#lib/contract/core/list.ts';
import { currentSlotId } from '#lib/contract/hiring/current-slot.ts';
import { resumeFile } from '#lib/contract/media/sent-file.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { stepStates } from '#lib/domain/hiring/applications/application-text.ts';
import { withdrawalReasons } from '#lib/domain/hiring/applications/reasons.ts';
import { maxCoverNoteLength } from '#lib/domain/hiring/jobs/question.ts';
import { applicationContent, candidateSnapshot, earlierAnswers, eventFields } from './application-content.ts';
import { interview, slots, training, trainingBatch } from './appointments.ts';
import { answers, chosenLocation, note } from './draft-fields.ts';
import { applicationStatus, jobCard, location, question, stage } from './jobs.ts';
import { offer } from './offer-schemas.ts';
import { ownFile } from './registration-schemas.ts';

export const historyEntry = z.object({
  ...eventFields,
  /** The system's reason as a sentence; null when a person made the change. */
  because: z.nullable(z.string()),
});

/**
 * The status in one sentence, the candidate's next action and its deadline. The action is an enabled one of
 * `allowedActions`, or JOIN while the meeting link is available.
 */
export const nextStep = z.object({
  text: z.string(),
  action: z.nullable(z.string()),
  deadlineAt: z.nullable(instant),
});

export const jobApplication = z.object({
  id: z.string(),
  /** The number that people quote: `MS-26-00817`. */
  number: z.string(),
  job: jobCard,
  /** The city of the job that the application is for. A draft proposes the candidate's preferred one. */
  location: z.nullable(location),
  /** The city that a draft had chosen and the job no longer has. The candidate chooses again. */
  removedLocation: z.nullable(location),
  status: applicationStatus,
  statusLabel: z.string(),
  /** The key of the job stage that the application is in. */
  stageKey: z.string(),
  startedAt: instant,
  /** When a draft expires: after 30 days, or at the job's `applyBy` if that is earlier. */
  expiresAt: instant,
  submittedAt: z.nullable(instant),
  /** When the employer's reply is due. */
  replyDueAt: z.nullable(instant),
  /** True while the candidate waits for that reply. */
  isAwaitingReply: z.boolean(),
  /** When the employer accepted or rejected the application. */
  decidedAt: z.nullable(instant),
  /** The ended application that this one replaces. */
  previousApplicationId: z.nullable(z.string()),
  questions: z.array(question),
  ...applicationContent,
  /** The résumé of the candidate's details, which is sent with a draft that has none of its own; null once submitted. */
  detailsResume: z.nullable(resumeFile),
  earlierAnswers,
  /** Null until the application is submitted. */
  candidateSnapshot: z.nullable(candidateSnapshot),
  training,
  /** Batches with a free seat that the candidate may choose or change to. */
  trainingBatches: z.array(trainingBatch),
  interview,
  /** The latest offer; null without one, and while the employer prepares another one. */
  offer: z.nullable(offer),
  outcome: z.nullable(
    z.object({ decision: z.enum(['OFFERED', 'HIRED', 'NOT_SELECTED']), message: z.string() }),
  ),
  nextStep,
  /** The job's stages in order. */
  timeline: z.array(z.extend(stage, { state: z.enum(stepStates) })),
  /** All events, oldest first. */
  history: z.array(historyEntry),
  allowedActions: z.array(allowedAction),
});

export type JobApplication = z.output<typeof jobApplication>;

const limits = [perAccount('application', 300, 600)];

export const jobApplicationRoutes = {
  'POST /api/v1/moonshot/jobs/{jobSlug}/apply/': endpoint({
    row: 'API-41',
    summary: 'Start an application; a repeated request returns the open one',
    access: 'verified',
    limits: [perAccount('apply', 60, 600)],
    response: z.extend(jobApplication, { isExisting: z.boolean() }),
    errors: ['JOB_CLOSED'],
  }),

  'GET /api/v1/moonshot/job-applications/': endpoint({
    row: 'API-42',
    summary: 'List the signed-in person’s applications, open ones with the nearest date first',
    access: 'verified',
    query: z.object(paging),
    response: listOfRows(jobApplication),
  }),

  'GET /api/v1/moonshot/job-applications/{jobApplicationId}/': endpoint({
    row: 'API-42',
    summary: 'Get one of the signed-in person’s applications',
    access: 'verified',
    response: jobApplication,
  }),

  'PATCH /api/v1/moonshot/job-applications/{jobApplicationId}/update/': endpoint({
    row: 'API-42',
    summary: 'Save a draft; absent fields stay unchanged, an empty answer deletes the stored one',
    access: 'verified',
    limits,
    body: z.object({
      answers: z.optional(answers),
      coverNote: z.optional(note(maxCoverNoteLength)),
      portfolioSlug: z.optional(
        z.nullable(z.string().check(z.regex(/^[a-z0-9-]{1,80}$/, 'Please choose a portfolio'))),
      ),
      resume: z.optional(ownFile),
      /** One of the job's cities. */
      locationId: z.optional(chosenLocation),
    }),
    response: jobApplication,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/moonshot/job-applications/{jobApplicationId}/submit/': endpoint({
    row: 'API-42',
    summary: 'Submit the application to the employer with the candidate’s current details',
    access: 'verified',
    limits,
    body: z.strictObject({
      /** The city that the page shows, which becomes the chosen one. */
      locationId: z.optional(chosenLocation),
    }),
    response: jobApplication,
    errors: [
      'JOB_CLOSED',
      'PROFILE_INCOMPLETE',
      'INCOMPLETE_APPLICATION',
      'ALREADY_SUBMITTED',
      'INVALID_STATE',
    ],
  }),

  'POST /api/v1/moonshot/job-applications/{jobApplicationId}/withdraw/': endpoint({
    row: 'API-42',
    summary: 'Withdraw the application and release its seats',
    access: 'verified',
    limits,
    body: z.strictObject({
      reason: z.optional(z.enum(keysOf(withdrawalReasons), { error: 'Please choose a reason' })),
    }),
    response: jobApplication,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/moonshot/job-applications/{jobApplicationId}/setup-training/': endpoint({
    row: 'API-42',
    summary: 'Book a seat in a batch of the job’s training',
    access: 'verified',
    limits,
    body: z.strictObject({
      batchId: z.uuid({ error: 'Please choose a batch' }),
      agreedToTerms: z.literal(true, { error: 'Please agree to the terms of the training' }),
    }),
    response: jobApplication,
    errors: ['TRAINING_BATCH_FULL', 'TRAINING_ALREADY_SET_UP', 'INVALID_STATE'],
  }),

  'POST /api/v1/moonshot/job-applications/{jobApplicationId}/change-training/': endpoint({
    row: 'API-42',
    summary:
      'Change to another batch until the training begins; the old seat is released only after the new one is booked',
    access: 'verified',
    limits,
    body: z.strictObject({
      batchId: z.uuid({ error: 'Please choose a batch' }),
      /** The booked batch as the client last saw it. The server returns STALE_WRITE when it has changed. */
      currentBatchId: z.optional(z.uuid({ error: 'Please send the batch that you have' })),
    }),
    response: jobApplication,
    errors: ['STALE_WRITE', 'TRAINING_BATCH_FULL', 'INVALID_STATE'],
  }),

  'GET /api/v1/moonshot/job-applications/{jobApplicationId}/reschedule-interview/slots/': endpoint({
    row: 'API-43',
    summary: 'List free interview times by day in the candidate’s time zone',
    access: 'verified',
    response: slots,
    errors: ['INTERVIEW_NOT_SCHEDULED'],
  }),

  'POST /api/v1/moonshot/job-applications/{jobApplicationId}/reschedule-interview/': endpoint({
    row: 'API-43',
    summary: 'Book or change the interview time; the old slot is released only after the new one is booked',
    access: 'verified',
    limits,
    body: z.strictObject({
      slotId: z.uuid({ error: 'Please choose a time' }),
      reason: z.optional(note(500)),
      /** The booked slot as the client last saw it. The server returns STALE_WRITE when it has changed. */
      currentSlotId,
    }),
    response: jobApplication,
    errors: [
      'STALE_WRITE',
      'SLOT_TAKEN',
      'SLOT_IN_PAST',
      'SLOT_INVALID',
      'RESCHEDULE_LIMIT_REACHED',
      'TOO_LATE_TO_RESCHEDULE',
      'INTERVIEW_NOT_SCHEDULED',
      'INVALID_STATE',
    ],
  }),

  'POST /api/v1/moonshot/job-applications/{jobApplicationId}/cancel-interview/': endpoint({
    row: 'API-43',
    summary: 'Cancel the booked interview and choose another time later; it counts as a move',
    access: 'verified',
    limits,
    body: z.strictObject({
      reason: z.optional(note(500)),
      /** The booked slot as the client last saw it. The server returns STALE_WRITE when it has changed. */
      currentSlotId: z.optional(z.uuid({ error: 'Please send the time that you have' })),
    }),
    response: jobApplication,
    errors: ['STALE_WRITE', 'RESCHEDULE_LIMIT_REACHED', 'TOO_LATE_TO_RESCHEDULE', 'INVALID_STATE'],
  }),
};
