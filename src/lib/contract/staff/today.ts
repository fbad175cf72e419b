import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { todayKindLabels, todayOwners } from '#lib/domain/staff/today.ts';

const isOn = z.boolean({ error: 'Choose on or off' });
const todayKind = z.enum(keysOf(todayKindLabels));

export const staffTodayRoutes = {
  'GET /api/v1/staff/today/': endpoint({
    row: 'API-42',
    summary: 'List what is late and due until the end of the day in the person’s time zone, by clock',
    access: 'staff',
    query: z.object({
      /** Whose work: that of the caller, or everybody's, also where it is absent. */
      owner: z.optional(z.enum(keysOf(todayOwners), { error: 'Choose “me” or “everyone”' })),
    }),
    response: z.object({
      results: z.array(
        z.object({
          /** Unique in the list: its kind and the id of its subject. */
          id: z.string(),
          kind: todayKind,
          label: z.string(),
          subjectId: z.string(),
          /** When it is due or, of what has no due time, when it came. */
          at: instant,
          isLate: z.boolean(),
          who: z.string(),
          /** E.164, of a person to call. */
          phone: z.nullable(z.string()),
          about: z.string(),
          href: z.string(),
          action: z.string(),
        }),
      ),
      /** Kinds with more items than are listed. */
      more: z.array(todayKind),
    }),
  }),

  'POST /api/v1/staff/agenda/': endpoint({
    row: 'API-42',
    summary: 'Turn the email with the caller’s list of the day at 8 am on or off',
    access: 'staff',
    body: z.strictObject({ isOn }),
    response: z.object({ isOn: z.boolean() }),
  }),

  'POST /api/v1/staff/lead-alerts/': endpoint({
    row: 'API-53',
    summary: 'Turn the caller’s emails about leads on or off: of leads without an owner, and of their own',
    access: 'staff',
    body: z.strictObject({ newLeads: z.optional(isOn), ownLeads: z.optional(isOn) }),
    response: z.object({ newLeads: z.boolean(), ownLeads: z.boolean() }),
  }),

  'POST /api/v1/staff/messages/{messageId}/dismiss/': endpoint({
    row: 'C-41',
    summary: 'Take a message that failed off the list; a repeated request changes nothing',
    access: 'staff',
    body: z.strictObject({}),
    response: z.object({}),
  }),
};
