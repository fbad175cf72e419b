import { sql } from 'kysely';
import { formatAuditSubject } from '#lib/domain/staff/audit-text.ts';
import type { Db } from '#lib/server/db/index.ts';
import { searchStaffRecords } from '../search/search-staff-records.ts';

/**
 * Finds what a search in the audit is about: the records that staff's search finds by name, number, phone, email or title, and
 * of each person that it finds also their applications, leads and enrolments. Nothing found is an empty list. [C-40]
 */
export async function findSubjectIds(db: Db, search: string): Promise<string[]> {
  const { results } = await searchStaffRecords(db, 'admin', search);
  const ids = results.map(({ id }) => id);
  if (!ids.length) return [];
  const { rows } = await sql<{ id: string }>`
    select id from job_application where user_id = any(${ids}::uuid[])
    union all select id from lead where user_id = any(${ids}::uuid[])
    union all select id from enrolment where user_id = any(${ids}::uuid[])`.execute(db);
  return [...new Set([...ids, ...rows.map(({ id }) => id)])];
}

/** Walks an index from one value of a column to the next, because a `distinct` would read every row. */
async function listDistinct(db: Db, column: 'actor_id' | 'subject_type'): Promise<string[]> {
  const name = sql.raw(column);
  const { rows } = await sql<{ value: string }>`
    with recursive walk (value) as (
      (select ${name} from audit_event order by ${name} limit 1)
      union all
      select (select ${name} from audit_event where ${name} > walk.value order by ${name} limit 1)
      from walk where walk.value is not null
    )
    select value from walk where value is not null`.execute(db);
  return rows.map(({ value }) => value);
}

/** What the filters of the audit offer: everybody who did something, and the types of records. */
export interface AuditOptions {
  actors: (readonly [id: string, name: string])[];
  kinds: (readonly [type: string, label: string])[];
}

/** Loads what the filters of the audit offer. */
export async function loadAuditOptions(db: Db): Promise<AuditOptions> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, trim(first_name || ' ' || last_name) as name from app_user
    where id = any(${await listDistinct(db, 'actor_id')}::uuid[]) order by name, id`.execute(db);
  const types = await listDistinct(db, 'subject_type');
  return {
    actors: rows.map(({ id, name }) => [id, name] as const),
    kinds: types
      .map((type) => [type, formatAuditSubject(type)] as const)
      .toSorted(([, one], [, other]) => one.localeCompare(other)),
  };
}
