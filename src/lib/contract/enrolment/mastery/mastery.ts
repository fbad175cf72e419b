import * as z from 'zod/mini';
import { allowedAction } from '#lib/contract/core/allowed-action.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { listOf } from '#lib/contract/core/list.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { masteryStatusLabels } from '#lib/domain/enrolment/mastery/mastery-flow.ts';
import { registrationPerson } from '../registration-person.ts';

export const masteryStatus = z.enum(keysOf(masteryStatusLabels));

export const mastery = z.object({
  id: z.string(),
  /** The number that people quote: `PM-26-00042`. */
  registrationNumber: z.string(),
  programSlug: z.string(),
  status: masteryStatus,
  statusLabel: z.string(),
  /** PM Mastery has no test and no result. */
  test: z.null(),
  result: z.null(),
  session: z.object({
    id: z.string(),
    startsAt: instant,
    endsAt: instant,
    timeZone: z.string(),
    /** Only with a seat, from 15 minutes before the session until its end. */
    joinUrl: z.nullable(z.string()),
  }),
  /** Path of the calendar file; null on the wait-list and after the session. */
  icsUrl: z.nullable(z.string()),
  /** The status in one or two sentences, with what to do next. */
  nextStep: z.string(),
  allowedActions: z.array(allowedAction),
});
export type Mastery = z.output<typeof mastery>;

const limits = [perAccount('mastery', 30, 600)];

/** PM Mastery: register for the next session, or cancel. [API-21] */
export const masteryRoutes = {
  'POST /api/v1/pm-mastery/register/': endpoint({
    row: 'API-21',
    summary:
      'Register for the next session of PM Mastery, or join its wait-list; a repeat returns the first one',
    access: 'verified',
    limits,
    body: z.strictObject(registrationPerson),
    response: z.extend(mastery, { isExisting: z.boolean() }),
    errors: ['PROGRAM_NOT_FOUND', 'PHONE_INVALID', 'COUNTRY_NOT_SUPPORTED'],
  }),

  'GET /api/v1/pm-mastery/registrations/': endpoint({
    row: 'API-21',
    summary: 'List the signed-in person’s registrations, newest first',
    access: 'verified',
    response: listOf(mastery),
  }),

  'POST /api/v1/pm-mastery/registrations/{registrationId}/cancel/': endpoint({
    row: 'API-21',
    summary: 'Cancel before the session; the seat goes to the first person on the wait-list',
    access: 'verified',
    limits,
    body: z.strictObject({}),
    response: mastery,
    errors: ['INVALID_STATE'],
  }),
};
