import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listOfRows } from '#lib/contract/core/list.ts';
import { staffPaging } from './list.ts';

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
    summary: 'List audit entries, latest first',
    access: 'staff',
    query: z.object({
      actorId: z.optional(z.uuid({ error: 'Unknown person' })),
      subjectId: z.optional(z.uuid({ error: 'Unknown subject' })),
      ...staffPaging,
    }),
    response: listOfRows(auditEntry),
  }),
};
