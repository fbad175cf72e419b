import { sql } from 'kysely';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';

/** A change that informs nobody and can be undone for longer than the bar at the top of the page shows. */
export interface LongUndo {
  actionId: string;
  /** The name of its audit event: `lead.MERGE`. */
  action: string;
  /** What was merged or deleted, what came of a call, or the time of a planned one in ISO 8601. */
  name: string;
  /** Until when it can be undone, in ISO 8601. */
  expiresAt: string;
}

/** Calls of a lead are undone one after the other, because each sets the time of the next one. */
const callActions: readonly string[] = ['lead.LOG_ATTEMPT', 'lead.PLAN_CALL'];

/** Changes of this kind last half an hour, in seconds. */
export const longUndoSeconds = 30 * 60;

/**
 * Returns the merges, deletions and the last logged or planned call of a record's page that this staff member can still undo, the
 * latest first. Their audit events name them, as `merged`, `deleted` or `attempt`. [API-42]
 */
export async function listLongUndos(db: Db, staffId: string, subjectId: string): Promise<LongUndo[]> {
  const now = await databaseNow(db);
  const { rows } = await sql<{ actionId: string; action: string; name: string; expiresAt: Date }>`
    select a.id as action_id, a.action, a.undo_expires_at as expires_at,
      coalesce(c.after -> 'details' ->> 'merged', c.after -> 'details' ->> 'deleted',
        c.after -> 'details' ->> 'attempt', c.after -> 'details' ->> 'dueAt', '') as name
    from staff_action a
    join row_change c on c.staff_action_id = a.id and c.table_name = 'audit_event'
    where a.actor_id = ${staffId} and a.undone_at is null and a.undo_expires_at > ${now}
      and a.notified_user_ids = '[]' and c.after ->> 'subject_id' = ${subjectId}
      and (c.after -> 'details' ?| array['merged', 'deleted', 'attempt'] or a.action = 'lead.PLAN_CALL')
      and not exists (select from audit_event planned where planned.subject_id = (c.after ->> 'subject_id')::uuid
        and planned.action = 'lead.PLAN_CALL' and planned.id > (c.after ->> 'id')::uuid
        and not exists (select from staff_action undone join row_change r on r.staff_action_id = undone.id
          where undone.undone_at is not null and undone.action = planned.action
            and r.table_name = 'audit_event' and r.key_value = planned.id::text))
    order by a.undo_expires_at desc, a.id desc`.execute(db);
  // An earlier one cannot be undone while a later one stands.
  const lastCall = rows.find(({ action }) => callActions.includes(action));
  return rows
    .filter((row) => !callActions.includes(row.action) || row === lastCall)
    .map(({ expiresAt, ...row }) => ({ ...row, expiresAt: expiresAt.toISOString() }));
}
