import type { Generated } from 'kysely';
import type { GeneratedJson } from './columns.ts';

export type Role = 'staff' | 'admin';

/** Given on the command line, never over HTTP. */
export interface UserRoleTable {
  userId: string;
  role: Role;
  grantedAt: Generated<Date>;
}

/** Who of the staff did what; never changed, and kept when its subject is gone. */
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

/** What staff write for one another about an application. */
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
