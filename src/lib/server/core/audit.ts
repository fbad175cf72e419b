import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import type { Actor, TransitionNotes } from './actor.ts';

export interface AuditEntry {
  actorId: string;
  /** `application.REJECT` */
  action: string;
  /** `application` */
  subjectType: string;
  subjectId: string;
  details?: Record<string, unknown>;
}

/** Audit entries of staff, written in the transaction of the change. */
export async function recordAudit(trx: Db, { details = {}, ...audited }: AuditEntry): Promise<void> {
  await trx
    .insertInto('auditEvent')
    .values({ id: uuidv7(), ...audited, details: JSON.stringify(details) })
    .execute();
}

interface AuditedTransition {
  subjectType: string;
  subjectId: string;
  action: string;
  from: string | null;
  to: string;
  /** What else has changed. */
  details?: Record<string, unknown>;
}

/** A change of status, if it was the staff who made it. The private note stays with the history. */
export async function auditTransition(
  trx: Db,
  by: Actor,
  moved: AuditedTransition,
  { reasonCode = null }: TransitionNotes = {},
): Promise<void> {
  if (by.type !== 'STAFF' || !by.id) return;
  const { subjectType, subjectId, action, from, to, details } = moved;
  await recordAudit(trx, {
    actorId: by.id,
    action: `${subjectType}.${action}`,
    subjectType,
    subjectId,
    details: { from, to, reasonCode, ...details },
  });
}
