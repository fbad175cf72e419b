import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { optionalText } from '#lib/contract/core/optional-text.ts';
import { availabilityFields, createdSlots } from '#lib/contract/hiring/availability.ts';
import { criteriaInput, recommendation } from '#lib/contract/hiring/scorecard-fields.ts';
import { nextStepCount } from '#lib/domain/hiring/mock-interviews/feedback.ts';
import { expertBooking } from './mock-interview-schemas.ts';

/** The side of the expert. Everybody without the profile PREPPA_EXPERT gets 404. */

const changes = [perAccount('expert', 120, 3600)];

export const expertRoutes = {
  'GET /api/v1/expert/bookings/': endpoint({
    row: 'APP-14',
    summary: 'List the mock interviews that you hold: open ones, the next one first, then past ones',
    access: 'verified',
    response: z.object({ results: z.array(expertBooking) }),
  }),

  'GET /api/v1/expert/slots/': endpoint({
    row: 'APP-14',
    summary: 'List your free times, the next one first',
    access: 'verified',
    response: z.object({
      results: z.array(z.object({ id: z.string(), startsAt: instant, endsAt: instant })),
    }),
  }),

  'POST /api/v1/expert/slots/create/': endpoint({
    row: 'APP-14',
    summary: 'Turn your weekly availability into free times; existing times are left unchanged',
    access: 'verified',
    limits: changes,
    body: z.strictObject({
      ...availabilityFields,
      joinUrl: z.url({ protocol: /^https$/, error: 'Enter the link of your video call, with https://' }),
    }),
    response: createdSlots,
  }),

  'POST /api/v1/expert/slots/{slotId}/cancel/': endpoint({
    row: 'APP-14',
    summary: 'Take back a free time; a booked one is cancelled with its booking',
    access: 'verified',
    limits: changes,
    body: z.strictObject({}),
    response: z.object({}),
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/expert/bookings/{mockInterviewId}/move/': endpoint({
    row: 'APP-14',
    summary: 'Record that a mock interview took place or was missed, or cancel it with a reason',
    access: 'verified',
    limits: changes,
    body: z.strictObject({
      action: z.enum(['COMPLETE', 'MISS', 'CANCEL'], { error: 'Please choose what happened' }),
      /** The candidate reads it. A cancellation needs one. */
      publicNote: z.optional(optionalText(500)),
    }),
    response: expertBooking,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/expert/bookings/{mockInterviewId}/feedback/': endpoint({
    row: 'APP-14',
    summary: 'Save the feedback as a draft, or share it with the candidate',
    access: 'verified',
    // A draft is saved while its expert writes.
    limits: [perAccount('expert-feedback', 1200, 3600)],
    body: z.strictObject({
      criteria: criteriaInput,
      recommendation: z.nullable(recommendation),
      summary: optionalText(2000),
      nextSteps: z.array(optionalText(300)).check(z.maxLength(nextStepCount)),
      /** `true` keeps it from the candidate, and lets parts be empty. */
      isDraft: z.boolean(),
      /** The version that the form was opened with. */
      version: z.int().check(z.minimum(0), z.maximum(2_147_483_646)),
    }),
    response: expertBooking,
    errors: ['INVALID_STATE', 'STALE_WRITE'],
  }),
};
