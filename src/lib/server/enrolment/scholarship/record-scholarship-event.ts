import { v7 as uuidv7 } from 'uuid';
import type {
  ScholarshipAction,
  ScholarshipStatus,
} from '#lib/domain/enrolment/scholarship/scholarship-flow.ts';
import type { Actor, TransitionNotes } from '#lib/server/core/actor.ts';
import { auditTransition } from '#lib/server/core/audit.ts';
import type { Db } from '#lib/server/db/index.ts';

interface ScholarshipChange {
  action: ScholarshipAction;
  from: ScholarshipStatus | null;
  to: ScholarshipStatus;
  /** What else the audit row says. */
  details?: Record<string, unknown>;
}

/** Inserts the history row of a change and, for staff, the audit row. Returns the id of the history row. */
export async function recordScholarshipEvent(
  trx: Db,
  registrationId: string,
  actor: Actor,
  { action, from, to, details = {} }: ScholarshipChange,
  { publicNote = null, privateNote = null }: TransitionNotes = {},
): Promise<string> {
  const id = uuidv7();
  await trx
    .insertInto('scholarshipEvent')
    .values({
      ...{ id, registrationId, action, fromStatus: from, toStatus: to, publicNote, privateNote },
      actorType: actor.type,
      actorId: actor.id,
    })
    .execute();
  const subject = { subjectType: 'scholarship', subjectId: registrationId };
  await auditTransition(trx, actor, { ...subject, action, from, to, details });
  return id;
}
