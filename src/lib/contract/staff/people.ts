import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { countryIsoCode, phone } from '#lib/contract/core/fields.ts';
import { instant } from '#lib/contract/core/instant.ts';

/** The applications under way and open leads of a person, and the booked and the free interview times that they hold. */
const owned = z.object({
  applications: z.number(),
  leads: z.number(),
  interviews: z.number(),
  freeTimes: z.number(),
});

const role = z.enum(['staff', 'admin'], { error: 'Choose a role' });

export const staffPerson = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  role,
  grantedAt: instant,
  owned,
});
export type StaffPerson = z.output<typeof staffPerson>;

/** Who works in `/staff/`. Staff who are no admins get 403. A change needs an OTP of the last 10 minutes. */
export const staffPeopleRoutes = {
  'GET /api/v1/staff/people/': endpoint({
    row: 'C-39',
    summary: 'List everybody with a role, for admins',
    access: 'staff',
    response: z.object({ results: z.array(staffPerson) }),
    errors: ['PERMISSION_DENIED'],
  }),

  'POST /api/v1/staff/people/grant/': endpoint({
    row: 'C-20',
    summary: 'Grant a role to the owner of a verified number; a repeated request changes nothing',
    access: 'staff',
    body: z.strictObject({ countryIsoCode, phone, role }),
    response: z.object({}),
    errors: ['PERMISSION_DENIED', 'REAUTH_REQUIRED', 'PHONE_INVALID', 'USER_NOT_FOUND'],
  }),

  'POST /api/v1/staff/people/{userId}/revoke/': endpoint({
    row: 'C-20',
    summary: 'Revoke all roles of a person, and hand over what they own; the last admin stays',
    access: 'staff',
    body: z.strictObject({
      /** Who gets their applications under way, open leads and interview times; null for nobody. */
      newOwnerId: z.optional(z.nullable(z.uuid({ error: 'Choose a person who has a role.' }))),
    }),
    /** How much was handed over. */
    response: owned,
    errors: ['PERMISSION_DENIED', 'REAUTH_REQUIRED', 'LAST_ADMIN'],
  }),
};
