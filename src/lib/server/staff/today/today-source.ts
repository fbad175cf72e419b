import { sql } from 'kysely';
import type { Day, TodayItem, TodayKind } from '#lib/domain/staff/today.ts';
import type { Db } from '#lib/server/db/index.ts';

/** One kind of what is due: lists up to `limit` items, those that are due first, by an index. */
export interface TodaySource {
  kind: TodayKind;
  /** The page that lists all of this kind; null where there is none. */
  href: string | null;
  list(db: Db, day: Day, limit: number): Promise<TodayItem[]>;
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

/** Selects who owns a row of `lead` or `job_application`, as `owner` and `owner_id`; null for nobody. */
export const selectOwner = (table: string) =>
  sql`${sql.ref(`${table}.owner_id`)} as owner_id,
    (select ${personName('owner')} from app_user owner where owner.id = ${sql.ref(`${table}.owner_id`)}) as owner`;
