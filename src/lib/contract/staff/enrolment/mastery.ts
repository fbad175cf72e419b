import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listOfRows } from '#lib/contract/core/list.ts';
import { masteryStatus } from '#lib/contract/enrolment/mastery/mastery.ts';
import { person } from '../applications.ts';
import { staffPaging, staffSearch } from '../list.ts';

/** A registration in the staff's list. */
export const staffMastery = z.object({
  id: z.string(),
  registrationNumber: z.string(),
  candidate: person,
  programName: z.string(),
  status: masteryStatus,
  statusLabel: z.string(),
  startsAt: instant,
  registeredAt: instant,
  /** Whether staff can mark the person as attended now. */
  canComplete: z.boolean(),
  /** Whether staff can mark the person as absent now. */
  canMiss: z.boolean(),
});
export type StaffMastery = z.output<typeof staffMastery>;

const listQuery = z.object({
  status: z.optional(z.enum(masteryStatus.options, { error: 'Unknown status' })),
  /** The month of a session: `2026-12`. */
  session: z.optional(z.string().check(z.regex(/^20\d\d-\d\d$/, 'Unknown session'))),
  /** The beginning of a name, email or phone number. */
  search: staffSearch,
  ...staffPaging,
});
export type StaffMasteryQuery = z.output<typeof listQuery>;

export const staffMasteryRoutes = {
  'GET /api/v1/staff/pm-mastery/': endpoint({
    row: 'API-21',
    summary: 'List registrations for PM Mastery, newest first',
    access: 'staff',
    query: listQuery,
    response: listOfRows(staffMastery),
  }),

  'POST /api/v1/staff/pm-mastery/{registrationId}/miss/': endpoint({
    row: 'API-21',
    summary: 'Mark that a person missed the session, also after a wrong mark; a repeat changes nothing',
    access: 'staff',
    body: z.strictObject({}),
    response: staffMastery,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/staff/pm-mastery/{registrationId}/complete/': endpoint({
    row: 'API-21',
    summary: 'Mark that a person attended the session, also after a wrong mark; a repeat changes nothing',
    access: 'staff',
    body: z.strictObject({}),
    response: staffMastery,
    errors: ['INVALID_STATE'],
  }),
};
