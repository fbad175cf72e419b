import type { ColumnType, Generated } from 'kysely';
import type { NotificationTextAction } from '#lib/domain/hiring/applications/notification-kinds.ts';
import type { TemplatePurpose } from '#lib/domain/staff/message-templates.ts';
import type { GeneratedJson } from './columns.ts';

export type Role = 'staff' | 'admin';

/** Roles, which the command line and admins grant. */
export interface UserRoleTable {
  id: Generated<string>;
  userId: string;
  role: Role;
  grantedAt: Generated<Date>;
}

/** A day on which a staff member got the list of Today by email. */
export interface AgendaEmailTable {
  userId: string;
  /** The date in their time zone. */
  day: string;
  sentAt: Generated<Date>;
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

/** A list of applications that a staff member has saved by its filters. */
export interface ApplicationFilterTable {
  id: string;
  staffId: string;
  name: string;
  /** The query of the list's address. */
  search: string;
  createdAt: Generated<Date>;
}

/** A note about an application, which only staff can read. */
export interface ApplicationNoteTable {
  id: string;
  applicationId: string;
  at: Generated<Date>;
  authorId: string;
  text: string;
}

/** A change by a staff member that can be undone while its messages wait. Rows are deleted after an hour. */
export interface StaffActionTable {
  id: string;
  actorId: string;
  /** `application.REJECT` */
  action: string;
  startedAt: Generated<Date>;
  /** Null until all of its transactions have committed. */
  undoExpiresAt: Date | null;
  undoneAt: Date | null;
  /** The people whom its messages inform; of an interviewer without an account the id of `interviewer`. */
  notifiedUserIds: GeneratedJson<string[]>;
  /** The fingerprint of the preview that was confirmed. */
  confirmedFingerprint: Generated<string | null>;
  /** The answer to the press that confirmed it. */
  response: ColumnType<unknown, string | undefined, string>;
  /** What was typed, for its form after an undo; null where no form was posted. */
  typedForm: GeneratedJson<{ path: string; fields: [name: string, value: string][] } | null>;
}

/** A row that an action wrote, recorded by a trigger, with its state before and after as JSON. */
export interface RowChangeTable {
  id: Generated<string>;
  staffActionId: string;
  tableName: string;
  keyColumn: string;
  keyValue: string;
  before: GeneratedJson<Record<string, unknown> | null>;
  after: GeneratedJson<Record<string, unknown> | null>;
}

/** A text that staff reuse in messages to candidates. */
export interface MessageTemplateTable {
  id: string;
  purpose: TemplatePurpose;
  name: string;
  /** Null for a note. */
  subject: string | null;
  text: string;
  version: Generated<number>;
  updatedById: string | null;
  updatedAt: Generated<Date>;
  deletedAt: Generated<Date | null>;
}

/** A message that staff sent to chosen candidates, before its fields were filled. */
export interface CandidateMessageTable {
  id: string;
  subject: string;
  text: string;
  /** A JSON array. */
  applicationIds: string;
  people: number;
  sentById: string;
  sentAt: Generated<Date>;
}

/** What an admin wrote in the place of the standard text about a move of an application. */
export interface NotificationTextTable {
  id: string;
  action: NotificationTextAction;
  /** Null, like the texts, while the standard text is used again. */
  subject: string | null;
  text: string | null;
  /** For SMS and WhatsApp. */
  shortText: string | null;
  version: Generated<number>;
  updatedById: string;
  updatedAt: Generated<Date>;
}

export interface StaffTables {
  notificationText: NotificationTextTable;
  messageTemplate: MessageTemplateTable;
  candidateMessage: CandidateMessageTable;
  staffAction: StaffActionTable;
  rowChange: RowChangeTable;
  userRole: UserRoleTable;
  agendaEmail: AgendaEmailTable;
  auditEvent: AuditEventTable;
  applicationFilter: ApplicationFilterTable;
  applicationNote: ApplicationNoteTable;
}
