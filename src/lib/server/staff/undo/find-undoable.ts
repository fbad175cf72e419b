import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { UndoableAction } from '#lib/contract/staff/undo.ts';
import { formatDoneAction } from '#lib/domain/staff/done-actions.ts';
import { type Db, executePrepared } from '#lib/server/db/index.ts';
import { loadNotifiedNames } from '../notified-people.ts';

/** Returns the latest action of a staff member that informs people, or takes failed messages off their list, and can still be undone, or null. */
export async function findUndoable(db: Db, staffId: string): Promise<UndoableAction | null> {
  const query = db
    .selectFrom('staffAction')
    .select(['id', 'action', 'notifiedUserIds', 'undoExpiresAt'])
    .select(sql<number>`ceil(extract(epoch from undo_expires_at - now()))::int`.as('secondsLeft'))
    .select(sql<number>`${replacedPeople}::int`.as('replaced'))
    .where('actorId', '=', staffId)
    .where('undoExpiresAt', '>', sql<Date>`now()`)
    .where('undoneAt', 'is', null)
    .where(
      sql<boolean>`(jsonb_array_length(notified_user_ids) > 0 or ${replacedPeople} > 0 or ${hasDismissed})`,
    )
    .orderBy('undoExpiresAt', 'desc')
    .limit(1);
  const [row] = (await executePrepared(db, query.compile())).rows;
  if (!row?.undoExpiresAt) return null;
  const names = await loadNotifiedNames(db, row.notifiedUserIds.filter(isUuid).slice(0, maxNames));
  return {
    id: row.id,
    action: row.action,
    label: formatDoneAction(row.action),
    people: row.notifiedUserIds.length,
    replaced: row.replaced,
    names: row.notifiedUserIds.flatMap((id) => names.get(id) ?? []),
    expiresAt: row.undoExpiresAt.toISOString(),
    secondsLeft: row.secondsLeft,
  };
}

/** Returns whether a staff member has made no other change since this one. */
export async function isLatestAction(db: Db, staffId: string, id: string): Promise<boolean> {
  const latest = await db
    .selectFrom('staffAction')
    .select('id')
    .where('actorId', '=', staffId)
    .where('undoExpiresAt', '>', sql<Date>`now()`)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.id === id;
}

const maxNames = 10;

/** The people whose waiting messages were taken out of the outbox. */
const replacedPeople = sql`(
  select count(distinct coalesce(before ->> 'user_id', before ->> 'recipient')) from row_change
  where staff_action_id = staff_action.id and table_name = 'outbox' and after is null)`;

const hasDismissed = sql`exists (
  select from row_change where staff_action_id = staff_action.id and table_name = 'outbox' and after is not null)`;
