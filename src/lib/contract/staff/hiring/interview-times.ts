import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { availabilityFields } from '#lib/contract/hiring/availability.ts';
import { currentSlotId } from '#lib/contract/hiring/current-slot.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { interviewModeLabels } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { staffApplication } from '../applications.ts';
import { hasWayThere, interviewerId, link, when } from '../appointments.ts';
import { optionalText } from '../list.ts';

const newInterviewTime = z
  .strictObject({
    startsAt: when,
    minutes: availabilityFields.minutes,
    timeZone: availabilityFields.timeZone,
    interviewerId,
    mode: z.enum(keysOf(interviewModeLabels), { error: 'Please choose how it is held' }),
    joinUrl: link,
    address: optionalText(300),
    currentSlotId,
  })
  .check(...hasWayThere);
export type NewInterviewTime = z.output<typeof newInterviewTime>;

export const interviewTimeRoutes = {
  'POST /api/v1/staff/job-applications/{jobApplicationId}/book-slot/': endpoint({
    row: 'API-43',
    summary: 'Book or change the interview time for the candidate',
    access: 'staff',
    body: z.strictObject({ slotId: z.uuid({ error: 'Please choose a time' }), currentSlotId }),
    response: staffApplication,
    errors: [
      'STALE_WRITE',
      'SLOT_TAKEN',
      'SLOT_IN_PAST',
      'SLOT_INVALID',
      'INTERVIEW_NOT_SCHEDULED',
      'INVALID_STATE',
    ],
  }),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/book-time/': endpoint({
    row: 'API-43',
    summary:
      'Book or move the interview to a time of its own, for which a slot is made if the interviewer is free',
    access: 'staff',
    body: newInterviewTime,
    response: staffApplication,
    errors: ['STALE_WRITE', 'SLOT_IN_PAST', 'INTERVIEW_NOT_SCHEDULED', 'INVALID_STATE'],
  }),
};
