import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { availabilityFields } from '#lib/contract/hiring/availability.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { interviewModeLabels } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { staffApplication } from '../applications.ts';
import { interviewerId, when } from '../appointments.ts';

const pastInterview = z.strictObject({
  /** The interview that was held, as `bookableStageKey` names it, so that a request sent twice records none of a later stage. */
  stageKey: z.string(),
  /** When it began; not in the future. */
  startsAt: when,
  minutes: availabilityFields.minutes,
  timeZone: availabilityFields.timeZone,
  interviewerId,
  mode: z.enum(keysOf(interviewModeLabels), { error: 'Please choose how it was held' }),
});
export type PastInterview = z.output<typeof pastInterview>;

export const pastInterviewRoutes = {
  'POST /api/v1/staff/job-applications/{jobApplicationId}/record-interview/': endpoint({
    row: 'API-43',
    summary: 'Record an interview that has taken place at a time that was not booked, as completed',
    access: 'staff',
    body: pastInterview,
    response: staffApplication,
    errors: ['INTERVIEW_NOT_SCHEDULED', 'INVALID_STATE'],
  }),
};
