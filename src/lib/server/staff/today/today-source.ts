import { type RawBuilder, sql } from 'kysely';
import type { Day, TodayItem, TodayKind } from '#lib/domain/staff/today.ts';
import type { Db } from '#lib/server/db/index.ts';

/** Whose work is listed: of a member of staff, or with null what nobody is responsible for. */
export interface WorkOwner {
  staffId: string | null;
}

/**
 * One kind of what is due: lists up to `limit` items, those that are due first, by an index. Its statement is prepared, so that it has the
 * same text each time: only instants and ids are parameters.
 */
export interface TodaySource {
  kind: TodayKind;
  /** Whether its items have owners. Then `list` returns only those of `owner`, where one is given. */
  hasOwner?: boolean;
  /** The page that lists all of this kind; null where there is none. */
  href: string | null;
  list(db: Db, day: Day, limit: number, owner?: WorkOwner): Promise<SourceItem[]>;
}

/** An item with the ids of whose work it is, which no page shows. */
export interface SourceItem extends TodayItem {
  /** The member of staff who is responsible; null for nobody. Absent of what has no owner. */
  ownerId?: string | null;
  /** The member of staff who holds the interview. */
  holderId?: string | null;
}

/** The columns that every source selects. */
export interface TodayRow {
  id: string;
  at: Date;
  who: string;
  about: string;
  /** The member of staff who is responsible; null for nobody. */
  owner?: string | null;
  ownerId?: string | null;
}

/** A person's full name, of a row of app_user. */
export const personName = (table: string) =>
  sql<string>`concat_ws(' ', nullif(${sql.ref(`${table}.first_name`)}, ''), nullif(${sql.ref(`${table}.last_name`)}, ''))`;

/** Selects the name and the id of who owns a row of `lead` or `job_application`; null for nobody. */
export const selectOwner = (table: string) =>
  sql`(select ${personName('owner')} from app_user owner where owner.id = ${sql.ref(`${table}.owner_id`)}) as owner,
    ${sql.ref(`${table}.owner_id`)} as owner_id`;

/** Whether an item is work of an owner. A member of staff has also the interviews that they hold. */
export const isWorkOf =
  ({ staffId }: WorkOwner) =>
  ({ ownerId = null, holderId = null }: SourceItem): boolean =>
    ownerId === staffId || (staffId !== null && holderId === staffId);

/** Whether a row of `lead` or `job_application` is work of an owner; every row is where none is given. */
export function isOwnedBy(table: string, owner: WorkOwner | undefined): RawBuilder<boolean> {
  if (!owner) return sql`true`;
  const ownerId = sql.ref(`${table}.owner_id`);
  return owner.staffId === null ? sql`${ownerId} is null` : sql`${ownerId} = ${owner.staffId}`;
}
