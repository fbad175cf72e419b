import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { calendarDay, instant } from '#lib/contract/core/instant.ts';
import { listOfRows } from '#lib/contract/core/list.ts';
import { staffPaging, staffSearch } from './list.ts';

export const auditEntry = z.object({
  id: z.string(),
  at: instant,
  actor: z.object({ id: z.string(), name: z.nullable(z.string()) }),
  /** An audit action, for example `application.REJECT`. */
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  /** The subject's name; null after it is deleted. */
  subject: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const staffAuditRoutes = {
  'GET /api/v1/staff/audit-events/': endpoint({
    row: 'C-40',
    summary: 'List audit entries by actor, record, person, kind and day, latest first',
    access: 'staff',
    query: z.object({
      actorId: z.optional(z.uuid({ error: 'Unknown person' })),
      subjectId: z.optional(z.uuid({ error: 'Unknown subject' })),
      /** The type of the record: `application`, `lead`. */
      kind: z.optional(z.string().check(z.regex(/^[\w-]{1,40}$/, 'Unknown kind'))),
      /** The first and last day, in India. */
      from: z.optional(calendarDay('Enter a day')),
      to: z.optional(calendarDay('Enter a day')),
      /** A person or record: the beginning of words of a name, email, title or phone number, or a reference. */
      search: staffSearch,
      ...staffPaging,
    }),
    response: listOfRows(auditEntry),
  }),
};
