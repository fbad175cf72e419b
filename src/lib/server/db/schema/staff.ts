import type { Generated } from 'kysely';
import type { GeneratedJson } from './columns.ts';

export type Role = 'staff' | 'admin';

/** Roles, which only the command line grants. */
export interface UserRoleTable {
  userId: string;
  role: Role;
  grantedAt: Generated<Date>;
}

/** Actions of staff members. Rows are never updated, and stay when their subject is deleted. */
export interface AuditEventTable {
  id: string;
  at: Generated<Date>;
  actorId: string;
  /** `application.REJECT` */
  action: string;
  /** `application` */
  subjectType: string;
  subjectId: string;
  details: GeneratedJson<Record<string, unknown>>;
}

/** A note about an application, which only staff can read. */
export interface ApplicationNoteTable {
  id: string;
  applicationId: string;
  at: Generated<Date>;
  authorId: string;
  text: string;
}

export interface StaffTables {
  userRole: UserRoleTable;
  auditEvent: AuditEventTable;
  applicationNote: ApplicationNoteTable;
}
