import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { answers, chosenLocation, note } from '#lib/contract/hiring/draft-fields.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { withdrawalReasons } from '#lib/domain/hiring/applications/reasons.ts';
import { maxCoverNoteLength } from '#lib/domain/hiring/jobs/question.ts';
import { staffApplication } from '../applications.ts';
import { noteWithFields } from './message-templates.ts';

/** What staff do for a candidate who has asked them by phone. */

/** Staff confirm it, and the audit has it. */
const isRequestedByPhone = z.literal(true, { error: 'Confirm that the candidate asked you by phone' });

export const onBehalfRoutes = {
  'POST /api/v1/staff/candidates/{userId}/apply/': endpoint({
    row: 'API-41',
    summary: 'Apply for a job for a candidate, who is notified; a repeated request changes nothing',
    access: 'staff',
    body: z.strictObject({
      jobId: z.uuid({ error: 'Please choose a job' }),
      answers,
      coverNote: z.optional(note(maxCoverNoteLength)),
      /** The city of the job; by default the one that the candidate’s own form would show. */
      locationId: z.optional(chosenLocation),
      isRequestedByPhone,
    }),
    response: z.object({ id: z.string(), number: z.string(), isExisting: z.boolean() }),
    errors: ['JOB_CLOSED', 'PROFILE_INCOMPLETE', 'INCOMPLETE_APPLICATION', 'PHONE_NOT_VERIFIED'],
  }),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/withdraw/': endpoint({
    row: 'API-42',
    summary: 'Withdraw an application for its candidate, who is notified',
    access: 'staff',
    body: z.strictObject({
      reason: z.enum(keysOf(withdrawalReasons), { error: 'Please choose a reason' }),
      /** Shown to the candidate. Its fields, `{{firstName}}`, are filled. */
      publicNote: z.optional(noteWithFields),
      isRequestedByPhone,
    }),
    response: staffApplication,
    errors: ['INVALID_STATE'],
  }),
};
